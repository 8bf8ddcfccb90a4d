import OrreryProgram

/// Loops over lists of which each element is known: one round for each, in their order.
extension Execution {
  /// A list of more elements is told as one of which the elements are not known.
  private static let mostElements = 4

  /// The elements of a list that is known as a whole; nothing for any other value, and where an action
  /// is told by what it writes.
  func knownElements(of list: Value) -> [Value]? {
    guard !tellsActions, case .array(let items) = list, items.count <= Self.mostElements,
      items.allSatisfy(\.isDecisive)
    else { return nil }
    return items
  }

  /// The rounds of a loop over such a list; nothing where one may wait, takes its element apart, or is
  /// left out by a condition.
  func run(_ loop: Loop, over items: [Value], of body: Body, _ path: Path) -> [Flow]? {
    guard case .forEach(.bind(let variable), _, nil, false) = loop.kind,
      !body.waits(inside: loop)
    else { return nil }
    var (paths, result) = ([path], [Flow]())
    for item in items {
      let ends = paths.flatMap { path -> [Flow] in
        var start = path
        start.declare(variable, item)
        return filtered(nil, loop, body, 1, start, since: path)
      }
      paths = joined(ends.filter { $0.isAt(loop.next) }.map(\.path))
      result += ends.filter { !$0.isAt(loop.next) }
    }
    return result + paths.map { Flow($0, .arrives(loop.behind)) }
  }

  /// The paths behind a call that runs a closure for each element of such a list; nothing for others.
  func rounds(
    of closure: ClosureValue, overListOf call: Call, _ path: Path
  ) -> [Path]? {
    guard Library.givesNothing.contains(call.name),
      let place = call.base.flatMap({ place(of: $0, path) }),
      let items = path.peek(at: place).flatMap(knownElements)
    else { return nil }
    return items.reduce([path]) { paths, item in
      joined(paths.flatMap { invoke(closure, [Labelled(nil, item)], $0).map(\.path) })
    }
  }
}
