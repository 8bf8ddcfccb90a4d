import OrreryModel
import OrreryRendering

/// Both versions of a machine in one picture: the new one with what is gone, and what changed marked.
struct ChangePicture {
  let machine: Machine
  let options: RenderOptions

  init(_ diff: MachineDiff) {
    var machine = diff.new
    var options = RenderOptions()
    func mark(_ edge: Transition, _ change: PartChange) {
      let position = machine.transitions.indices.first {
        machine.transitions[$0] == edge && options.changes[$0] == nil
      }
      if let position { options.changes[position] = change }
    }
    func addGone(_ edge: Transition) {
      options.changes[machine.transitions.count] = .removed
      machine.transitions.append(edge)
    }
    for change in diff.changes {
      switch change {
      case .stateAdded(let name): options.stateChanges[name] = .added
      case .stateRenamed(_, let name), .stateChanged(let name, _, _):
        options.stateChanges[name] = .changed
      case .stateRemoved(let name):
        options.stateChanges[name] = .removed
        var state = diff.old.states.first { $0.name == name } ?? State(name)
        state.isInitial = false
        machine.states.append(state)
      case .edgeAdded(let edge): mark(edge, .added)
      case .edgeRemoved(let edge): addGone(edge)
      case .edgeChanged(let old, let new, .target):
        addGone(old)
        mark(new, .added)
      case .edgeChanged(_, let new, _): mark(new, .changed)
      case .eventRenamed(_, let event):
        for position in diff.new.transitions.indices
        where diff.new.transitions[position].event == event && options.changes[position] == nil {
          options.changes[position] = .changed
        }
      case .regionAdded(let region):
        for name in region.states { options.stateChanges[name] = .added }
      case .eventAdded, .eventRemoved, .actionAdded, .actionRemoved, .actionChanged,
        .regionRemoved, .regionRenamed, .projectionChanged:
        break
      }
    }
    self.machine = machine
    self.options = options
  }

  /// A machine that only one version has, all of it marked.
  init(_ machine: Machine, _ change: PartChange) {
    var options = RenderOptions()
    for state in machine.states { options.stateChanges[state.name] = change }
    for position in machine.transitions.indices
    where [.move, .stay, .unresolved].contains(machine.transitions[position].kind) {
      options.changes[position] = change
    }
    self.machine = machine
    self.options = options
  }
}

extension ModelDiffReport.Entry {
  var picture: ChangePicture {
    switch kind {
    case .added: ChangePicture(machine, .added)
    case .removed: ChangePicture(machine, .removed)
    case .renamed, .changed: diff.map(ChangePicture.init) ?? ChangePicture(machine, .changed)
    }
  }
}
