import Foundation
import OrreryTrace
import Testing

@Suite("A log that begins anew by its size") struct RotationTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "orrery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func steps(_ records: [Record]) -> [StepRecord] {
    records.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  @Test("Older parts are numbered before the extension")
  func paths() {
    #expect(Rotation.path(of: 1, for: "logs.d/run.jsonl") == "logs.d/run.1.jsonl")
    #expect(Rotation.path(of: 2, for: "logs.d/run") == "logs.d/run.2")
    #expect(Rotation.path(of: 3, for: ".trace") == ".trace.3")
  }

  @Test("No step is lost between the parts, and each part can be read alone")
  func parts() throws {
    try withFolder { folder in
      let path = folder + "/run.jsonl"
      let sink = try FileSink(path: path, rotation: Rotation(size: 40_000, kept: 100))
      let recorder = TraceRecorder(sink: sink)
      let trace = TraceInstance(machine: "M", state: "0", recorder: recorder)
      for step in 0..<3_000 { trace.record(event: "next", from: "\(step)", to: "\(step + 1)") }
      recorder.close()
      #expect(sink.lost == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.count > 5)
      let parts = (1..<files.count).reversed().map { Rotation.path(of: $0, for: path) } + [path]
      var all: [StepRecord] = []
      for (index, part) in parts.enumerated() {
        let (records, warnings) = try TraceReader(path: part).records()
        #expect(warnings.isEmpty)
        let size = try Data(contentsOf: URL(filePath: part)).count
        #expect(size < 41_000)
        guard case .header(let header) = records.first, case .machine = records[1],
          case .instance(let instance) = records[2]
        else {
          Issue.record("\(part) begins with \(records.prefix(3))")
          return
        }
        #expect(header.run == recorder.attachedRun)
        #expect(instance.phase == (index == 0 ? .started : .snapshot))
        #expect(instance.state == steps(records).first?.from)
        all += steps(records)
      }
      #expect(all.map(\.seq) == Array(1...3_000))
    }
  }

  @Test("Only so many older parts are kept")
  func kept() throws {
    try withFolder { folder in
      let path = folder + "/run.jsonl"
      let recorder = TraceRecorder(
        sink: try FileSink(path: path, rotation: Rotation(size: 5_000, kept: 2)))
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      for _ in 0..<1_000 { trace.record(event: "e", from: "a", to: "b") }
      recorder.close()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["run.1.jsonl", "run.2.jsonl", "run.jsonl"])
    }
  }

  @Test("Where it cannot begin anew the log goes on, which is told once")
  func obstacle() throws {
    try withFolder { folder in
      let path = folder + "/run.jsonl"
      let messages = MessageList()
      let sink = try FileSink(path: path, rotation: Rotation(size: 5_000)) { messages.add($0) }
      let recorder = TraceRecorder(sink: sink)
      // A folder is in the way of the older part.
      let obstacle = folder + "/run.1.jsonl/x"
      try FileManager.default.createDirectory(
        atPath: obstacle, withIntermediateDirectories: true)
      for number in 2...4 {
        try FileManager.default.createDirectory(
          atPath: folder + "/run.\(number).jsonl/x", withIntermediateDirectories: true)
      }
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      for _ in 0..<1_000 { trace.record(event: "e", from: "a", to: "b") }
      recorder.close()
      #expect(sink.lost == 0)
      #expect(steps(try TraceReader(path: path).records().records).count == 1_000)
      #expect(messages.all.count == 1)
      #expect(messages.all.first?.hasPrefix("cannot rename '\(path)'") == true)
    }
  }

  @Test("The folder may be gone when the log is to begin anew")
  func removedFolder() throws {
    try withFolder { folder in
      let messages = MessageList()
      let sink = try FileSink(path: folder + "/run.jsonl", rotation: Rotation(size: 5_000)) {
        messages.add($0)
      }
      let recorder = TraceRecorder(sink: sink)
      try FileManager.default.removeItem(atPath: folder)
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      for _ in 0..<1_000 { trace.record(event: "e", from: "a", to: "b") }
      recorder.close()
      #expect(sink.lost == 0 && messages.all.count == 1)
    }
  }
}

extension TraceRecorder {
  /// The run id that a sink attached now is told.
  fileprivate var attachedRun: String {
    let sink = MemorySink()
    detach(attach(sink))
    guard case .header(let header)? = sink.records.first else { return "" }
    return header.run
  }
}
