import OrreryModel

/// Writes the State Chart XML of the W3C: https://www.w3.org/TR/scxml/.
///
/// Every transition is written, one that leaves no state without a target. Conditions are Swift text,
/// which no processor evaluates; what the language has no word for stands in attributes of a
/// namespace of its own.
struct SCXMLWriter: Writer {
  static func text(of machine: Machine, options: RenderOptions) -> String {
    SCXMLWriter(machine, options).text
  }

  let machine: Machine
  let options: RenderOptions
  let nesting: Nesting
  /// What the ids of a nested machine begin with.
  let prefix: String
  let ids: [String: String]
  private let vocabulary: Vocabulary
  private let names: [String]

  init(_ machine: Machine, _ options: RenderOptions, prefix: String = "") {
    let machine = machine.withConditionsInGuards
    self.machine = machine
    self.options = options
    self.prefix = prefix
    nesting = Nesting(machine, options)
    vocabulary = Vocabulary(machine)
    names = Neighbourhood(of: machine, options: RenderOptions()).names
    ids = SCXMLText.ids(names, prefix: prefix.isEmpty ? "" : prefix + "_")
  }

  var initial: String? {
    (machine.initial ?? machine.states.first(where: \.isInitial)?.name).flatMap { ids[$0] }
  }

  private var text: String {
    let head = element(
      "scxml",
      [
        ("xmlns", "http://www.w3.org/2005/07/scxml"),
        ("xmlns:orrery", "urn:orrery:scxml:1"), ("version", "1.0"),
        ("name", SCXMLText.event(machine.name)), ("orrery:machine", machine.id),
        isParallel || !nesting.beside.isEmpty ? nil : initial.map { ("initial", $0) },
      ], isEmpty: false)
    let lines =
      ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head] + indented(content) + ["</scxml>"]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - States

  /// Whether the regions hold all states, and no transition leads from one into another.
  var isParallel: Bool {
    let places = machine.regions.enumerated().flatMap { index, region in
      region.states.map { ($0, index) }
    }
    let region = Dictionary(places) { first, _ in first }
    return machine.regions.count > 1 && places.count == region.count
      && names.allSatisfy { region[$0] != nil }
      && machine.transitions.allSatisfy { $0.to == nil || region[$0.from] == region[$0.to ?? ""] }
  }

  /// The states of the machine itself.
  var own: [String] {
    guard !names.isEmpty else {
      let lines = machine.actions.enumerated().flatMap(action)
      return ["<state id=\"\(prefix)any\">"] + indented(lines) + ["</state>"]
    }
    guard isParallel else { return names.flatMap(state) }
    let regions = machine.regions.enumerated().flatMap { index, region in
      let head = element(
        "state",
        [
          ("id", "\(prefix)region\(index)_"), ("orrery:name", region.name),
          region.initial.flatMap { ids[$0] }.map { ("initial", $0) },
        ], isEmpty: false)
      return [head] + indented(region.states.flatMap(state)) + ["</state>"]
    }
    return ["<parallel id=\"\(prefix)regions_\">"] + indented(regions) + ["</parallel>"]
  }

  private func state(_ name: String) -> [String] {
    let state = machine.states.first { $0.name == name }
    let transitions =
      rows(of: name).flatMap { transition($0.positions, $0.transition) } + inside(name)
    // A state with transitions cannot be final in SCXML, as it can be in a machine that ignores.
    let isFinal = state?.isFinal ?? false
    let tag = isFinal && transitions.isEmpty ? "final" : "state"
    let attributes: [(String, String)?] = [
      ("id", ids[name] ?? name), ids[name] == name ? nil : ("orrery:name", name),
      isFinal && tag == "state" ? ("orrery:final", "true") : nil,
      state?.isStable ?? true ? nil : ("orrery:stable", "false"),
    ]
    guard !transitions.isEmpty else { return [element(tag, attributes, isEmpty: true)] }
    return [element(tag, attributes, isEmpty: false)] + indented(transitions) + ["</\(tag)>"]
  }

  // MARK: - Transitions

  /// The state's answers; those of regions that differ only in other regions are one.
  private func rows(of state: String) -> [(transition: Transition, positions: [Int])] {
    var places: [Transition: Int] = [:]
    var rows: [(transition: Transition, positions: [Int])] = []
    for (position, transition) in machine.transitions.enumerated() where transition.from == state {
      if let place = places[transition] {
        rows[place].positions.append(position)
      } else {
        places[transition] = rows.count
        rows.append((transition, [position]))
      }
    }
    return rows
  }

  private func transition(_ positions: [Int], _ transition: Transition) -> [String] {
    let event = vocabulary.name(transition.event)
    let isMove = transition.kind == .move || transition.kind == .unresolved
    let attributes: [(String, String)?] = [
      ("event", SCXMLText.event(event)), transition.guard.map { ("cond", $0) },
      isMove ? transition.to.flatMap { ids[$0] }.map { ("target", $0) } : nil,
      ("orrery:id", positions.map { "\(prefix)t\($0)" }.joined(separator: " ")),
      SCXMLText.event(event) == event ? nil : ("orrery:event", event),
      transition.kind == .move ? nil : ("orrery:kind", transition.kind.rawValue),
      transition.certainty == .exact ? nil : ("orrery:certainty", transition.certainty.rawValue),
    ]
    return element("transition", attributes, transition.effect)
  }

  private func action(_ index: Int, _ action: Action) -> [String] {
    let writes = action.writes.map(\.text).joined(separator: "; ")
    return element(
      "transition",
      [
        ("event", SCXMLText.event(vocabulary.name(action.event))),
        action.guard.map { ("cond", $0) }, ("orrery:id", "\(prefix)a\(index)"),
        writes.isEmpty ? nil : ("orrery:writes", writes),
      ], action.effect)
  }

  /// A transition with its effects as executable content.
  private func element(
    _ name: String, _ attributes: [(String, String)?], _ effect: Effect?
  ) -> [String] {
    guard let effect else { return [element(name, attributes, isEmpty: true)] }
    return [element(name, attributes, isEmpty: false)] + indented(content(effect)) + ["</\(name)>"]
  }

  private func content(_ effect: Effect) -> [String] {
    switch effect {
    case .run(let name): ["<orrery:run effect=\(SCXMLText.quoted(name))/>"]
    case .cancel(let id): ["<orrery:cancel effect=\(SCXMLText.quoted(id))/>"]
    case .raise(let event): ["<raise event=\(SCXMLText.quoted(SCXMLText.event(event)))/>"]
    case .merge(let effects):
      ["<orrery:merge>"] + indented(effects.flatMap(content)) + ["</orrery:merge>"]
    case .concatenate(let effects):
      ["<orrery:concat>"] + indented(effects.flatMap(content)) + ["</orrery:concat>"]
    }
  }

  // MARK: - XML

  func element(_ name: String, _ attributes: [(String, String)?], isEmpty: Bool) -> String {
    let text = attributes.compactMap(\.self).map { " \($0)=\(SCXMLText.quoted($1))" }.joined()
    return "<\(name)\(text)\(isEmpty ? "/" : "")>"
  }

  func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }
}
