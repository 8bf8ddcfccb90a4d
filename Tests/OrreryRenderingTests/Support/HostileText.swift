/// Names and source texts that break formats.
enum HostileText {
  static let samples: [String] = [
    "\"quoted\"", "back\\slash", "a\\nb", "\\N and \\G and \\l", "<b>bold</b>", "</text>",
    "a;b", "a:b", "a::b", "#hash", "#35;", "#quot;", "&amp;", "&#65;", "a|b", "a\\|b", "-->",
    "s0 --> s1", "]]>", "[[link]]", "<<choice>>", "<!-- x -->", "%% comment", "%date()",
    "$variable",
    "' comment", "/' block '/", "@enduml", "!include x", "__under__", "**bold**", "//italic//",
    "--strike--", "~~wave~~", "\"\"mono\"\"", "==", "....", "~tilde", "^caret", "`code`", "``",
    "{block}", "}", "Dictionary<String, [Int?]>", "\\Root.child[0].name", "\\.self", "a && b || !c",
    "x >= 0 ? y : z", "🧑‍🚀 launch", "👩‍👩‍👧‍👦", "שלום עולם", "مرحبا", "日本語", "e\u{301}tat", "two\nlines",
    "tab\there", "\u{202E}reversed", "\u{7}bell", "state", "end", "end note", "graph", "strict",
    "note",
    "[*]", "as", "default", "click", "1.5", " lead", "trail ", "=SUM(A1)", "-1", "+", "@",
    "http://x.y/z",
    "class", "<U+0041>", "<color:red>", "<math>x</math>", "\\u{1F600}", "'", "O'Neill", ",", "(",
    ")",
    String(repeating: "long", count: 125), String(repeating: "wide name ", count: 50),
  ]

  static func random(using generator: inout SeededGenerator) -> String {
    let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      samples.randomElement(using: &generator) ?? "x"
    }
    return parts.joined(separator: Bool.random(using: &generator) ? " " : "")
  }
}
