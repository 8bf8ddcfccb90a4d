import SwiftSyntax

/// What `Package.swift` says, read as syntax.
struct Manifest {
  /// The names of the modules under `Sources`, plugins included, in the order of the manifest.
  var modules: [String]
  /// The names of the sample targets.
  var samples: [String]
  /// The names of the test targets and of what only tests use.
  var tests: [String]

  /// What the manifest says that each target depends on: the names written there as strings.
  var dependencies: [String: Set<String>]

  init(_ file: SourceFile) {
    let visitor = TargetVisitor(viewMode: .sourceAccurate)
    visitor.walk(file.tree)
    dependencies = Dictionary(
      visitor.targets.map { ($0.name, $0.dependencies) }, uniquingKeysWith: { $0.union($1) })
    let isSample = { (kind: String) in kind == "sample" }
    let isTest = { (kind: String) in
      ["test", "testTarget", "testSupport", "testProgram"].contains(kind)
    }
    samples = visitor.targets.filter { isSample($0.kind) }.map(\.name)
    tests = visitor.targets.filter { isTest($0.kind) }.map(\.name)
    modules = visitor.targets.filter { !isSample($0.kind) && !isTest($0.kind) }.map(\.name)
  }
}

private final class TargetVisitor: SyntaxVisitor {
  var targets: [(kind: String, name: String, dependencies: Set<String>)] = []

  /// Looks only into the value of the package's own `targets:`; products have an argument of that
  /// name, too, and the helpers at the top of the manifest pass names on.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledExpression.trimmedDescription == "Package" else { return .skipChildren }
    let list = node.arguments.first { $0.label?.text == "targets" }?.expression
    for element in list?.as(ArrayExprSyntax.self)?.elements ?? [] {
      note(element.expression)
    }
    return .skipChildren
  }

  private func note(_ expression: ExprSyntax) {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let name = call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?
        .representedLiteralValue
    else { return }
    let callee = call.calledExpression
    let kind =
      callee.as(MemberAccessExprSyntax.self)?.declName
      ?? callee.as(
        DeclReferenceExprSyntax.self)
    let strings = StringVisitor(viewMode: .sourceAccurate)
    for argument in call.arguments.dropFirst()
    where argument.label == nil || argument.label?.text == "dependencies" {
      strings.walk(argument)
    }
    targets.append((kind?.baseName.text ?? "", name, strings.found))
  }
}

private final class StringVisitor: SyntaxVisitor {
  var found: Set<String> = []

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let text = node.representedLiteralValue { found.insert(text) }
    return .skipChildren
  }
}
