#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What may be done to the file that a path names.
enum LogFile {
  /// Opens a file that may be emptied and mapped.
  ///
  /// No other recording has it open: a process that inherits the environment of a recorded one must
  /// not empty its log. What it holds is a log, or nothing: a name by mistake costs nobody a file.
  static func openLocked(_ path: String) throws(TraceError) -> Int32 {
    // Asked before it is opened: who reads a FIFO is told its end when a writer leaves it again.
    if let file = FileIdentity(path: path), !file.isRegular || outputDescriptor(of: file) != nil {
      throw .unmappable(path: path)
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    do throws(TraceError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw errno == EWOULDBLOCK ? .busy(path: path) : .system(.lock, path: path, code: errno)
      }
      guard isReplaceable(descriptor) else { throw .foreign(path: path) }
    } catch {
      LogSpace.close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Whether a path names no file, or one that may be lost: a log, or an empty one.
  static func isReplaceable(path: String) -> Bool {
    guard FileIdentity(path: path)?.isRegular == true else { return true }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { LogSpace.close(descriptor) }
    return isReplaceable(descriptor)
  }

  private static let kinds = ["header", "machine", "instance", "step", "effect", "gap"]

  private static func isReplaceable(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { return false }
    let start = bytes.prefix(count)
    // A process that is killed before its header leaves newlines.
    return kinds.contains { start.starts(with: "{\"type\":\"\($0)\"".utf8) }
      || start.allSatisfy { $0 == UInt8(ascii: "\n") }
  }

  /// What the program itself writes to a file by: its standard output or its standard error.
  static func outputDescriptor(of file: FileIdentity) -> Int32? {
    [STDOUT_FILENO, STDERR_FILENO].first { FileIdentity($0) == file }
  }
}

/// Which file it is, whatever its name.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64
  let isRegular: Bool

  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nothing where there is no such file, or where it is a folder, which no one can write to.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
