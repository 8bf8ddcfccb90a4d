import OrrerySyntax
import SwiftParser
import SwiftSyntax
import Testing

/// The first declaration of a kind in a source text.
private func first<Node: SyntaxProtocol>(_ type: Node.Type, in source: String) throws -> Node {
  func find(_ node: Syntax) -> Node? {
    if let found = node.as(type) { return found }
    for child in node.children(viewMode: .sourceAccurate) {
      if let found = find(child) { return found }
    }
    return nil
  }
  return try #require(find(Syntax(Parser.parse(source: source))))
}

@Suite("Cases of an enum")
struct EnumCaseTests {
  @Test("have names without backticks, labels and types")
  func values() throws {
    let cases = EnumCase.all(
      in: try first(
        EnumDeclSyntax.self,
        in:
          "enum E { case a, `default`; case b(Int, label: [String: Int]); case `two words`(_: A) }")
    )
    #expect(cases.map(\.name) == ["a", "default", "b", "two words"])
    #expect(cases.map(\.spelling) == ["a", "`default`", "b", "`two words`"])
    #expect(cases[2].labels == ["_", "label"])
    #expect(cases[2].values.map(\.type) == ["Int", "[String: Int]"])
    #expect(cases[3].labels == ["_"])
  }

  @Test("inside #if are found and marked")
  func conditional() throws {
    let cases = EnumCase.all(
      in: try first(
        EnumDeclSyntax.self,
        in: "enum E {\n case a\n #if DEBUG\n case b\n #else\n case c\n #endif\n}"))
    #expect(cases.map(\.name) == ["a", "b", "c"])
    #expect(cases.map(\.isConditional) == [false, true, true])
  }
}

@Suite("Stored properties")
struct StoredPropertyTests {
  private func properties(_ members: String) throws -> [StoredProperty] {
    let type = try first(StructDeclSyntax.self, in: "struct S {\n\(members)\n}")
    return StoredProperty.all(in: type.memberBlock.members)
  }

  @Test("are those without a getter")
  func computed() throws {
    let found = try properties(
      """
      var a = 1
      var b: Int { 2 }
      var c: Int { get { 3 } set {} }
      var d = 4 { didSet {} }
      let e: Bool
      """)
    #expect(found.map(\.name) == ["a", "d", "e"])
    #expect(found.map(\.isLet) == [false, false, true])
  }

  @Test("of one line share the annotation that follows")
  func bindings() throws {
    let found = try properties("var a, b: Bool, c = 1, `in`: String? = nil")
    #expect(found.map(\.name) == ["a", "b", "c", "in"])
    #expect(found.map { $0.type?.trimmedDescription } == ["Bool", "Bool", nil, "String?"])
    #expect(found.map { $0.initializer?.description } == [nil, nil, "1", "nil"])
  }

  @Test("tell static, lazy and private ones apart")
  func modifiers() throws {
    let found = try properties(
      "static var a = 1\nlazy var b = 2\nprivate var c = 3\nprivate(set) var d = 4")
    #expect(found.map(\.isStatic) == [true, false, false, false])
    #expect(found.map(\.isLazy) == [false, true, false, false])
    #expect(found.map(\.isPrivate) == [false, false, true, false])
  }
}

@Suite("The path of types")
struct TypePathTests {
  @Test("holds the types around a declaration, without generic arguments and functions")
  func nested() throws {
    let source = "extension A.B<Int> { actor C { func f() { enum `My D` { struct Wanted {} } } } }"
    let node = try first(StructDeclSyntax.self, in: source)
    #expect(TypePath.enclosing(node) == ["A", "B", "C", "My D"])
    #expect(TypePath.of(node) == ["A", "B", "C", "My D", "Wanted"])
  }

  @Test("is read from a macro's lexical context inside out")
  func lexical() throws {
    let inner = Syntax(try first(ClassDeclSyntax.self, in: "class Inner {}"))
    let outer = Syntax(try first(ExtensionDeclSyntax.self, in: "extension Outer.Middle {}"))
    #expect(TypePath.lexical([inner, outer]) == ["Outer", "Middle", "Inner"])
  }
}

@Suite("Doc comments")
struct DocCommentTests {
  private func comment(_ text: String) throws -> String? {
    DocComment.text(of: try first(StructDeclSyntax.self, in: text + "\nstruct S {}"))
  }

  @Test("lose their marks and keep their lines")
  func lines() throws {
    #expect(try comment("/// One.\n///\n///   indented") == "One.\n\n  indented")
    #expect(try comment("/** One.\n * Two.\n */") == "One.\nTwo.")
    #expect(try comment("// no doc") == nil)
    #expect(try comment("") == nil)
  }

  @Test("are the ones right before the declaration")
  func nearest() throws {
    #expect(try comment("/// Far.\n\n/// Near.") == "Near.")
  }
}
