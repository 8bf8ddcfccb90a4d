/// What running an effect gives: a stream of results, or at most one of them.
///
/// `AsyncStream` and `Optional` are the two forms; write `runIOEffect(_:)` with either.
public protocol EffectResults<Result> {
  associatedtype Result

  /// Hands over each result as it comes.
  func deliver(to body: (Result) -> Void) async
}

extension AsyncStream: EffectResults {
  public typealias Result = Element

  public func deliver(to body: (Element) -> Void) async {
    for await result in self { body(result) }
  }
}

extension Optional: EffectResults {
  public typealias Result = Wrapped

  public func deliver(to body: (Wrapped) -> Void) async {
    if let self { body(self) }
  }
}
