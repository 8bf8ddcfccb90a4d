import Foundation
import OrreryTrace
import Testing

/// Each in a process of its own, because the recorder of a process looks at its environment once.
@Suite("The environment switches recording on") struct EnvironmentTests {
  @Test("A log is where the variable says, and is closed when the program ends")
  func path() async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      setenv("ORRERY_TRACE", path, 1)
      let trace = TraceInstance(machine: "M", state: "a")
      trace.record(event: "e", from: "a", to: "b")
      exit(0)
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count { $0 == 0x0A } == 4 && bytes.suffix(2) == Data("}\n".utf8))
  }

  @Test("A log begins anew after as many bytes as the other variable says")
  func size() async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    let older = Rotation.path(of: 1, for: path)
    defer { for file in [path, older] { try? FileManager.default.removeItem(atPath: file) } }
    await #expect(processExitsWith: .success) { [path = path as String] in
      setenv("ORRERY_TRACE", path, 1)
      setenv("ORRERY_TRACE_SIZE", "2000", 1)
      let trace = TraceInstance(machine: "M", state: "a")
      for _ in 0..<20 { trace.record(event: "e", from: "a", to: "b") }
      exit(0)
    }
    #expect(FileManager.default.fileExists(atPath: older))
  }

  @Test("A setting that is none is told, and the program goes on without a log")
  func wrong() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("ORRERY_TRACE", "/tmp/orrery-none.jsonl", 1)
      setenv("ORRERY_TRACE_SIZE", "big", 1)
      exit(TraceRecorder.shared.isEnabled ? 1 : 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("ORRERY_TRACE_SIZE: 'big' is no number of bytes. To fix, "))
  }

  @Test("Without the variable nothing is recorded")
  func off() async {
    await #expect(processExitsWith: .success) {
      unsetenv("ORRERY_TRACE")
      exit(TraceRecorder.shared.isEnabled ? 1 : 0)
    }
  }
}
