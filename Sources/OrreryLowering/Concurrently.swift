import Dispatch
import OrreryTrace

extension Array {
  /// The results of a function on each element, in order, computed on all cores.
  package func concurrentMap<Result>(_ transform: @escaping (Element) -> Result) -> [Result] {
    guard count > 1 else { return map(transform) }
    let results = Lock<[(Int, Unchecked<Result>)]>([])
    let work = Unchecked((elements: self, transform: transform))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Unchecked(work.value.transform(work.value.elements[index]))
      results.withLock { $0.append((index, result)) }
    }
    return results.withLock { $0 }.sorted { $0.0 < $1.0 }.map(\.1.value)
  }
}

/// A value that is handed to other threads one at a time, or only read there.
struct Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}
