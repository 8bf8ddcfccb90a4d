import OrreryTrace

/// The step of a model whose state a subscriber is being handed, known to all that it calls.
struct PublishedStep: Sendable {
  @TaskLocal static var current: PublishedStep?

  let machine: String
  let event: String
  /// The effect run that led to it.
  let cause: UInt64?

  /// How a model that is made of others names the step: `OvenModel.switchOn`.
  var name: String {
    let path = machine.split(separator: ".", maxSplits: 1).last.map(String.init) ?? machine
    return Naming.event(event, ofPart: path)
  }

  /// Runs a body that learns of a step, where there is one.
  static func during<Result>(_ step: PublishedStep?, _ body: () -> Result) -> Result {
    guard let step else { return body() }
    return $current.withValue(step, operation: body)
  }
}
