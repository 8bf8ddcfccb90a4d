#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// When a log begins anew, and what becomes of what it held: of `run.jsonl` the last part is
/// `run.1.jsonl`, the one before it `run.2.jsonl`.
///
/// Each part is a log of its own, with header, machines and a snapshot of every live instance.
/// Steps are numbered through all of them.
public struct Rotation: Hashable, Sendable {
  /// The number of bytes after which the log begins anew; a step may go a little over it.
  public var size: Int
  /// How many older parts are kept.
  public var kept: Int

  public init(size: Int, kept: Int = 4) {
    self.size = max(size, 1)
    self.kept = max(kept, 1)
  }

  /// Where an older part of a log lies; the number one is the newest.
  public static func path(of number: Int, for path: String) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path).\(number)" }
    return "\(path[..<dot]).\(number)\(path[dot...])"
  }

  /// Moves each part to the next number.
  ///
  /// The last one goes, and the log itself becomes number one.
  func shift(_ path: String) throws(TraceError) {
    let last = Self.path(of: kept, for: path)
    guard LogFile.isReplaceable(path: last) else { throw .foreign(path: last) }
    for number in stride(from: kept - 1, to: 0, by: -1) {
      // A part that is not there yet is no error.
      _ = rename(Self.path(of: number, for: path), Self.path(of: number + 1, for: path))
    }
    guard rename(path, Self.path(of: 1, for: path)) == 0 else {
      throw .system(.rename, path: path, code: errno)
    }
  }

  /// Puts the log back where it was.
  func unshift(_ path: String) {
    _ = rename(Self.path(of: 1, for: path), path)
  }
}
