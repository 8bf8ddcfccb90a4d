import SwiftSyntax

/// How long files and functions may be, and how much a type of the symbolic execution may hold.
///
/// A long one answers more than one question: split it by question, not by length.
enum Sizes {
  static let file = 500
  static let function = 60
  /// The stored properties of a type of the symbolic execution: whoever reads a step has to know them.
  static let properties = 15

  /// What is too long in a file: functions of every kind without their documentation, or itself.
  static func findings(in file: SourceFile) -> [Finding] {
    let visitor = SizeVisitor(file)
    visitor.walk(file.tree)
    guard file.lineCount > Self.file else { return visitor.findings }
    let message =
      "the file has \(file.lineCount) lines, more than \(Self.file); split it by question"
    return [Finding(file: file.path, line: 1, message: message)] + visitor.findings
  }
}

private final class SizeVisitor: SyntaxVisitor {
  private let file: SourceFile
  private(set) var findings: [Finding] = []

  init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    measure(node.name.text, from: node.funcKeyword, to: node)
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    measure("init", from: node.initKeyword, to: node)
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    measure("subscript", from: node.subscriptKeyword, to: node)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard node.accessorBlock != nil else { return .visitChildren }
    return measure(node.pattern.trimmedDescription, from: node.pattern, to: node)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    count(node.name.text, node.memberBlock, at: node.structKeyword)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    count(node.name.text, node.memberBlock, at: node.classKeyword)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    count(node.name.text, node.memberBlock, at: node.actorKeyword)
  }

  private static func observes(_ block: AccessorBlockSyntax) -> Bool {
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  private func count(
    _ name: String, _ members: MemberBlockSyntax, at start: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    guard file.path.hasPrefix("Sources/OrreryExecution/") else { return .visitChildren }
    let stored = members.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter { variable in !variable.modifiers.contains { $0.name.text == "static" } }
      .flatMap(\.bindings).filter { $0.accessorBlock.map(Self.observes) ?? true }
    if stored.count > Sizes.properties {
      let message =
        "`\(name)` has \(stored.count) stored properties, more than \(Sizes.properties); "
        + "put those together that belong together"
      findings.append(file.finding(message, at: start))
    }
    return .visitChildren
  }

  private func measure(
    _ name: String, from start: some SyntaxProtocol, to end: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    let lines = file.lastLine(of: end) - file.line(of: start) + 1 - quotedLines(in: end)
    if lines > Sizes.function {
      let message = "`\(name)` has \(lines) lines, more than \(Sizes.function); name its parts"
      findings.append(file.finding(message, at: start))
    }
    return .visitChildren
  }

  /// The lines of a test's inputs and expectations: text that it quotes is not code.
  private func quotedLines(in node: some SyntaxProtocol) -> Int {
    guard file.path.hasPrefix("Tests/") else { return 0 }
    let visitor = QuotationVisitor(file)
    visitor.walk(node)
    return visitor.lines
  }
}

private final class QuotationVisitor: SyntaxVisitor {
  private let file: SourceFile
  private(set) var lines = 0

  init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    lines += file.lastLine(of: node) - file.line(of: node)
    return .skipChildren
  }
}
