import Testing

@testable import OrreryRendering

@Suite("Wrapping")
struct WrappingTests {
  @Test("breaks before an operator rather than at a space")
  func operators() {
    #expect(
      "isReady && count > 3 || isForced".wrapped(at: 22) == ["isReady && count > 3", "|| isForced"])
  }

  @Test("breaks after a comma rather than at a space")
  func commas() {
    #expect("login(user, with secret)".wrapped(at: 18) == ["login(user,", "with secret)"])
  }

  @Test("breaks a name before a hump, a dot or a bracket, and not within a word")
  func humps() {
    #expect(
      "notifyConnectionGoAwayReceived".wrapped(at: 27) == ["notifyConnectionGoAway", "Received"])
    #expect(
      "context.continuation.resume()".wrapped(at: 24) == ["context.continuation", ".resume()"])
    #expect(
      "readyToAcceptConnections(value)".wrapped(at: 28) == [
        "readyToAcceptConnections", "(value)",
      ])
  }

  @Test("breaks the name of a method between its labels, and before what comes after an await")
  func methods() {
    #expect(
      "configure(initializer:userPromise:)".wrapped(at: 26) == [
        "configure(initializer:", "userPromise:)",
      ])
    #expect("loadTheProfile#api.fetch".wrapped(at: 16) == ["loadTheProfile", "#api.fetch"])
  }

  @Test("breaks anywhere where there is no better place, and loses nothing")
  func anywhere() {
    let lines = String(repeating: "x", count: 25).wrapped(at: 10)
    #expect(lines.map(\.count) == [10, 10, 5])
  }

  @Test("keeps a short text whole", arguments: ["", "a", "a b"])
  func short(text: String) {
    #expect(text.wrapped(at: 10) == [text])
  }

  @Test("cuts with an ellipsis")
  func cutting() {
    #expect("abcdef".cut(to: 4) == "abc…")
    #expect("abcd".cut(to: 4) == "abcd")
  }

  @Test("makes one line of shapes out of anything")
  func printable() {
    #expect("a\n  b\t c".printable == "a b c")
    #expect("\u{202E}x\u{7}".printable == "�x�")
    #expect("🧑‍🚀 שלום".printable == "🧑‍🚀 שלום")
  }
}
