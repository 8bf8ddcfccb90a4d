import OrreryLowering
import OrreryModel
import OrreryRecognition

/// What one file came to, whichever other files it took: a result is made of these.
struct FileReading {
  /// What one recognised machine came to.
  struct Part {
    var machine: Machine
    /// The key of the state.
    var state: String
    /// What it is to models that are made of it; nothing where it can be no part.
    var type: PartType?
    /// Whether the state is the machine itself: an enum that changes itself.
    var isOwnState = false
    /// Whether an enum that is the state of the machine, and changes itself, is part of it alone.
    var claimsState = false
    /// The methods by which an enum answers with its next value, and those that handlers hand events
    /// to.
    var ownSteps: Set<String> = []
    var handedSteps: Set<String> = []
    /// The types at the top of files that it and its state stand in.
    var roots: Set<Word> = []
    /// Whether a next state is open that nobody hands over.
    var isOpenByItself = false
    /// Whether the state's type or property, or what has it, is called a state, or a word for one.
    var isNamedLikeState = false
    /// Whether its author says that it is to be left out.
    var isSkipped = false
    /// State writes that no part of the machine tells of.
    var warnings: [Diagnostic] = []

    /// Whether a handler changes the state from one case to another; an enum that is only looked at
    /// or rebuilt is no machine, nor is a feature without an event that is not made of others.
    ///
    /// A property that is only set to what others hand over, and on which nothing depends, is a setting,
    /// and so is one of which no next state is told at all, unless its name says that it is a state. A
    /// function that only gives the state back is a question.
    var moves: Bool {
      guard machine.style == .mutating || machine.style == .actor else {
        return machine.transitions.contains { machine.style != .reducer || $0.doesSomething }
          || !machine.actions.isEmpty || !machine.unresolved.isEmpty || !machine.children.isEmpty
      }
      return machine.transitions.contains { $0.kind == .move }
        || machine.isOpen && isNamedLikeState && (isOpenByItself || machine.tellsStatesApart)
    }
  }

  /// What one model that is made of others came to.
  struct Composed {
    var composite: Composite
    var roots: Set<Word>
    var isSkipped: Bool
    var warnings: [Diagnostic]
  }

  var parts: [Part] = []
  var composites: [Composed] = []
  var syntaxErrors: [Diagnostic] = []
  /// The types that the file declares or extends, where it has errors: some of their parts may be lost.
  var tornTypes: Set<Word> = []
  var notes = FileNotes()
}

extension Extractor {
  /// What files came to, in the order of the files.
  static func result(_ readings: [FileReading]) -> Extract {
    let all = readings.flatMap(\.parts)
    let held = Set(all.filter(\.claimsState).map(\.state))
    let handed = all.filter(\.moves).reduce(into: Set<String>()) { $0.formUnion($1.handedSteps) }
    var parts = all.filter { !$0.isOwnState || !held.contains($0.state) }
      .filter { $0.ownSteps.isEmpty || !$0.ownSteps.isSubset(of: handed) }
      .filter { !$0.isSkipped }
    let composed = composed(readings.flatMap(\.composites), of: parts.filter(\.moves))
    parts = (parts + composed.parts)
      .sorted { ($0.machine.location, $0.machine.id) < ($1.machine.location, $1.machine.id) }
    let machines = parts.filter(\.moves)
    let stateLike = readings.reduce(into: StateLikeTypes()) { $0.add($1.notes.stateLike) }
    var extract = Extract(
      machines: machines.map(\.machine),
      diagnostics: readings.flatMap(\.syntaxErrors) + readings.flatMap(\.notes.leftOut)
        + stateLike.diagnostics + composed.diagnostics
        + parts.filter { !$0.moves }.map(explanation)
        + machines.flatMap(\.warnings))
    for reading in readings where !reading.tornTypes.isEmpty {
      guard let file = reading.syntaxErrors.first?.location.file else { continue }
      for part in machines where !part.roots.isDisjoint(with: reading.tornTypes) {
        extract.incomplete[part.machine.id, default: []].insert(file)
      }
    }
    return extract
  }

  /// What the files of an index came to, in their order.
  ///
  /// - Parameter cache: What is known of their machines, and will be; nothing where nobody asks again.
  func readings(of index: SourceIndex, _ cache: inout MachineCache?) -> [FileReading] {
    defer { index.forgetPrograms() }
    var readings: [ObjectIdentifier: FileReading] = [:]
    for file in index.files {
      let errors = SyntaxErrors.diagnostics(of: file)
      readings[ObjectIdentifier(file)] = FileReading(
        syntaxErrors: errors, tornTypes: errors.isEmpty ? [] : SyntaxErrors.types(in: file))
    }
    let recognition = Recognition(of: index)
    for (file, notes) in recognition.notes { readings[file]?.notes = notes }
    let models = recognition.models
    for (model, reading) in zip(models, models.concurrentMap { self.reading(of: $0, in: index) }) {
      readings[ObjectIdentifier(model.site.file)]?.composites.append(reading)
    }
    for (site, part) in parts(of: recognition, &cache) {
      readings[ObjectIdentifier(site.file)]?.parts.append(part)
    }
    return index.files.compactMap { readings[ObjectIdentifier($0)] }
  }

  private func parts(
    of recognition: Recognition, _ cache: inout MachineCache?
  ) -> [(Site, FileReading.Part)] {
    let (index, sites) = (recognition.index, recognition.sites)
    let builders = sites.map { MachineBuilder(site: $0, index: index, options: options) }
    let built =
      cache?.machines(of: builders, in: index) ?? builders.concurrentMap(BuiltMachine.init)
    var parts = zip(sites, built).map { site, built in
      FileReading.Part(
        machine: built.machine, state: site.state.key,
        type: PartType(site, in: index),
        isOwnState: site.holder == .selfValue,
        claimsState: recognition.claimsState(site),
        ownSteps: site.ownSteps, handedSteps: site.handedSteps(in: index),
        roots: site.roots, isOpenByItself: built.footprint.isOpenByItself,
        isNamedLikeState: site.isNamedLikeState,
        isSkipped: Hints(of: site).isSkipped)
    }
    let moving = parts.indices.filter { parts[$0].moves }
    let audit = Audit(
      index: index,
      moving.map { number in
        Audit.Audited(
          site: sites[number], machine: parts[number].machine,
          footprint: { built[number].footprint })
      })
    for (position, audited) in zip(moving, audit.machines) {
      parts[position].warnings =
        audited.diagnostics + Hints(of: sites[position]).errors(for: parts[position].machine)
        + sites[position].projectionErrors(
          options.value(in: options.projections, for: sites[position].id),
          for: parts[position].machine)
        + builders[position].constantVariables(of: parts[position].machine)
        + builders[position].passing(in: parts[position].machine)
        + CoarseRows.manyWays(of: parts[position].machine, built[position].footprint)
      parts[position].machine.unresolved += audited.unresolved
      parts[position].machine.unresolved.sort {
        ($0.location, $0.reason) < ($1.location, $1.reason)
      }
    }
    return Array(zip(sites, parts))
  }

  private static func explanation(_ part: FileReading.Part) -> Diagnostic {
    let machine = part.machine
    let reason =
      switch (machine.events.isEmpty, machine.isOpen) {
      case (true, _): "it has no event"
      case (false, false): "no handler changes its state to another case"
      case (false, true) where part.isNamedLikeState:
        "what it is set to is handed over by others, and nothing depends on it"
      case (false, true):
        "the source tells none of the values that it is set to, and does not call it a state"
      }
    return Diagnostic(
      noMachine: machine.name, "is no machine: \(reason)", at: machine.location,
      id: "no-transitions")
  }
}

extension Machine {
  /// Whether it is changed to what the source does not tell.
  fileprivate var isOpen: Bool { transitions.contains { $0.kind == .unresolved } }

  /// Whether some event does something else in one state than in another.
  fileprivate var tellsStatesApart: Bool {
    Dictionary(grouping: transitions, by: \.event).values.contains { rows in
      Set(Dictionary(grouping: rows, by: \.from).values.map { Set($0.map(\.doing)) }).count > 1
    }
  }
}

extension Transition {
  /// Whether it is more than that the state is left as it is.
  fileprivate var doesSomething: Bool { kind != .ignore && (kind != .stay || effect != nil) }

  /// What it says, wherever it starts.
  fileprivate var doing: Transition {
    var row = self
    (row.from, row.to) = ("", nil)
    return row
  }
}

/// Models that are made of others: what they come to, the machines of other files tell.
extension Extractor {
  func reading(of model: CompositeModel, in index: SourceIndex) -> FileReading.Composed {
    let hints = Hints(of: model.site)
    let machine = MachineBuilder(site: model.site, index: index, options: options).build()
    return FileReading.Composed(
      composite: Composite(model, machine, in: index), roots: model.site.roots,
      isSkipped: hints.isSkipped, warnings: hints.errors(for: machine))
  }

  /// The models as machines, with a word on each of which the parts are not known.
  static func composed(
    _ models: [FileReading.Composed], of parts: [FileReading.Part]
  ) -> (parts: [FileReading.Part], diagnostics: [Diagnostic]) {
    let models = models.filter { !$0.isSkipped }
    let known = parts.compactMap { part in part.type.map { ($0, Optional(part.machine)) } }
    let drawn = Composite.drawn(models.map(\.composite), beside: known)
    let found = zip(models, drawn).compactMap { model, drawn in
      drawn.machine.map {
        FileReading.Part(
          machine: $0, state: model.composite.state, roots: model.roots, warnings: model.warnings)
      }
    }
    return (found, drawn.filter { $0.machine == nil }.map(\.problem))
  }
}

extension Site {
  /// The types at the top of files that the machine and its state stand in.
  var roots: Set<Word> {
    Set([path.first, state.path.first].compactMap(\.self).map { Word($0) })
  }
}
