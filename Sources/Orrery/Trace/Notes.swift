/// What happened inside a reducer, beside its effect.
package struct Notes: Sendable {
  /// What each machine did, children before parents.
  var steps: [Step] = []
  /// Children whose state is gone.
  var departed: [Route] = []
  /// Misuse of the library that the reducer met.
  var issues: [Misuse] = []

  static func joined(_ first: Notes?, _ second: Notes?) -> Notes? {
    guard var result = first else { return second }
    guard let second else { return result }
    result.steps += second.steps
    result.departed += second.departed
    result.issues += second.issues
    return result
  }
}
