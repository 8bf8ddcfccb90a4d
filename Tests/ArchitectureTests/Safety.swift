import SwiftSyntax

/// What could end a user's process, or write on a user's standard output behind its back.
enum Safety {
  /// A place that may do so after all, and why that is right.
  struct Exception: Sendable {
    var file: String
    var construct: String
    var reason: String
  }

  static let exceptions = [
    Exception(
      file: "Sources/Orrery/Reducer/Reducer.swift", construct: "preconditionFailure",
      reason: "the body of a reducer without one has type Never: there is nothing to return")
  ]

  /// Calls that end the process.
  static let traps: Set<String> = ["fatalError", "preconditionFailure", "exit", "abort"]

  /// Modules whose purpose is to write on the standard streams and to end with an exit code.
  static let speakers: Set<String> = [
    "OrreryCommandLine", "OrreryTool", "DrawStateMachines", "CheckStateMachines",
  ]

  /// Everything in a file that can trap or print, whether or not it is excepted.
  static func constructs(in file: SourceFile) -> [(construct: String, finding: Finding)] {
    let visitor = SafetyVisitor(file)
    visitor.walk(file.tree)
    return visitor.found
  }

  static func findings(in file: SourceFile) -> [Finding] {
    constructs(in: file).filter { found in
      !exceptions.contains { $0.file == file.path && $0.construct == found.construct }
    }.map(\.finding)
  }
}

private final class SafetyVisitor: SyntaxVisitor {
  private let file: SourceFile
  private let maySpeak: Bool
  private(set) var found: [(construct: String, finding: Finding)] = []

  init(_ file: SourceFile) {
    self.file = file
    maySpeak = Safety.speakers.contains(file.module)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return .visitChildren
    }
    if Safety.traps.contains(name), !(maySpeak && name == "exit") {
      note("\(name)", "errors are values: throw or return what went wrong", at: node)
    }
    if !maySpeak, ["print", "debugPrint", "dump"].contains(name) {
      note(name, "only the command line writes on the standard streams", at: node)
    }
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark?.tokenKind == .exclamationMark {
      note("try!", "errors are values: handle this one or pass it on", at: node)
    }
    return .visitChildren
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    note("!", "say what happens where there is no value", at: node)
    return .visitChildren
  }

  override func visit(_ node: AsExprSyntax) -> SyntaxVisitorContinueKind {
    noteCast(node.questionOrExclamationMark, at: node)
  }

  // Operators are not folded in these trees, so a cast is mostly seen in this form.
  override func visit(_ node: UnresolvedAsExprSyntax) -> SyntaxVisitorContinueKind {
    noteCast(node.questionOrExclamationMark, at: node)
  }

  private func noteCast(
    _ mark: TokenSyntax?, at node: some SyntaxProtocol
  ) -> SyntaxVisitorContinueKind {
    if mark?.tokenKind == .exclamationMark {
      note("as!", "say what happens where the value has another type", at: node)
    }
    return .visitChildren
  }

  private func note(_ construct: String, _ advice: String, at node: some SyntaxProtocol) {
    found.append((construct, file.finding("`\(construct)` in \(file.module); \(advice)", at: node)))
  }
}
