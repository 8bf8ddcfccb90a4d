import OrreryModel

/// The regions of two values that a picture tells as a box with lines, `→ true  start`, where many of
/// them, each with two boxes and arrows to and fro, would bury the rest.
struct Properties {
  private var regions: [String: Int] = [:]

  /// As many regions of two values as are drawn with states and arrows, and as many arrows in all.
  private static let (mostRegions, mostArrows) = (3, 14)

  /// - Parameters:
  ///   - scope: What the picture shows; a region of which it shows a part is drawn as it is.
  ///   - hosts: States that machines are drawn inside of, which have to be boxes.
  init(_ machine: Machine, scope: Neighbourhood, hosts: [String], options: RenderOptions) {
    guard machine.regions.count > 1, !options.isFlat else { return }
    let told = machine.regions.indices.filter { index in
      let states = machine.regions[index].states
      return states.count == 2 && states.allSatisfy { scope.contains($0) && !hosts.contains($0) }
    }
    guard told.count > Self.mostRegions || Self.arrows(machine) > Self.mostArrows else { return }
    for index in told {
      for state in machine.regions[index].states { regions[state] = index }
    }
  }

  /// How many pairs of states an arrow joins.
  private static func arrows(_ machine: Machine) -> Int {
    struct Pair: Hashable {
      var from: String
      var to: String
    }
    let pairs = machine.transitions.compactMap { row in
      row.to.flatMap { row.kind == .move && $0 != row.from ? Pair(from: row.from, to: $0) : nil }
    }
    return Set(pairs).count
  }

  /// The position of the region that is told in a box, of which this is a value.
  func region(of state: String) -> Int? { regions[state] }
}
