import FlyingFox
import FlyingSocks
import Foundation

/// Chunks as they come, as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html.
struct EventStream: AsyncBufferedSequence {
  typealias Element = UInt8

  let feed: RunFeed
  /// The first chunk that is wanted.
  let first: Int

  func makeAsyncIterator() -> Iterator { Iterator(feed: feed, next: first) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    /// How long nothing is said before a comment keeps the connection, in tenths of a second: a viewer
    /// that has gone is found by it.
    private static let silence = 50

    fileprivate let feed: RunFeed
    fileprivate var next: Int
    private var waiting: [UInt8] = []
    private var sent = 0
    private var hasEnded = false

    fileprivate init(feed: RunFeed, next: Int) {
      (self.feed, self.next) = (feed, next)
    }

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if sent == waiting.count { try await fill() }
      guard sent < waiting.count else { return nil }
      let end = Swift.min(sent + Swift.max(count, 1), waiting.count)
      defer { sent = end }
      return Array(waiting[sent..<end])
    }

    private mutating func fill() async throws {
      (waiting, sent) = ([], 0)
      guard !hasEnded else { return }
      for _ in 0..<Self.silence {
        let news = feed.news(from: next)
        next = news.next
        if news.hasGap { return finish(with: "behind") }
        for item in news.items { append(item) }
        if !waiting.isEmpty { return }
        try await Task.sleep(for: .milliseconds(100))
      }
      waiting = Array(":\n\n".utf8)
    }

    /// Says why nothing follows.
    private mutating func finish(with event: String) {
      hasEnded = true
      waiting.append(contentsOf: "event: \(event)\ndata:\n\n".utf8)
    }

    private mutating func append(_ item: RunFeed.Item) {
      let text = "id: \(item.number)\ndata: \(Data(item.bytes).base64EncodedString())\n\n"
      waiting.append(contentsOf: text.utf8)
    }
  }
}
