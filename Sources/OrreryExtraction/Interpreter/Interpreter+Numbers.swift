import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Which values are in one order or the other: of a floating-point number, which may be none at all,
/// that is not said.
extension Interpreter {
  /// A value that is declared with a type.
  func numbered(_ value: Value, as type: TypeSyntax?, in owner: TypeInfo?) -> Value {
    guard case .unknown(var unknown) = value, let type else { return value }
    unknown.note(index.expanded(type, in: owner))
    return .unknown(unknown)
  }

  /// The value of a property without a type, by what it starts as.
  func numbered(_ value: Value, as property: StoredProperty?) -> Value {
    guard let start = property?.initializer, property?.type == nil else { return value }
    return value.numbered(like: start)
  }

  /// The value after a compound assignment to a variable or a property.
  func numbered(_ value: Value, like old: Value?, and new: Value, _ target: ExprSyntax) -> Value {
    guard case .unknown(var unknown) = value else { return value }
    unknown.isOrdered = [old, new].contains { $0?.isOrdered == true }
    guard !unknown.isOrdered, let name = target.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return .unknown(unknown) }
    return numbered(value, asLocal: name, at: target)
  }

  /// The value of a local variable, by its declaration.
  func numbered(_ value: Value, asLocal name: String, at node: some SyntaxProtocol) -> Value {
    guard case .unknown(var unknown) = value else { return value }
    switch LocalDeclaration.find(name, at: node) {
    case .type(let type)?: unknown.note(type)
    case .value(let start, _)?: return value.numbered(like: start)
    default: break
    }
    return .unknown(unknown)
  }
}

extension SourceIndex {
  /// An associated value of a case.
  func numbered(
    _ unknown: Unknown, as offset: Int, of item: EnumCase?, in info: TypeInfo?
  ) -> Unknown {
    guard let types = item?.types, types.indices.contains(offset) else { return unknown }
    var unknown = unknown
    unknown.note(expanded(types[offset], in: info))
    return unknown
  }
}

extension Unknown {
  /// Notes what a type says of its values.
  mutating func note(_ type: TypeSyntax) {
    isFloat = type.isFloat
    isOrdered = type.isOrdered || isOrdered && !isFloat
  }
}

extension Value {
  /// Whether its type is known to put any two values in one order or the other.
  var isOrdered: Bool {
    if case .unknown(let unknown) = self { unknown.isOrdered } else { false }
  }

  /// A value that some expression tells the type of.
  func numbered(like start: ExprSyntax) -> Value {
    guard case .unknown(var unknown) = self else { return self }
    (unknown.isFloat, unknown.isOrdered) = (start.isFloat, start.isOrdered)
    return .unknown(unknown)
  }
}

extension TypeSyntax {
  /// Whether values of the type are floating-point numbers.
  var isFloat: Bool { lastName.map(Self.floats.contains) ?? false }

  /// Whether it is a type of the standard library, or one as well known, whose values are in order.
  var isOrdered: Bool { lastName.map(Self.isOrdered) ?? false }

  static func isOrdered(_ name: String) -> Bool { ordered.contains(name) }

  fileprivate static let floats: Set = [
    "Double", "Float", "CGFloat", "TimeInterval", "Float16", "Float80",
  ]

  private static let ordered: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "String", "Substring", "Character", "Date", "Duration", "UUID",
    "Instant", "DispatchTime", "DispatchWallTime", "NIODeadline", "TimeAmount",
  ]

  private var lastName: String? { SourceIndex.parts(of: wrappedType ?? self)?.last }
}

extension ExprSyntax {
  /// Whether an expression is surely of such a type: `0`, `-1`, `Int(text)`, `UInt32.max`,
  /// `items.count`.
  var isOrdered: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .stringLiteralExpr: true
    case .prefixOperatorExpr(let node): node.expression.isOrdered
    case .functionCallExpr(let call):
      call.calledExpression.typeName.map(TypeSyntax.isOrdered) ?? false
    case .memberAccessExpr(let member):
      Unknown.wholeNumbers.contains(member.declName.baseName.text)
        || member.base?.typeName.map(TypeSyntax.isOrdered) ?? false
    default: false
    }
  }

  fileprivate var isFloat: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .floatLiteralExpr: true
    case .prefixOperatorExpr(let node): node.expression.isFloat
    case .functionCallExpr(let call):
      call.calledExpression.typeName.map(TypeSyntax.floats.contains) ?? false
    default: false
    }
  }

  private var typeName: String? { self.as(DeclReferenceExprSyntax.self)?.baseName.text }
}

extension ForStmtSyntax {
  /// Whether the loop counts: only whole numbers can be counted.
  var counts: Bool {
    sequence.as(SequenceExprSyntax.self)?.elements.contains { element in
      let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text
      return name == "..<" || name == "..."
    } ?? false
  }
}
