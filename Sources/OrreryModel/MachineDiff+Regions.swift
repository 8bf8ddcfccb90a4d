import OrreryTrace

/// Pairs the regions of two versions, so that one that came or went is one difference.
struct RegionMatching {
  private(set) var changes: [MachineDiff.Change] = []
  /// The old version under the new names, without regions that went.
  private(set) var old: Machine
  /// The new version without regions that came.
  private(set) var new: Machine
  /// The new version, its states named as those of the old one.
  private(set) var whole: Machine

  /// - Complexity: O(*re*) for *r* regions and *e* edges.
  init(from old: Machine, to new: Machine) {
    (self.old, self.new, whole) = (old, new, new)
    guard !old.regions.isEmpty, !new.regions.isEmpty else {
      if old.projection != new.projection {
        changes = [.projectionChanged(old.projection, to: new.projection)]
      }
      return
    }
    if (old.regions.count == 1) != (new.regions.count == 1) || old.isRenamedAlone(in: new) {
      self.old.qualifyStates()
      self.new.qualifyStates()
      whole = self.new
    }
    rename()
    let gone = self.old.regions.filter { region in !whole.projection.contains(region.name) }
    let added = whole.regions.filter { region in !self.old.projection.contains(region.name) }
    changes += gone.map { .regionRemoved($0) } + added.map { .regionAdded($0) }
    guard !gone.isEmpty || !added.isEmpty else { return }
    leaveOut(gone, added)
  }

  private mutating func rename() {
    let gone = old.regions.filter { !new.projection.contains($0.name) }
    let came = new.regions.filter { !old.projection.contains($0.name) }
    let (before, after) = (old, new)
    let pairs = Similarity.pairs(
      gone, came, { before.features(of: $0) }, { after.features(of: $0) })
    for (region, other) in pairs {
      changes.append(.regionRenamed(region.name, to: other.name))
      old.rename(region, to: other.name)
    }
  }

  private mutating func leaveOut(_ gone: [Region], _ added: [Region]) {
    let (before, after) = (old, new)
    old.leaveOut(gone, changed: Set(added.flatMap { after.events(changing: $0) }))
    new.leaveOut(added, changed: Set(gone.flatMap { before.events(changing: $0) }))
    guard before.projection.first != after.projection.first else { return }
    old.nameNoState(asIn: before)
    new.nameNoState(asIn: after)
  }
}

extension Machine {
  /// Whether both have one region, which goes under another name.
  fileprivate func isRenamedAlone(in other: Machine) -> Bool {
    regions.count == 1 && other.regions.count == 1 && projection != other.projection
  }

  /// Names the states of a single region as those of several are.
  fileprivate mutating func qualifyStates() {
    guard regions.count == 1, let region = regions.first else { return }
    for state in region.states {
      rename(state, to: Naming.state(properties: [(region.name, state)]))
    }
  }

  fileprivate mutating func rename(_ region: Region, to name: String) {
    for state in region.states {
      let value = Naming.properties(ofState: state).first?.value ?? state
      rename(state, to: Naming.state(properties: [(name, value)]))
    }
    for index in regions.indices where regions[index].name == region.name {
      regions[index].name = name
    }
    for index in transitions.indices {
      transitions[index].guard = transitions[index].guard?.renaming(region.name, to: name)
      for position in transitions[index].when.indices
      where transitions[index].when[position].region == region.name {
        transitions[index].when[position].region = name
      }
    }
    for index in actions.indices {
      actions[index].guard = actions[index].guard?.renaming(region.name, to: name)
      for position in actions[index].writes.indices
      where actions[index].writes[position].path == region.name {
        actions[index].writes[position].path = name
      }
    }
  }

  /// What a region is and does, without its name.
  fileprivate func features(of region: Region) -> Set<String> {
    func value(_ state: String) -> String {
      Naming.properties(ofState: state).first?.value ?? state
    }
    let edges = transitions.filter { region.states.contains($0.from) }.map { edge in
      [value(edge.from), edge.event.description, edge.to.map(value) ?? "?"].joined(separator: "\t")
    }
    return Set(region.states.map(value) + edges)
  }

  /// The events that change a region.
  fileprivate func events(changing region: Region) -> [Event.ID] {
    transitions.filter { region.states.contains($0.from) && !$0.isNeutral }.map(\.event)
  }

  /// Drops regions, and what events did while they changed no region: the region tells of them now.
  fileprivate mutating func leaveOut(_ gone: [Region], changed: Set<Event.ID>) {
    let states = Set(gone.flatMap(\.states))
    let own = Set(gone.flatMap { events(changing: $0) })
    let isHome = gone.contains { $0.name == projection.first }
    transitions.removeAll { edge in
      if edge.isNeutral, changed.contains(edge.event) { return true }
      // Where no region changes, the first one tells of it: that is none of its own.
      return states.contains(edge.from)
        && !(isHome && edge.isNeutral && !own.contains(edge.event))
    }
    regions.removeAll { region in gone.contains { $0.name == region.name } }
    self.states.removeAll { states.contains($0.name) }
  }

  /// Says of what changes no region that any state is left as it is, whichever region is the first.
  fileprivate mutating func nameNoState(asIn whole: Machine) {
    let home = Set(whole.regions.first?.states ?? [])
    let own = Set(whole.regions.first.map { whole.events(changing: $0) } ?? [])
    let neutral = transitions.filter { edge in
      home.contains(edge.from) && edge.isNeutral && !own.contains(edge.event)
    }
    let sources = Dictionary(grouping: neutral, by: \.facts).mapValues { Set($0.map(\.from)) }
    var seen: Set<[String]> = []
    transitions = transitions.compactMap { edge in
      guard home.contains(edge.from), sources[edge.facts] == home else { return edge }
      var edge = edge
      (edge.from, edge.to) = ("any state", edge.to.map { _ in "any state" })
      return seen.insert(edge.facts).inserted ? edge : nil
    }
  }
}

extension Transition {
  /// Whether the state is left as it is.
  fileprivate var isNeutral: Bool { kind != .unresolved && (to == nil || to == from) }

  /// All that it says but where it leaves from.
  fileprivate var facts: [String] {
    [event.description, condition, effect?.description ?? "", kind.rawValue]
  }
}

extension String {
  /// The text with another name in place of one, where that stands by itself or as a member.
  fileprivate func renaming(_ name: String, to other: String) -> String {
    var result = ""
    var word = ""
    for character in self + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += (word == name ? other : word) + String(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }
}
