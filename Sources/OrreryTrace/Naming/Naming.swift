/// The one rule by which machines, states and events are named.
///
/// The extractor and the macros feed it from syntax, the runtime from generated literals, so that a
/// recorded name and a declared name are equal by construction. It works with what a macro can see:
/// its own declaration and the types around it.
public enum Naming {
  /// A name as it is written in source, without the backticks of a raw or escaped identifier.
  public static func identifier(_ source: String) -> String {
    let scalars = source.unicodeScalars
    guard scalars.count > 1, scalars.first == "`", scalars.last == "`" else { return source }
    return String(scalars.dropFirst().dropLast())
  }

  /// The id of a machine: `Module.Outer.Inner`.
  ///
  /// - Parameters:
  ///   - module: The module's name, empty where it is not known.
  ///   - path: The types from the outermost to the machine's own, as written.
  public static func machine(module: String, path: [String]) -> String {
    let types = path.map(typeName)
    return (module.isEmpty ? types : [module] + types).joined(separator: ".")
  }

  /// A type's name without generic arguments and backticks: `Box<Int>` is `Box`.
  public static func typeName(_ source: String) -> String {
    let scalars = source.unicodeScalars
    // Within backticks a `<` is part of the name.
    let start = scalars.first == "`" ? scalars.dropFirst().firstIndex(of: "`") : scalars.startIndex
    guard let start, let end = scalars[start...].firstIndex(of: "<") else {
      return identifier(source)
    }
    return identifier(String(scalars[..<end]))
  }

  /// The module that a target of that name is compiled to, as SwiftPM mangles it: characters that no
  /// identifier may hold become `_`.
  public static func module(target: String) -> String {
    let mangled = target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    let startsWithDigit = mangled.first?.isNumber ?? false
    return (startsWithDigit ? "_" : "") + String(mangled)
  }

  /// The module part of a `#fileID`: `Module/File.swift` is `Module`.
  public static func module(fileID: String) -> String {
    fileID.firstIndex(of: "/").map { String(fileID[..<$0]) } ?? fileID
  }

  /// Whether a declared id is meant by a name: equal to it, or ending in it at a dot.
  public static func matches(id: String, name: String) -> Bool {
    id == name || id.hasSuffix("." + name)
  }
}
