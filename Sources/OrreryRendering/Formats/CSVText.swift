/// The escapes of comma-separated values, after https://www.rfc-editor.org/rfc/rfc4180 with line feeds.
enum CSVText {
  static func table(_ rows: [[String]]) -> String {
    rows.map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 != "," && $0 != "\"" && $0 != "\n" && $0 != "\r"
    }
    guard !isPlain || text.first == " " || text.last == " " else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
