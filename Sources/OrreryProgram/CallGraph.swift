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
    let found = goals.indices.filter { goals[$0] }.closed {
      stops.indices.contains($0) && stops[$0] ? [] : callers[$0]
    }
    return goals.indices.map(found.contains)
  }

  /// Some functions and all that these come to.
  package func reached(from starts: some Sequence<Int>) -> Set<Int> {
    starts.closed { callees[$0] }
  }
}
