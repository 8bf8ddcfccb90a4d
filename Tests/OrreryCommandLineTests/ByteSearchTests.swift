import Testing

@testable import OrreryCommandLine

@Suite("A search for bytes")
struct ByteSearchTests {
  @Test(
    "finds what is there, wherever it stands",
    arguments: [
      ("", "", true), ("abc", "", true), ("", "a", false), ("abc", "abc", true),
      ("abc", "abcd", false),
      ("aab", "ab", true), ("aaab", "aab", true), ("abab", "abb", false), ("xab", "ab", true),
      ("a", "b", false), ("é-->", "-->", true),
    ])
  func contains(text: String, other: String, found: Bool) {
    #expect(text.containsBytes(of: other) == found)
    #expect(Array(text.utf8)[...].contains(Array(other.utf8)) == found)
    #expect(("…" + text).containsBytes(of: other) == found)
  }
}
