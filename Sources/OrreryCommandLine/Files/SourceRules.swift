/// Which folders below a named one are not read.
enum SourceRules {
  /// Build products and other people's packages are not what a project declares.
  private static let foreign: Set<Substring> = ["Carthage", "DerivedData", "Pods", "checkouts"]

  /// Whether a file or folder is hidden, or holds what others wrote or a tool built.
  static func isForeign(_ name: Substring) -> Bool { name.hasPrefix(".") || foreign.contains(name) }

  /// Whether a folder holds tests, or what previews show: Xcode's name, and that of every target of
  /// tests that its templates and those of SwiftPM make.
  static func holdsTests(_ name: Substring) -> Bool {
    name.hasSuffix("Tests") || name == "Preview Content"
  }
}
