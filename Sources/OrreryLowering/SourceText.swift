/// A source file, handed in as text: extraction touches no disk.
public struct SourceText: Hashable, Sendable {
  /// The module that the file is compiled into; the first part of its machines' ids.
  public var module: String
  /// The path by which locations name the file.
  public var path: String
  public var text: String

  public init(module: String, path: String, text: String) {
    self.module = module
    self.path = path
    self.text = text
  }
}
