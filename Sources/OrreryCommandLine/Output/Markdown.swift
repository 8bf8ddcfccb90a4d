/// Text inside Markdown.
enum Markdown {
  /// Text that Markdown shows as it is, whatever it holds: punctuation as entities.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.harmless(keepingLines: false).unicodeScalars {
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || [".", " ", ",", "%"].contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result
  }
}
