/// Which of some functions call which others.
///
/// What functions come to by calls is found for all of them in one pass over the calls.
package struct CallGraph: Sendable {
  /// By the numbers of the functions.
  package let callees: [[Int]]
  package let callers: [[Int]]

  /// - Parameter callees: Those of each function, by their numbers.
  package init(callees: [[Int]]) {
    self.callees = callees
    var callers = [[Int]](repeating: [], count: callees.count)
    for (caller, called) in callees.enumerated() {
      for callee in called where callers.indices.contains(callee) {
        callers[callee].append(caller)
      }
    }
    self.callers = callers
  }

  /// Which functions come to one that passes a test: themselves, or by what they call.
  ///
  /// - Parameters:
  ///   - goals: The functions that pass it.
  ///   - stops: Functions that others do not come through.
  /// - Complexity: Linear in the number of functions and calls.
  package func reaching(_ goals: [Bool], stoppingAt stops: [Bool] = []) -> [Bool] {
    var found = goals
    var open = goals.indices.filter { goals[$0] }
    while let next = open.popLast() {
      if stops.indices.contains(next), stops[next] { continue }
      for caller in callers[next] where !found[caller] {
        found[caller] = true
        open.append(caller)
      }
    }
    return found
  }

  /// Some functions and all that these come to.
  package func reached(from starts: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var open = Array(starts)
    while let next = open.popLast() {
      if found.insert(next).inserted { open += callees[next] }
    }
    return found
  }
}
