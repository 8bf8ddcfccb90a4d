import Foundation

/// By what a change of a file is noticed without reading it.
struct FileStamp: Hashable {
  private var seconds: Int
  private var nanoseconds: Int
  private var size: Int
  /// Editors put a new file into the place of the old one.
  private var number: UInt64

  /// The same for a copy of the file that keeps its time.
  var content: String { "\(size) \(seconds)" }

  /// Nothing where no file can be looked at.
  init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    #if canImport(Darwin)
    let time = found.st_mtimespec
    #else
    let time = found.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    (size, number) = (Int(found.st_size), UInt64(found.st_ino))
  }
}
