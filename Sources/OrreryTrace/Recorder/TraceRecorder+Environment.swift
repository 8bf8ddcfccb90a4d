#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension TraceRecorder {
  /// The environment variable that switches recording on: the path of the log to write.
  public static let variable = "ORRERY_TRACE"
  /// The environment variable that says after how many bytes that log begins anew.
  public static let sizeVariable = "ORRERY_TRACE_SIZE"

  /// The recorder of this process: off, unless the environment variable `ORRERY_TRACE` names a file.
  ///
  /// A path that names a stream, such as a FIFO or `/dev/stdout`, gets the log line by line. An address
  /// that `orrery inspect` printed gets it over the network.
  /// `%p` in the path stands for the process id, for programs that start others of their kind.
  public static let shared: TraceRecorder = {
    let recorder = TraceRecorder()
    guard let value = getenv(variable), value.pointee != 0 else { return recorder }
    do {
      recorder.attach(
        try sink(path: expand(String(cString: value)), rotation: try rotation()))
      // The tail of a mapped log is cut off when it is closed.
      atexit { TraceRecorder.shared.close() }
    } catch let error as SettingError {
      StandardError.write("\(sizeVariable): \(error); nothing is recorded")
    } catch {
      StandardError.write("\(variable): \(error); nothing is recorded")
    }
    return recorder
  }()

  private struct SettingError: Error, CustomStringConvertible {
    var description: String
  }

  /// A sink for a file, or for whatever else the path names.
  private static func sink(path: String, rotation: Rotation?) throws -> any TraceSink {
    if path.hasPrefix("http://") { return try NetworkSink(address: path) }
    do throws(TraceError) {
      return try FileSink(path: path, rotation: rotation)
    } catch .unmappable {
      if rotation != nil {
        StandardError.write("\(sizeVariable): '\(path)' is a stream, which never begins anew")
      }
      return try StreamSink(path: path)
    }
  }

  /// What the environment says about the size of the log.
  private static func rotation() throws -> Rotation? {
    guard let value = getenv(sizeVariable), value.pointee != 0 else { return nil }
    let text = String(cString: value)
    guard let size = Int(text), size > 0 else {
      throw SettingError(description: "'\(text)' is no number of bytes. To fix, write 16777216")
    }
    return Rotation(size: size)
  }

  static func expand(_ path: String) -> String {
    var result = ""
    var rest = Substring(path)
    while let mark = rest.firstIndex(of: "%") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if rest.first == "p" {
        result += String(getpid())
        rest = rest.dropFirst()
      } else {
        result += "%"
      }
    }
    return result + rest
  }
}

extension Header {
  /// The header of a recording that this process starts now.
  static func current(clock: TraceClock) -> Header {
    var random = SystemRandomNumberGenerator()
    let run = [random.next(), random.next()].map { (word: UInt64) in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return Header(
      run: run.joined(), wall: clock.wall(), mono: clock.monotonic(),
      process: processName, pid: Int(getpid()))
  }

  private static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "unknown"
  }
}

/// The one stream on which a recording may speak up.
enum StandardError {
  static func write(_ message: String) {
    let line = Array("orrery: \(message)\n".utf8)
    _ = line.withUnsafeBytes { Self.write(STDERR_FILENO, $0) }
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    Android.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
