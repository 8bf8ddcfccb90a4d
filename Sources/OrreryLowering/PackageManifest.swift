import OrrerySyntax
import OrreryTrace
import SwiftParser
import SwiftSyntax

/// The targets that a `Package.swift` declares, read as syntax.
public enum PackageManifest {
  /// One target and where its sources are.
  public struct Target: Hashable, Sendable {
    /// The name as declared.
    public var name: String
    /// The folder relative to the package, where the manifest says one.
    public var path: String?
    /// The call that declares it: `target`, `testTarget`, `executableTarget`, `macro`, `plugin`.
    public var kind: String

    /// The module that the target is compiled to.
    public var module: String { Naming.module(target: name) }
  }

  private static let kinds: Set = ["target", "testTarget", "executableTarget", "macro", "plugin"]

  /// The targets of a manifest, in order.
  ///
  /// Calls of the manifest's own helper functions count where a helper passes a parameter on as the
  /// name: `library("Core")` of `func library(_ name: String) -> Target { .target(name: name) }`.
  public static func targets(source: String) -> [Target] {
    TargetFinder(Parser.parse(source: source)).targets
  }

  /// A function that makes a target: which parameters it hands on.
  fileprivate struct Helper {
    var kind: String
    /// Where the name stands among a call's arguments.
    var name: Int
    /// The path with its parameter as `\u{0}`.
    var path: String?
  }

  private final class TargetFinder: SyntaxVisitor {
    private(set) var targets: [Target] = []
    private var helpers: [String: Helper] = [:]

    init(_ tree: SourceFileSyntax) {
      super.init(viewMode: .sourceAccurate)
      for case .decl(let node) in tree.statements.map(\.item) {
        guard let function = node.as(FunctionDeclSyntax.self), let helper = Helper(function) else {
          continue
        }
        helpers[function.name.text] = helper
      }
      for item in tree.statements where !item.item.is(FunctionDeclSyntax.self) { walk(item) }
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if let target = PackageManifest.target(node) {
        targets.append(target)
        return .skipChildren
      }
      guard let callee = node.calledExpression.as(DeclReferenceExprSyntax.self),
        let helper = helpers[callee.baseName.text]
      else { return .visitChildren }
      let arguments = Array(node.arguments)
      guard arguments.indices.contains(helper.name),
        let name = PackageManifest.text(arguments[helper.name].expression)
      else { return .visitChildren }
      let path = helper.path?.replacing("\u{0}", with: name)
      targets.append(Target(name: name, path: path, kind: helper.kind))
      return .skipChildren
    }
  }

  fileprivate static func target(_ node: FunctionCallExprSyntax) -> Target? {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      kinds.contains(member.declName.baseName.text),
      let name = argument("name", of: node).flatMap(text)
    else { return nil }
    let path = argument("path", of: node).flatMap(text)
    return Target(name: name, path: path, kind: member.declName.baseName.text)
  }

  fileprivate static func argument(
    _ label: String, of node: FunctionCallExprSyntax
  ) -> ExprSyntax? {
    node.arguments.first { $0.label?.text == label }?.expression
  }

  fileprivate static func text(_ expression: ExprSyntax) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension PackageManifest.Helper {
  init?(_ function: FunctionDeclSyntax) {
    let calls = function.body?.statements.lazy.compactMap { item -> FunctionCallExprSyntax? in
      item.item.as(FunctionCallExprSyntax.self)
        ?? item.item.as(ReturnStmtSyntax.self)?.expression?.as(FunctionCallExprSyntax.self)
    }
    guard let call = calls?.first,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let passed = PackageManifest.argument("name", of: call)?.as(DeclReferenceExprSyntax.self)
    else { return nil }
    let names = function.signature.parameterClause.parameters.map {
      ($0.secondName ?? $0.firstName).text
    }
    guard let index = names.firstIndex(of: passed.baseName.text) else { return nil }
    kind = member.declName.baseName.text
    name = index
    path = PackageManifest.argument("path", of: call).flatMap {
      Self.template($0, parameter: passed.baseName.text)
    }
  }

  /// A path such as `"Samples/\(name)"` with a mark in place of the name.
  private static func template(_ expression: ExprSyntax, parameter: String) -> String? {
    guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
    var result = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text): result += text.content.text
      case .expressionSegment(let inner):
        guard inner.expressions.count == 1,
          inner.expressions.first?.expression.trimmedText == parameter
        else { return nil }
        result += "\u{0}"
      }
    }
    return result
  }
}
