import OrreryModel

extension Builder {
  /// The label of an edge: one entry for each event, and how many there are where not all have room.
  ///
  /// - Parameter isInside: Whether the lines stand in a state, where no stroke says anything.
  func edgeLines(_ members: [Bundle], isInside: Bool) -> [Line] {
    let entries = self.entries(members)
    let limits: Limits = isInside || entries.count > 2 ? .tight : .roomy
    let labels = distinct(entries) { label($0, limits: limits, isInside: isInside) }
    var lines: [Line] = []
    for (index, label) in labels.enumerated() {
      let isLast = index == labels.count - 1
      if index > 0, lines.count + label.count > capabilities.labelLines - (isLast ? 0 : 1) {
        return lines + [[Span(.detail, "… and \(labels.count - index) more")]]
      }
      lines += label
    }
    return lines
  }

  /// The answers of an edge to one event.
  private struct Entry {
    var event: Event.ID
    var members: [Bundle]
  }

  /// By event; two answers to one event stay apart where the edge has little else to say.
  private func entries(_ members: [Bundle]) -> [Entry] {
    guard members.count > 3 || members.count > 2 && Set(members.map(\.transition.event)).count == 1
    else { return members.map { Entry(event: $0.transition.event, members: [$0]) } }
    var positions: [Event.ID: Int] = [:]
    var entries: [Entry] = []
    for member in members {
      let event = member.transition.event
      if let position = positions[event] {
        entries[position].members.append(member)
      } else {
        positions[event] = entries.count
        entries.append(Entry(event: event, members: [member]))
      }
    }
    return entries
  }

  /// The labels of entries; those that would read alike, because they are cut, are told as one.
  private func distinct(_ entries: [Entry], _ label: (Entry) -> [Line]) -> [[Line]] {
    guard entries.count > 1 else { return entries.map(label) }
    var positions: [String: Int] = [:]
    var told: [(entry: Entry, label: [Line], isJoined: Bool)] = []
    for entry in entries {
      let text = label(entry)
      let key = text.map(\.text).joined(separator: "\n")
      if let position = positions[key] {
        told[position].entry.members += entry.members
        told[position].isJoined = true
      } else {
        positions[key] = told.count
        told.append((entry, text, false))
      }
    }
    return told.map { $0.isJoined ? label($0.entry) : $0.label }
  }

  /// `event [condition] / effect`, in as many lines as it needs.
  private func label(_ entry: Entry, limits: Limits, isInside: Bool) -> [Line] {
    var setter = LabelSetter(width: capabilities.labelWidth)
    let strokes = isInside ? [] : capabilities.strokes
    setter.add(.mark, marks(entry.members, strokes), limit: 32)
    setter.add(.event, vocabulary.name(entry.event).printable, limit: limits.name)
    if let condition = condition(entry.members, limits.condition) {
      setter.add(.condition, "[\(condition)]", limit: limits.condition + 2)
    }
    if let effect = effect(entry.members, limits.effect) {
      setter.add(.effect, "/ \(effect)", limit: limits.effect + 2)
    }
    return setter.lines.enumerated().map { $0 == 0 ? $1 : $1.indented }
  }

  /// The condition, or how many there are: the table has them all.
  private func condition(_ members: [Bundle], _ limit: Int) -> String? {
    let conditions = members.count > 1 ? Set(members.map(\.transition.guard)) : []
    guard conditions.count > 1 else {
      return members.first?.transition.guard?.printable.cut(to: limit)
    }
    let count = conditions.count
    return conditions.contains(nil) ? "\(count) ways" : "\(count) conditions"
  }

  /// The effects of the answers, where they are few and short.
  private func effect(_ members: [Bundle], _ limit: Int) -> String? {
    var seen: Set<Effect> = []
    let effects = members.compactMap(\.transition.effect).filter { seen.insert($0).inserted }
    guard let first = effects.first?.description.printable else { return nil }
    guard effects.count > 1 else { return first.cut(to: limit) }
    let all = effects.map(\.description.printable).joined(separator: " or ")
    return all.count <= capabilities.labelWidth ? all : "…"
  }

  private func marks(_ members: [Bundle], _ strokes: Set<Capabilities.Stroke>) -> String {
    let marks = members.first?.style.marks(strokes) ?? ""
    let counts = members.flatMap(\.ordinals).compactMap { options.counts[$0] }
    guard !counts.isEmpty else { return marks }
    return (marks.isEmpty ? "" : marks + " ") + "\(counts.reduce(0, &+))×"
  }

  /// What is shown on demand: each answer in full, one a line, as far as there is room.
  func tooltip(_ members: [Bundle]) -> String {
    var lines: [String] = []
    for member in members {
      guard lines.count < 20 else {
        return (lines + ["… and \(members.count - lines.count) more"]).joined(separator: "\n")
      }
      let line = fullLabel(member).cut(to: 240)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  func fullLabel(_ bundle: Bundle) -> String {
    let transition = bundle.transition
    var text = vocabulary.name(transition.event)
    if let condition = transition.guard { text += " [\(condition)]" }
    if let effect = transition.effect { text += " / \(effect)" }
    return text.printable
  }
}

/// How many characters of a part of a label a picture shows.
struct Limits {
  var name = 64
  var condition: Int
  var effect: Int

  /// Where an edge has one or two things to say.
  static let roomy = Limits(condition: 90, effect: 72)
  /// Where it has more.
  static let tight = Limits(condition: 44, effect: 56)
}
