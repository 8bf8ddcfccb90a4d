import Foundation

/// The browser of whoever uses this computer.
enum Browser {
  /// Opens a file or an address; says so where that cannot be done.
  static func open(_ place: String, on console: Console) {
    #if os(macOS)
    let program = "/usr/bin/open"
    #else
    let program = "/usr/bin/xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [place]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      console.warn("cannot open a browser (\(error.reason)); open \(place) yourself")
    }
  }
}
