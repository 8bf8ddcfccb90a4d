import OrreryTrace

/// The module and the names of a type and those around it, as they are written in its source.
///
/// Found by reflection, for types that no macro saw: what it adds to them is left out, generic
/// arguments and the marks of private and local types.
struct TypePath: Hashable {
  let parts: [String]

  init(_ type: Any.Type) { parts = Self.parts(of: String(reflecting: type)) }

  /// `Module.Outer.Inner`.
  var id: String { parts.joined(separator: ".") }

  /// The type's own name.
  var name: String { parts.last ?? "" }

  /// Whether a type stands in another one, or in the actions that stand there.
  func isDeclared(by feature: TypePath) -> Bool {
    let inside = parts.dropFirst(feature.parts.count)
    guard parts.starts(with: feature.parts), let first = inside.first else { return false }
    return inside.count == 1 || first == "Action"
  }

  /// The parts of `Module.(Outer in _123).Inner<Module.(unknown context at $12).Other>`.
  static func parts(of reflected: String) -> [String] {
    var result = [""]
    var depth = 0
    for scalar in reflected.unicodeScalars {
      switch scalar {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0:
        result.append("")
        continue
      default: break
      }
      result[result.count - 1].unicodeScalars.append(scalar)
    }
    return result.compactMap(written)
  }

  /// `(Outer in _123)` is `Outer`; what has no name is nothing.
  private static func written(_ part: String) -> String? {
    guard part.hasPrefix("(") else { return Naming.typeName(part) }
    guard !part.hasPrefix("(unknown context"),
      let end = part.firstIndex(of: " ")
    else { return nil }
    return String(part[part.index(after: part.startIndex)..<end])
  }
}
