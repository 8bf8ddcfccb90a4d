/// What running an effect gives: a stream of results, or at most one of them.
///
/// `AsyncStream` and `Optional` are the two forms; write `runIOEffect(_:)` with either.
public protocol EffectResults<Result> {
  associatedtype Result

  /// Hands over each result as it comes, and whether it is known to be the last one.
  func deliver(to body: (Result, _ isLast: Bool) -> Void) async
}

extension AsyncStream: EffectResults {
  public typealias Result = Element

  public func deliver(to body: (Element, _ isLast: Bool) -> Void) async {
    for await result in self { body(result, false) }
  }
}

extension Optional: EffectResults {
  public typealias Result = Wrapped

  public func deliver(to body: (Wrapped, _ isLast: Bool) -> Void) async {
    if let self { body(self, true) }
  }
}
