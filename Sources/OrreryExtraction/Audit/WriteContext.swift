import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What stands around an expression, up to the type that it is in.
struct WriteContext {
  /// The bodies around the expression, innermost first.
  private(set) var bodies: [SyntaxIdentifier] = []
  private(set) var types: [String] = []
  /// The function around the expression; an accessor or a deinitializer where there is none.
  private(set) var function: Syntax?
  private(set) var isInClosure = false
  /// Whether a closure that is called later stands between the expression and its function.
  private var isKept = false
  private let start: Syntax

  init(_ node: Syntax) {
    start = node
    types = TypePath.enclosing(node)
    var current = node.parent
    while let parent = current {
      switch parent.kind {
      case .codeBlockItemList: bodies.append(parent.id)
      case .closureExpr:
        isInClosure = isInClosure || function == nil
        isKept =
          isKept || (function == nil && parent.as(ClosureExprSyntax.self)?.isKept ?? false)
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl:
        function = function ?? parent
      case .memberBlock: return
      default: break
      }
      current = parent.parent
    }
  }

  /// Whether the expression is evaluated while a value is made.
  var isInitializer: Bool { !isKept && function?.is(InitializerDeclSyntax.self) ?? false }

  /// The name of the function around the expression.
  var functionName: String? {
    function?.as(FunctionDeclSyntax.self).map { Naming.identifier($0.name.text) }
  }

  /// What a reader calls the code around the expression.
  var placeName: String {
    if let functionName { return functionName }
    switch function?.kind {
    case .initializerDecl: return "init"
    case .deinitializerDecl: return "deinit"
    case .subscriptDecl: return "subscript"
    default: break
    }
    var current = start.parent
    while let parent = current, !parent.is(MemberBlockSyntax.self) {
      let pattern = parent.as(PatternBindingSyntax.self)?.pattern
      let isOuter = parent.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
      if let name = pattern?.as(IdentifierPatternSyntax.self), isOuter || parent.isGlobal {
        return Naming.identifier(name.identifier.text)
      }
      current = parent.parent
    }
    return ""
  }

  /// The property whose accessor is around the expression.
  var accessorName: String? {
    let binding = function?.as(AccessorDeclSyntax.self)?.parent?.parent?.parent
    let pattern = binding?.as(PatternBindingSyntax.self)?.pattern
    return pattern?.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }

  /// The type of an `inout` parameter of the function around the expression.
  func inOutType(of name: String) -> TypeSyntax? { parameter(name)?.type.inOutBase }

  /// Whether a name means a parameter or a variable of the function, rather than a property.
  ///
  /// - Parameter keyword: `var` for variables that may be changed, alone.
  func declares(_ name: String, _ keyword: Keyword? = nil) -> Bool {
    if keyword == nil, parameter(name) != nil { return true }
    var node = start
    while let parent = node.parent, !parent.is(MemberBlockSyntax.self) {
      if let list = parent.as(CodeBlockItemListSyntax.self),
        list.contains(where: { $0.position < node.position && Self.declares(name, keyword, $0) })
      {
        return true
      }
      node = parent
    }
    return false
  }

  private static func declares(
    _ name: String, _ keyword: Keyword?, _ item: CodeBlockItemSyntax
  ) -> Bool {
    guard let node = item.item.as(VariableDeclSyntax.self),
      keyword.map({ node.bindingSpecifier.tokenKind == .keyword($0) }) ?? true
    else { return false }
    return node.bindings.contains {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    }
  }

  private func parameter(_ name: String) -> FunctionParameterSyntax? {
    let clause = function?.as(FunctionDeclSyntax.self)?.signature.parameterClause
    return clause?.parameters.first {
      Naming.identifier(($0.secondName ?? $0.firstName).text) == name
    }
  }
}

extension Syntax {
  /// Whether a binding makes a global variable.
  fileprivate var isGlobal: Bool {
    parent?.parent?.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
  }
}
