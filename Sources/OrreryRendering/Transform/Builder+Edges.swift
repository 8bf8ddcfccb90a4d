import OrreryModel

extension Builder {
  /// The label of an edge: one entry for each event, and how many there are where not all have room.
  ///
  /// - Parameter isInside: Whether the lines stand in a state, where no stroke says anything.
  func edgeLines(_ members: [Bundle], isInside: Bool) -> [Line] {
    let entries = self.entries(members)
    let limits = limits(of: entries, isInside)
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

  private func limits(of entries: [Entry], _ isInside: Bool) -> Limits {
    isInside || entries.count > 2 ? .tight : .roomy
  }

  /// The conditions for which the label of an edge has no room.
  func longConditions(of members: [Bundle], isInside: Bool) -> [String] {
    let entries = self.entries(members)
    let limit = limits(of: entries, isInside).condition
    return entries.compactMap { sharedCondition($0.members) }.filter { $0.length > limit }
  }

  /// The answers of an edge that one line tells, and the events that they answer.
  private struct Entry {
    var events: [Event.ID]
    var members: [Bundle]
  }

  private struct Wording: Hashable {
    var condition: String?
    var effect: Effect?
    /// The event, where it is counted by itself.
    var event: Event.ID?
  }

  /// One for what has the same condition and effect; where that leaves many, one for each event.
  private func entries(_ members: [Bundle]) -> [Entry] {
    let single = members.map { Entry(events: [$0.transition.event], members: [$0]) }
    let alike = joined(single) { entry -> Wording in
      let row = entry.members[0].transition
      let isCounted = entry.members[0].ordinals.contains { options.counts[$0] != nil }
      return Wording(
        condition: row.guard, effect: row.effect, event: isCounted ? row.event : nil)
    }
    guard alike.count > 3 || alike.count > 2 && Set(alike.map(\.events)).count == 1 else {
      return alike
    }
    return joined(alike, by: \.events)
  }

  private func joined<Key: Hashable>(_ entries: [Entry], by key: (Entry) -> Key) -> [Entry] {
    var positions: [Key: Int] = [:]
    var joined: [Entry] = []
    for entry in entries {
      if let position = positions[key(entry)] {
        joined[position].members += entry.members
        joined[position].events += entry.events.filter { !joined[position].events.contains($0) }
      } else {
        positions[key(entry)] = joined.count
        joined.append(entry)
      }
    }
    return joined
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
    if let value = entry.members.first.flatMap(value) {
      setter.add(.detail, value.printable, limit: limits.name)
    }
    let isAtChoice = entry.members.allSatisfy { !$0.choice.isEmpty }
    if !isAtChoice { setter.add(.event, names(entry.events), limit: limits.name * 2) }
    if let condition = condition(entry.members, limits.condition) {
      setter.add(.condition, "[\(condition)]", limit: limits.condition + 2)
    }
    if let effect = effect(entry.members, limits.effect) {
      setter.add(.effect, "/ \(effect)", limit: limits.effect + 2)
    }
    if entry.members.allSatisfy({ $0.target == .end(.untold) }) {
      setter.add(.detail, "→ ?", limit: 4)
    }
    return setter.lines.enumerated().map { $0 == 0 ? $1 : $1.indented }
  }

  /// The label of the arrow that leads to a choice.
  func lines(ofChoice events: [Event.ID]) -> [Line] {
    var setter = LabelSetter(width: capabilities.labelWidth)
    setter.add(.event, names(events), limit: Limits.roomy.name * 2)
    return setter.lines
  }

  /// `start, stop`; of many, how many more there are.
  private func names(_ events: [Event.ID]) -> String {
    let names = events.prefix(5).map { vocabulary.name($0).printable.cut(to: 64) }
    let rest = events.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The condition, or how many there are: the table has them all.
  private func condition(_ members: [Bundle], _ limit: Int) -> String? {
    let conditions = Set(members.map(\.transition.guard))
    guard conditions.count == 1 else {
      return "\(conditions.count) \(conditions.contains(nil) ? "ways" : "conditions")"
    }
    guard let reading = reading(members) else { return nil }
    if let number = conditionNumbers[reading.text] { return "\(number)" }
    let text = reading.cut(to: limit).printable
    return text.isEmpty ? nil : text
  }

  /// The one condition of some answers.
  private func sharedCondition(_ members: [Bundle]) -> String? {
    Set(members.map(\.transition.guard)).count == 1 ? reading(members)?.text : nil
  }

  private func reading(_ members: [Bundle]) -> GuardReading? {
    guard let member = members.first, let condition = member.transition.guard else { return nil }
    let state = member.ordinals.count == 1 ? member.transition.from : nil
    return GuardReading(condition, in: state)
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
    let marks = (members.first?.style.marks(strokes) ?? "") + remarkMarks(members)
    let counts = members.flatMap(\.ordinals).compactMap { options.counts[$0] }
    guard !counts.isEmpty else { return marks }
    return (marks.isEmpty ? "" : marks + " ") + "\(counts.reduce(0, &+))×"
  }

  private func remarkMarks(_ members: [Bundle]) -> String {
    guard !machine.remarks.isEmpty else { return "" }
    let rows = members.flatMap(\.ordinals).map { machine.transitions[$0] }
    return machine.remarkMarks { remark in rows.contains(where: remark.concerns) }
  }

  /// What is shown on demand: each answer in full, one a line, as far as there is room.
  func tooltip(_ members: [Bundle]) -> String {
    var lines: [String] = []
    for member in members {
      guard lines.count < 20 else {
        return (lines + ["… and \(members.count - lines.count) more"]).joined(separator: "\n")
      }
      for line in fullLabels(member) where !lines.contains(line) { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  /// What the rows of a bundle say, each once, also where the picture tells less.
  private func fullLabels(_ bundle: Bundle) -> [String] {
    var seen: Set<String> = []
    return bundle.ordinals.map { fullLabel(machine.transitions[$0]).cut(to: 240) }
      .filter { seen.insert($0).inserted }.sorted()
  }

  func fullLabel(_ transition: Transition) -> String {
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
