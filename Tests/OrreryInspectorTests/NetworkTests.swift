import Foundation
import OrreryTrace
import Testing

@testable import OrreryInspector
@testable import OrreryInspectorServer

#if canImport(Glibc)
import Glibc
#endif

@Suite("Records over the network", .serialized)
struct NetworkTests {
  /// A server for as long as a test runs.
  private func serving(
    _ body: (_ page: String, _ records: String, RecordQueue, RunFeed) async throws -> Void
  ) async throws {
    let (feed, queue) = (RunFeed(limit: 1000), RecordQueue())
    let server = try InspectorServer(
      host: "127.0.0.1", port: 0, title: "test", feed: feed, records: queue)
    let (places, continuation) = AsyncStream.makeStream(of: (String, String).self)
    let task = Task {
      try await server.run { continuation.yield(($0, $1)) }
    }
    defer { task.cancel() }
    for await (page, records) in places {
      try await body(page, records, queue, feed)
      break
    }
  }

  private func record(_ seq: UInt64) -> Record {
    .step(
      StepRecord(
        seq: seq, at: seq, machine: "A.B", instance: 1, origin: "input", event: "go", from: "a",
        to: "b", verdict: .moved))
  }

  /// What comes, until so many records have.
  private func take(_ count: Int, from queue: RecordQueue) async throws -> [RecordQueue.Item] {
    var items: [RecordQueue.Item] = []
    for _ in 0..<500 where items.count < count {
      items += queue.take()
      try await Task.sleep(for: .milliseconds(20))
    }
    return items
  }

  @Test("all records reach the inspector, in order, and the end of them is told")
  func sent() async throws {
    try await serving { _, address, queue, _ in
      let sink = try NetworkSink(address: address)
      for seq in 1...20_000 { sink.write(record(UInt64(seq))) }
      sink.close()
      let items = try await take(20_001, from: queue)
      #expect(items.compactMap(\.record) == (1...20_000).map { record(UInt64($0)) })
      #expect(items.last?.record == nil)
      #expect(sink.lost == 0)
    }
  }

  @Test("where nobody reads, records are lost and counted, and the machine does not wait")
  func lost() async throws {
    let listener = try SilentListener()
    let messages = Lock<[String]>([])
    let sink = try NetworkSink(address: listener.address) { message in
      messages.withLock { $0.append(message) }
    }
    let count = 200_000
    for seq in 1...count { sink.write(record(UInt64(seq))) }
    #expect(sink.lost > 0)
    #expect(sink.lost < UInt64(count))
    #expect(
      messages.withLock { $0 } == [
        "cannot send records: the inspector is too slow; they are lost"
      ])
  }

  @Test("where nobody listens, that is an error")
  func refused() {
    let address = "http://127.0.0.1:9/records?token=x"
    #expect(throws: TraceError.self) { try NetworkSink(address: address) }
    for text in ["http://", "http://host/records", "http://127.0.0.1:99999/", "ftp://127.0.0.1:1/"]
    {
      #expect(throws: TraceError.self) { try NetworkSink(address: text) }
    }
  }

  @Test("a viewer that is too slow is told, instead of being shown a part")
  func slowViewer() {
    let feed = RunFeed(limit: 10)
    func chunk(_ steps: Int) -> RunChunk {
      var block = RunBlock()
      for seq in 0..<steps {
        block.add(kind: 0, instance: 0, seq: UInt64(seq), time: 0, cause: nil, runs: [])
      }
      return RunChunk(block)
    }
    feed.add([chunk(6)])
    let seen = feed.news(from: 0)
    #expect(seen.items.count == 1)
    feed.add([chunk(6), chunk(6)])
    #expect(feed.news(from: seen.next).hasGap)
    #expect(feed.news(from: 0).dropped == 12)
    #expect(!feed.news(from: feed.news(from: 0).next).hasGap)
  }
}

/// Listens, and never takes what comes.
private final class SilentListener {
  private let descriptor: Int32
  let address: String

  init() throws {
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.descriptor = descriptor
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(descriptor, place, size) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, place, &size) == 0
      }
    }
    try #require(found)
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/records?token=x"
  }

  deinit { close(descriptor) }
}
