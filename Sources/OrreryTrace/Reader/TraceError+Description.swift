#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension TraceError: CustomStringConvertible {
  /// What is wrong, where, and what to do, on one line.
  public var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "cannot \(operation.rawValue) '\(path)': \(String(cString: strerror(code)))"
    case .foreign(let path):
      "cannot write '\(path)': it is no trace log, and its content would be lost; "
        + "name another file, or remove this one first"
    case .unmappable(let path):
      "cannot map '\(path)': it is no file of its own; write to it by a StreamSink, or name a file"
    case .busy(let path):
      "cannot write '\(path)': another process is recording to it; "
        + "put %p in the path, which stands for the process id"
    case .schema(let found, let path):
      "cannot read '\(path)': its schema is '\(found)', and this version reads "
        + "'\(Record.schema)'; use the version of orrery that recorded it"
    case .unreadable(let path, nil):
      "cannot read '\(path)': it holds no records; was recording switched on?"
    case .unreadable(let path, .some(let first)):
      "cannot read '\(path)': no line of it is a trace record; \(first)"
    }
  }
}

extension TraceWarning: CustomStringConvertible {
  public var description: String { "line \(line) (byte \(byteOffset)): \(message)" }
}
