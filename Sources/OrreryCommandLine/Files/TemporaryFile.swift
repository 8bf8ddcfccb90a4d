import Foundation
import OrreryTrace

/// The names that files have while they are written: `.name.orrery-PROCESS-NUMBER~`, beside their
/// places.
enum TemporaryFile {
  private static let mark = ".orrery-"
  private static let number = AtomicValue(0)

  static func path(beside path: String) -> String {
    let number = number.add(1, ordering: .relaxed).newValue
    return PathName.joined(
      PathName.parent(path), ".\(PathName.name(path))\(mark)\(getpid())-\(number)~")
  }

  /// Removes what processes that were killed have left in a folder.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where owner(of: name).map(isGone) ?? false {
      try? FileManager.default.removeItem(atPath: PathName.joined(folder, name))
    }
  }

  private static func owner(of name: String) -> pid_t? {
    guard name.hasPrefix("."), name.hasSuffix("~"),
      let start = name.components(separatedBy: mark).last?.dropLast(), start.count < name.count - 1
    else { return nil }
    let parts = start.split(separator: "-")
    guard parts.count == 2, Int(parts[1]) != nil, let owner = pid_t(parts[0]), owner > 0 else {
      return nil
    }
    return owner
  }

  private static func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }
}
