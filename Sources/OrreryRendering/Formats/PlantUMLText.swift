/// The escapes of PlantUML, whose labels are Creole markup: https://plantuml.com/creole.
package enum PlantUMLText {
  /// Text for a label, a note or a title, on one line.
  ///
  /// What may open markup, an entity, a directive or a comment is written as a code point, and so
  /// are signs that mean something only twice in a row, and most signs at the beginning. Guillemets
  /// enclose a stereotype.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isFirst = index == 0
      let isDoubled =
        (!isFirst && scalars[index - 1] == scalar)
        || (index + 1 < scalars.count && scalars[index + 1] == scalar)
      if always.contains(scalar) || (doubled.contains(scalar) && isDoubled)
        || (isFirst && leading.contains(scalar))
      {
        result += codePoint(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let always = Set("\"\\<>«»#|{}~%$@;^`&*'".unicodeScalars)
  private static let leading = Set("_-=.!:+@(),?]".unicodeScalars)
  private static let doubled = Set("/_-=.![]:+".unicodeScalars)

  /// A line inside a block, which must not read as the block's end.
  static func blockLine(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, text.lowercased().hasPrefix("end") else {
      return escaped(text)
    }
    return codePoint(first) + escaped(String(text.unicodeScalars.dropFirst()))
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  static func lines(_ lines: [Line]) -> String {
    lines.map { escaped($0.text) }.joined(separator: "\\n")
  }
}
