/// What happened inside a reducer, beside its effect.
@usableFromInline
package struct Notes: Sendable {
  /// What each machine did, children before parents.
  var steps: [Step] = []
  /// Children whose state has come.
  var arrived: [PresentMachine] = []
  /// Children whose state is gone.
  var departed: [Route] = []
  /// Misuse of the library that the reducer met.
  var issues: [Misuse] = []
  /// Whether the event was handed on to a child that is not there, until a machine takes its step.
  var isForAbsentChild = false

  static func joined(_ first: Notes?, _ second: Notes?) -> Notes? {
    guard var result = first else { return second }
    guard let second else { return result }
    result.steps += second.steps
    result.arrived += second.arrived
    result.departed += second.departed
    result.issues += second.issues
    result.isForAbsentChild = result.isForAbsentChild || second.isForAbsentChild
    return result
  }

  /// The same, seen from the parent.
  func below<Parent: Sendable, Child: Sendable>(
    _ key: Route.Key, state child: @escaping @Sendable (Parent) -> Child?
  ) -> Notes {
    var result = self
    for index in steps.indices { result.steps[index].route = steps[index].route.below(key) }
    result.arrived = arrived.map { $0.below(key, state: child) }
    result.departed = departed.map { $0.below(key) }
    return result
  }
}
