import Foundation
import OrreryTrace

/// One step sent to the inspector, beside one that is written to a file.
enum Network {
  static func run(in folder: URL) throws {
    let reader = try Reader()
    let path = folder.appending(path: "steps.jsonl").path
    let nanoseconds = rounds(
      5,
      [
        { median { try? NetworkSink(address: reader.address) } },
        { median { try? FileSink(path: path) } },
      ])
    Table.row(
      "one step over the network, 10,000 a second, median", ours: nanoseconds[0],
      peer: nanoseconds[1], unit: "ns", name: "to a file")
    // A step takes 100 µs of a program that makes ten thousand a second.
    let share = nanoseconds[0] / 1000
    Table.line("\(String(format: "%6.2f", share)) % slower is such a program  (bar 10)")
  }

  private static func median(_ sink: () -> (any TraceSink)?) -> Double {
    guard let sink = sink() else { return .nan }
    let recorder = TraceRecorder(sink: sink)
    defer { recorder.close() }
    let trace = TraceInstance(
      machine: "Network.ConnectionStateMachine", state: "idle", recorder: recorder)
    let durations = Stopwatch.paced(10_000, every: 100_000) { index in
      trace.record(event: "next", from: "idle", to: index & 1 == 0 ? "idle" : "busy")
    }.sorted()
    return Double(durations[durations.count / 2]) - Stopwatch.overhead
  }

  /// Reads whatever comes, on threads of its own.
  private final class Reader: Sendable {
    let address: String

    init() throws {
      #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, size) == 0 && listen(listener, 8) == 0
            && getsockname(listener, $0, &size) == 0
        }
      }
      guard isListening else { throw Failure("cannot listen on this computer") }
      address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/records"
      Thread.detachNewThread {
        while true {
          let connection = accept(listener, nil, nil)
          Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while read(connection, &buffer, buffer.count) > 0 {}
            close(connection)
          }
        }
      }
    }
  }
}
