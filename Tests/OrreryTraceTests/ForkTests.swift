#if !canImport(Darwin)
import Foundation
import OrreryTrace
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A child of `fork` shares the parent's mapped log, and must leave it alone.
@Suite("A process that forks while it records") struct ForkTests {
  private func events(_ path: String) throws -> [String] {
    let (records, warnings) = try TraceReader(path: path).records()
    #expect(warnings.isEmpty)
    return records.compactMap { if case .step(let step) = $0 { step.event } else { nil } }
  }

  @Test("has all of its own steps in the log, and none of its child's")
  func parent() async throws {
    try await withTemporaryLog { path in
      await #expect(processExitsWith: .success) { [path = path as String] in
        setenv("ORRERY_TRACE", path, 1)
        let trace = TraceInstance(machine: "M", state: "a")
        for _ in 0..<20 { trace.record(event: "before", from: "a", to: "b") }
        let child = fork()
        if child == 0 {
          alarm(10)
          let other = TraceInstance(machine: "Child", state: "a")
          for _ in 0..<5 { other.record(event: "child", from: "a", to: "b") }
          trace.record(event: "child", from: "a", to: "b")
          other.end()
          // Runs what the parent left to be done at its exit.
          exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        for _ in 0..<20 { trace.record(event: "after", from: "a", to: "b") }
        exit(status)
      }
      let events = try events(path)
      #expect(
        events
          == Array(repeating: "before", count: 20) + Array(repeating: "after", count: 20))
    }
  }

  @Test("has a child that may record by a recorder of its own, and is told so of the parent's")
  func child() async throws {
    try await withTemporaryLog { path in
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        let inherited = TraceRecorder(sink: try FileSink(path: path + ".parent"))
        let child = fork()
        if child == 0 {
          alarm(10)
          inherited.attach(MemorySink())
          let recorder = TraceRecorder(sink: try FileSink(path: path))
          let trace = TraceInstance(machine: "Child", state: "a", recorder: recorder)
          trace.record(event: "child", from: "a", to: "b")
          recorder.close()
          inherited.close()
          exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        exit(status)
      }
      let events = try events(path)
      #expect(events == ["child"])
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("its parent's recorder, which is off. To fix, make a TraceRecorder"))
    }
  }

  @Test("has children that let go of its log, whatever another thread was doing with it")
  func release() async throws {
    try await withTemporaryLog { path in
      await #expect(processExitsWith: .success) { [path = path as String] in
        var sink: FileSink? = try FileSink(path: path)
        // So long that the next window of the file is made, on another thread, while this one forks.
        let name = String(repeating: "long", count: 150_000)
        for _ in 0..<50 {
          sink?.write(.machine(MachineRecord(machine: name, style: "mutating")))
          let child = fork()
          if child == 0 {
            alarm(5)
            sink = nil
            _exit(0)
          }
          var status: Int32 = 0
          waitpid(child, &status, 0)
          if status != 0 { exit(1) }
        }
        exit(0)
      }
    }
  }

  private func withTemporaryLog(_ body: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer {
      for file in [path, path + ".parent"] { try? FileManager.default.removeItem(atPath: file) }
    }
    try await body(path)
  }
}
#endif
