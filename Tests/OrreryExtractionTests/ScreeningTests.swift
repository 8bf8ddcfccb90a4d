import OrreryExtraction
import Testing

@Suite("The cheap test of files") struct ScreeningTests {
  private let door = """
    struct Door {
      enum State { case open, shut }
      var state: State = .open
      mutating func push() { switch state { case .open: state = .shut; case .shut: swing() } }
    }
    """

  /// The names of the files beside `Door` that are parsed.
  private func passing(_ texts: [String: String]) -> Set<String> {
    let files = texts.merging(["Door": door]) { $1 }.map {
      SourceText(module: "App", path: $0, text: $1)
    }
    #expect(Extractor().extractAll(files).machines == Extractor().extract(files).machines)
    return Set(Extractor.candidates(among: files).map(\.path)).subtracting(["Door"])
  }

  @Test("leaves out what names no enum and is named by nothing that passes")
  func leftOut() {
    #expect(
      passing([
        "View": "struct View { let title: String; func draw() { print(title) } }",
        "Numbers": "func sum(_ a: Int, _ b: Int) -> Int { a + b }",
      ]) == [])
  }

  @Test("keeps what names an enum, a struct beside one, or an alias")
  func named() {
    #expect(
      passing([
        "Asks": "func isOpen(_ state: Door.State) -> Bool { state == .open }",
        "Holds": "final class House { var front = Door(); func go() { front.push() } }",
        "Alias": "typealias Gate = Window",
      ]) == ["Asks", "Holds", "Alias"])
  }

  @Test("keeps a view that has a binding of the state of an object")
  func bound() {
    let house = """
      final class House {
        var shown: Door.State?
        func open() { shown = .open }
        func shut() { shown = .shut }
      }
      """
    let view = { (house: String) in
      """
      struct Screen: View {
        @StateObject private var house = House()
        var body: some View { Text("x").sheet(item: \(house).shown) { _ in Text("y") } }
      }
      """
    }
    #expect(passing(["House": house, "Screen": view("$house")]) == ["House", "Screen"])
    #expect(passing(["House": house, "Screen": view("house")]) == ["House"])
  }

  @Test("keeps all where none names a state, so that errors are told")
  func nothing() {
    let files = [SourceText(module: "App", path: "View", text: "struct View { let = 3 }")]
    #expect(Extractor().extract(files).diagnostics.map(\.id).contains("syntax"))
  }

  @Test("keeps a struct that is named like a state, and what changes it")
  func structs() {
    let lamp = """
      struct LampState { var isOn = false }
      func reduce(_ state: inout LampState, _ action: LampAction) { state.isOn.toggle() }
      """
    let files = [SourceText(module: "App", path: "Lamp", text: lamp)]
    #expect(Extractor.candidates(among: files) == files)
  }

  @Test("keeps what declares a name that a file which passes has, and so on")
  func declared() {
    #expect(
      passing([
        "Extension": "extension Door { mutating func swing() { slam(&self) } }",
        "Helper": "func slam(_ value: inout Hinge) { value.turn() }",
        "Hinge": "final class Hinge { func turn() {} }",
        "Member": "final class Window { func swing() {} }",
      ]) == ["Extension", "Helper", "Hinge"])
  }

  @Test("keeps a subclass of what a file that passes declares, and one of that")
  func subclasses() {
    #expect(
      passing([
        "Base": "class Hall { var front = Door(); class func make() -> Hall { Hall() } }",
        "Subclass": "final class Porch: Hall { func go() { front.push() } }",
        "Generic": "class Passage<T: Hashable> : House.Hall where T: Sendable { var size = 3 }",
        "Next": "final class Lobby: Passage<Int> { override func go() {} }",
        "Other": "final class Window: Frame { let hall: Hall }",
      ]) == ["Base", "Subclass", "Generic", "Next"])
  }

  @Test(
    "lets a file pass whose braces or quotation marks do not add up",
    arguments: [
      "struct Window { func swing() {", "} func swing() {}", "let text = \"\"\"\nfunc swing() {}",
      "/* func swing() {} ",
    ])
  func unclear(_ text: String) {
    #expect(passing(["Unclear": text]) == ["Unclear"])
  }

  @Test("finds the name behind a comment, and no brace in a comment or a string")
  func trivia() {
    #expect(
      passing([
        "Comment": "func /* not */ swing() {} // {",
        "Text": "let brace = \"{ \\\" {\"\nfunc swing() {}",
        "Inner": "let text = \"\\(wrap(\"{\")) \\(wrap(\"}\"))\"\nfunc swing() {}",
        "Raw": "let brace = #\"{ \\\"#\nfunc swing() {}",
        "Long": "let braces = \"\"\"\n  { \" {\n  \"\"\"\nfunc swing() {}",
      ]) == ["Comment", "Text", "Inner", "Raw", "Long"])
  }
}
