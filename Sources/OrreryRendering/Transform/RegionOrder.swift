import OrreryModel

extension Machine {
  /// The machine with its regions in the order of a picture: the largest first, then by their names.
  var withRegionsInOrder: Machine {
    guard regions.count > 1 else { return self }
    var machine = self
    machine.regions.sort { one, other in
      one.states.count == other.states.count
        ? one.name < other.name : one.states.count > other.states.count
    }
    return machine
  }
}
