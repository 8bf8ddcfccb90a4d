import Foundation
import OrreryTrace
import Testing

@Suite("A stream that many threads write to") struct StreamSinkTests {
  @Test("gets whole lines only, and the number of those that it did not get")
  func lines() async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    let copy = path + ".copy"
    defer { for file in [path, copy] { try? FileManager.default.removeItem(atPath: file) } }
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let sink = try StreamSink(path: path, patience: 1, report: { _ in })
    sink.write(.header(Examples.header))
    var text = Data()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 { sink.write(Examples.step(UInt64(task * 500 + number))) }
        }
      }
      for _ in 0..<20 {
        text += read(from: reader)
        await Task.yield()
      }
    }
    text += read(from: reader)
    sink.close()
    text += read(from: reader)
    try text.write(to: URL(filePath: copy))
    let (records, warnings) = try TraceReader(path: copy).records()
    var steps = 0
    var missing: UInt64 = 0
    for record in records {
      switch record {
      case .step: steps += 1
      case .gap(let gap): missing += gap.lost
      default: break
      }
    }
    #expect(warnings.isEmpty)
    #expect(missing == sink.lost && steps + Int(missing) == 8 * 500)
  }

  private func read(from descriptor: Int32) -> Data {
    var result = Data()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return result }
      result += bytes.prefix(count)
    }
  }
}
