import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Types of the same file, those inside of a type among them, that may call its private methods.
struct Neighbours {
  private var types: [String: [TypeInfo]] = [:]
  private let index: SourceIndex

  init(_ index: SourceIndex) {
    self.index = index
    for info in index.keys.compactMap({ index.info($0) }) {
      types[info.file.path, default: []].append(info)
    }
  }

  /// The private methods of an object that other types call on one.
  func calls(ofPrivateMethodsOf info: TypeInfo) -> Set<String> {
    guard [.class, .actor].contains(info.kind), let beside = types[info.file.path],
      beside.count > 1
    else { return [] }
    let own = Set(info.functions.filter { $0.isPrivate && !$0.isAccessor }.map(\.name))
    guard !own.isEmpty else { return [] }
    return beside.filter { $0.key != info.key }.reduce(into: []) { names, other in
      let bodies =
        (other.functions + other.initializers + other.accessors).map { Syntax($0.node) }
        + other.computed.map { Syntax($0.body) }
      for body in bodies {
        for call in MemberCalls.find(own, in: body) where means(info, call, in: other) {
          names.insert(call.name)
        }
      }
    }
  }

  /// Whether a method is called on an object of a type, as far as that is told: by the type that is
  /// written for what it is called on, or by what made that; a name alone tells nothing.
  private func means(_ info: TypeInfo, _ call: MemberCalls.Call, in other: TypeInfo) -> Bool {
    let written =
      call.base.ownName.flatMap { other.property($0)?.property.type }
      ?? call.base.as(DeclReferenceExprSyntax.self).flatMap { name in
        guard
          case .type(let type)? = LocalDeclaration.find(
            Naming.identifier(name.baseName.text), at: name)
        else { return nil }
        return type
      }
    if let written {
      return index.resolve(written, in: other, module: other.module) == info.key
    }
    guard let made = made(call.base, in: other) else { return false }
    return index.resolve(name: made, in: other, module: other.module) == info.key
  }

  /// The name of the type that an initializer of what a method is called on names: `Owner` of
  /// `let owner = Owner()`.
  private func made(_ base: ExprSyntax, in other: TypeInfo) -> String? {
    var value = base.ownName.flatMap { other.property($0)?.property.initializer } ?? base
    if let name = base.as(DeclReferenceExprSyntax.self),
      case .value(let local, _)? = LocalDeclaration.find(
        Naming.identifier(name.baseName.text), at: name)
    {
      value = local
    }
    if let cast = value.as(TupleExprSyntax.self)?.elements.first?.expression { value = cast }
    if let type = value.castType { return type }
    return value.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}

/// The calls of methods on something else than `self`.
private final class MemberCalls: SyntaxVisitor {
  struct Call {
    var name: String
    var base: ExprSyntax
  }

  private let names: Set<String>
  private var found: [Call] = []

  static func find(_ names: Set<String>, in node: Syntax) -> [Call] {
    let finder = MemberCalls(names)
    finder.walk(node)
    return finder.found
  }

  private init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = Naming.identifier(node.declName.baseName.text)
    if names.contains(name), let base = node.base, !base.isSelf {
      found.append(Call(name: name, base: base.unchained))
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  fileprivate var unchained: ExprSyntax {
    self.as(OptionalChainingExprSyntax.self)?.expression
      ?? self.as(ForceUnwrapExprSyntax.self)?.expression ?? self
  }

  /// The type that an expression is cast to, as written.
  fileprivate var castType: String? {
    if let cast = self.as(AsExprSyntax.self) { return cast.type.trimmedText }
    guard let parts = self.as(SequenceExprSyntax.self)?.elements, parts.count == 3,
      parts.contains(where: { $0.is(UnresolvedAsExprSyntax.self) })
    else { return nil }
    return parts.last?.as(TypeExprSyntax.self)?.type.trimmedText
  }

  /// The name of a property of `self`.
  fileprivate var ownName: String? {
    if let member = self.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false {
      return Naming.identifier(member.declName.baseName.text)
    }
    let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name.map(Naming.identifier)
  }
}
