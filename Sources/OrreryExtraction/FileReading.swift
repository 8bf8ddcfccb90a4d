import OrreryLowering
import OrreryModel
import SwiftSyntax

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
    /// Whether its author says that it is to be left out.
    var isSkipped = false
    /// State writes that no part of the machine tells of.
    var warnings: [Diagnostic] = []

    /// Whether a handler changes the state from one case to another; an enum that is only looked at
    /// or rebuilt is no machine, nor is a feature without an event that is not made of others.
    var moves: Bool {
      guard machine.style == .mutating || machine.style == .actor else {
        return !machine.transitions.isEmpty || !machine.actions.isEmpty
          || !machine.unresolved.isEmpty || !machine.children.isEmpty
      }
      return machine.transitions.contains { $0.kind == .move || $0.kind == .unresolved }
    }
  }

  var parts: [Part] = []
  var composites: [Composed] = []
  var syntaxErrors: [Diagnostic] = []
  /// The types that the file declares or extends, where it has errors: some of their parts may be lost.
  var tornTypes: Set<Word> = []
  /// What is left out here and why: types that another file declares too, generated files, and
  /// properties that are named like a state and are none.
  var leftOut: [Diagnostic] = []
  /// What the file tells of types that are named like a state.
  var stateLike = StateLikeTypes()
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
    let stateLike = readings.reduce(into: StateLikeTypes()) { $0.add($1.stateLike) }
    var extract = Extract(
      machines: machines.map(\.machine),
      diagnostics: readings.flatMap(\.syntaxErrors) + readings.flatMap(\.leftOut)
        + stateLike.diagnostics + composed.diagnostics
        + parts.filter { !$0.moves }.map { explanation($0.machine) }
        + machines.flatMap(\.warnings))
    for reading in readings where !reading.tornTypes.isEmpty {
      guard let file = reading.syntaxErrors.first?.location.file else { continue }
      for part in machines where !part.roots.isDisjoint(with: reading.tornTypes) {
        extract.incomplete[part.machine.id, default: []].insert(file)
      }
    }
    return extract
  }

  /// What files of an index came to.
  ///
  /// - Parameter wanted: The files that are asked for; what these name has to be in the index.
  func readings(
    of index: SourceIndex, _ wanted: Set<ObjectIdentifier>
  ) -> [ObjectIdentifier: FileReading] {
    defer { index.forgetPrograms() }
    var readings: [ObjectIdentifier: FileReading] = [:]
    for file in index.files where wanted.contains(ObjectIdentifier(file)) {
      let errors = SyntaxErrors.diagnostics(of: file)
      readings[ObjectIdentifier(file)] = FileReading(
        syntaxErrors: errors, tornTypes: errors.isEmpty ? [] : SyntaxErrors.types(in: file))
    }
    let all = Self.sites(in: index)
    let models = CompositeStyle(index: index).models(beside: all)
    let known = all + models.map(\.site)
    for found in index.duplicates {
      readings[ObjectIdentifier(found.file)]?.leftOut.append(Self.duplicate(found))
    }
    for file in index.files where file.isGenerated {
      readings[ObjectIdentifier(file)]?.leftOut.append(Self.generated(file))
    }
    for found in SharedNames.diagnostics(of: known) {
      readings[ObjectIdentifier(found.file)]?.leftOut.append(found.diagnostic)
    }
    addUnrecognised(index, known, to: &readings)
    let asked = models.filter { wanted.contains(ObjectIdentifier($0.site.file)) }
    for (model, reading) in zip(asked, asked.concurrentMap { self.reading(of: $0, in: index) }) {
      readings[ObjectIdentifier(model.site.file)]?.composites.append(reading)
    }
    let hints = known.flatMap { Hints(of: $0).all }
    for file in index.files {
      readings[ObjectIdentifier(file)]?.leftOut += Hints.strays(in: file, beside: hints)
    }
    let sites = all.filter { wanted.contains(ObjectIdentifier($0.file)) }
    for (site, part) in zip(sites, parts(of: sites, in: index)) {
      readings[ObjectIdentifier(site.file)]?.parts.append(part)
    }
    return readings
  }

  /// Adds what is named like a state and is none, and what is told of such types.
  private func addUnrecognised(
    _ index: SourceIndex, _ sites: [Site], to readings: inout [ObjectIdentifier: FileReading]
  ) {
    let unrecognised = Unrecognised(index: index, sites: sites)
    let dropped = Set(index.duplicates.map(\.dropped.id))
    for found in unrecognised.properties where !dropped.contains(found.owner) {
      let id = ObjectIdentifier(found.file)
      readings[id]?.leftOut.append(found.diagnostic)
      readings[id]?.stateLike.told.insert(found.state)
    }
    let functions = Set(sites.flatMap(\.handlers).compactMap { $0.function?.node.id })
    let machines = Set(sites.compactMap { $0.owner?.key })
    for found in ProtocolStates(index: index).diagnostics(beside: functions, of: machines) {
      readings[ObjectIdentifier(found.file)]?.leftOut.append(found.diagnostic)
    }
    let strange = StrangeReducers(index: index).diagnostics(beside: sites)
    for found in strange + WrappingReducers.diagnostics(in: index) {
      readings[ObjectIdentifier(found.file)]?.leftOut.append(found.diagnostic)
    }
    for found in ForeignMachines(index: index).diagnostics {
      readings[ObjectIdentifier(found.file)]?.leftOut.append(found.diagnostic)
    }
    var parts = MachineParts(index: index)
    for site in sites where readings[ObjectIdentifier(site.file)] != nil {
      readings[ObjectIdentifier(site.file)]?.stateLike.told.formUnion(parts.parts(of: site))
    }
    for info in index.keys.compactMap({ index.info($0) })
    where !info.file.isGenerated && !index.isIn(dropped, info) {
      readings[ObjectIdentifier(info.file)]?.stateLike.add(info)
      for stored in info.stored where readings[ObjectIdentifier(stored.file)] != nil {
        let id = ObjectIdentifier(stored.file)
        for key in unrecognised.style.handed(to: stored.property, of: info) {
          readings[id]?.stateLike.handed[key] =
            (info.path + [stored.property.name]).joined(separator: ".")
        }
        guard let kept = unrecognised.style.kept(in: stored.property, of: info) else { continue }
        readings[id]?.stateLike.kept.insert(kept.state.key)
      }
    }
  }

  private func parts(of sites: [Site], in index: SourceIndex) -> [FileReading.Part] {
    let style = MutatingStyle(index: index)
    let builders = sites.map { MachineBuilder(site: $0, index: index, options: options) }
    var parts = builders.concurrentMap { $0.build() }.enumerated().map { number, machine in
      FileReading.Part(
        machine: machine, state: sites[number].state.key,
        type: PartType(sites[number], in: index),
        isOwnState: sites[number].holder == .selfValue,
        claimsState: Self.claims(sites[number], style),
        ownSteps: sites[number].ownSteps, handedSteps: sites[number].handedSteps(in: index),
        roots: sites[number].roots,
        isSkipped: Hints(of: sites[number]).isSkipped)
    }
    let moving = parts.indices.filter { parts[$0].moves }
    let audit = Audit(
      index: index,
      moving.map { number in
        let scope = builders[number].scope
        return Audit.Audited(
          site: sites[number], machine: parts[number].machine,
          footprint: { scope.footprint })
      })
    for (position, audited) in zip(moving, audit.machines) {
      parts[position].warnings =
        audited.diagnostics + Hints(of: sites[position]).errors(for: parts[position].machine)
        + sites[position].projectionErrors(
          options.value(in: options.projections, for: sites[position].id),
          for: parts[position].machine)
        + builders[position].constantVariables(of: parts[position].machine)
        + builders[position].passing(in: parts[position].machine)
      parts[position].machine.unresolved += audited.unresolved
      parts[position].machine.unresolved.sort {
        ($0.location, $0.reason) < ($1.location, $1.reason)
      }
    }
    return parts
  }

  private static func claims(_ site: Site, _ style: MutatingStyle) -> Bool {
    switch site.holder {
    case .parameter: true
    case .selfValue: false
    default: !style.isMachine(site.state)
    }
  }

  private static func duplicate(
    _ found: (kept: TypeInfo, dropped: DeclSyntax, file: SourceFile)
  ) -> Diagnostic {
    let first = found.kept.file.location(of: found.kept.node)
    return Diagnostic(
      id: "duplicate-type", severity: .warning, location: found.file.location(of: found.dropped),
      message: "'\(found.kept.path.joined(separator: "."))' is already declared at "
        + "\(first.file):\(first.line), so this declaration is left out; name the modules of both "
        + "files under `modules` in .orrery.yml"
    )
  }

  private static func generated(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      id: "generated-file", severity: .note, location: file.location(of: file.tree),
      message: "the file says that a tool wrote it; Orrery looks for no machine in it")
  }

  private static func explanation(_ machine: Machine) -> Diagnostic {
    Diagnostic(
      id: "no-transitions", severity: .note, location: machine.location,
      message: machine.events.isEmpty
        ? "'\(machine.name)' is no machine: it has no event"
        : "'\(machine.name)' is no machine: no handler changes its state to another case")
  }
}
