import OrderedCollections
import OrreryModel

extension Diagram {
  /// What the source does not tell, and what the machine is built from.
  static func notes(_ machine: Machine, _ nesting: Nesting) -> [Note] {
    let children = nesting.linked
    var notes: [Note] = []
    if !machine.remarks.isEmpty {
      let lines = machine.remarks.enumerated().map { number, remark in
        "\(Remark.mark)\(number + 1) \(remark.rule): \(remark.message)".printable.cut(to: 240)
      }
      notes.append(Note(kind: .remarks, title: "Remarks", lines: lines))
    }
    if !machine.unresolved.isEmpty {
      let reasons = Unresolved.grouped(machine.unresolved).flatMap { group in
        // What is said of no event is counted.
        group.events.isEmpty
          ? group.parts.map(\.reason) : [group.reason(naming: 3, within: Note.longestLine)]
      }
      notes.append(Note(.doubt, "Not resolved", reasons))
    }
    if !children.isEmpty {
      var note = Note(
        .composition, "Built from",
        children.map { "\($0.child.machine) (\($0.child.via.rawValue) \($0.child.path))" })
      note.pages = children.map(\.page)
      notes.append(note)
    }
    return notes
  }

  /// What the machine is, in a few sentences.
  ///
  /// - Parameter states: Their names in the order of the picture.
  static func summary(_ machine: Machine, states: [String]) -> String {
    let names = states.prefix(40).map(\.printable).joined(separator: ", ")
    let parts = [
      machine.documentation,
      "State machine with \(machine.states.count) states, \(machine.events.count) events and "
        + "\(machine.transitions.count) transitions.",
      machine.initial.map { "Starts in \($0)." },
      names.isEmpty ? nil : "States: \(names)\(states.count > 40 ? ", …" : ".")",
      machine.unresolved.isEmpty ? nil : "\(machine.unresolved.count) parts are not resolved.",
    ]
    return parts.compactMap(\.self).joined(separator: " ").printable.cut(to: 2000)
  }

  /// Where the names of the states come from, where they do not say it.
  static func origin(of machine: Machine) -> [String] {
    guard machine.projection.count == 1, let property = machine.projection.first else { return [] }
    return ["The states are the values of \(property.printable.cut(to: 60))"]
  }

  /// Which parts of labels the picture leaves to the table.
  static func unsaid(_ machine: Machine, _ selection: Selection, _ detail: Detail) -> [String] {
    let shown = zip(machine.transitions, selection.outcomes).compactMap { row, outcome in
      if case .shown = outcome { row } else { nil }
    }
    let parts = [
      detail < .moves && !shown.isEmpty ? "events" : nil,
      detail < .guards && shown.contains { $0.guard != nil } ? "conditions" : nil,
      detail < .effects && shown.contains { $0.effect != nil } ? "effects" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? [] : ["Drawn without \(parts.joined(separator: " and "))"]
  }

  /// How many transitions the picture leaves out, and why.
  static func caption(_ omissions: [Omission], scope: Neighbourhood) -> [String] {
    let parts = Omission.allCases.compactMap { reason -> String? in
      let count = omissions.count { $0 == reason }
      return count > 0 ? "\(count) \(reason.words)" : nil
    }
    var caption = parts.isEmpty ? [] : ["Not drawn: " + parts.joined(separator: ", ")]
    if let focus = scope.focus { caption.append("Around \(focus.printable.cut(to: 60))") }
    if let missing = scope.missing {
      caption.append("No state is called \(missing.printable.cut(to: 60)): all states are drawn")
    }
    return caption
  }
}

extension Diagram.Note {
  /// How many characters of a line are shown.
  fileprivate static let longestLine = 160

  /// At most ten lines, cut and cleaned; of those that are the same, one with how many they are.
  init(_ kind: Kind, _ title: String, _ entries: [String]) {
    let counts = OrderedDictionary(entries.map { ($0, 1) }, uniquingKeysWith: +)
    let shown = counts.prefix(10).map { entry, count in
      entry.printable.cut(to: Self.longestLine) + (count > 1 ? " (\(count) times)" : "")
    }
    let rest = counts.count - shown.count
    self.init(
      kind: kind, title: title,
      lines: rest == 0 ? shown : shown + ["… and \(rest) more"])
  }
}

extension Remark {
  /// The sign before the number of a remark.
  static let mark = "⚑"
}

extension Machine {
  /// The marks of the remarks that are about some state or row: `⚑1⚑3`; empty where none is.
  func remarkMarks(_ isMeant: (Remark) -> Bool) -> String {
    remarks.enumerated().filter { isMeant($0.element) }
      .map { "\(Remark.mark)\($0.offset + 1)" }.joined()
  }
}

extension Omission {
  fileprivate var words: String {
    switch self {
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .trapped: "trapped"
    case .thrown: "thrown"
    case .outsideFocus: "outside the focus"
    case .late: "late"
    case .detail: "that stay in their state"
    case .overLimit: "over the limit of the format"
    }
  }
}

extension Event.Origin {
  /// Where the event comes from, in a few words.
  var words: String {
    switch self {
    case .input: "input"
    case .ioResult: "result of an effect"
    case .internal: "internal event"
    case .child: "event of a nested machine"
    }
  }
}
