import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Computed properties that are not walked: the same value until a property that they read is written.
extension Interpreter {
  /// What a getter gives that is walked and has several answers of which none decides anything.
  func answer(
    of property: ComputedInfo, on value: Value, _ path: Path, type: String?
  ) -> Value {
    let text = "\(value.text).\(property.name)"
    guard let base = value.unknown, let info = index.info(value.type ?? property.owner),
      [.struct, .class, .actor].contains(info.kind)
    else { return fresh(text, path, type: type) }
    // Others may change an object whenever code that is not walked runs.
    let others = awaitsAreSteps ? "#\(path.strangers)" : ""
    let id = "\(base.id).\(property.name)\(stamp(of: property, of: info, in: value))\(others)"
    return numbered(
      .unknown(Unknown(id: id, text: text, type: type)), as: property.type, in: info)
  }

  /// What tells the value of a getter from the one that it had before: what the properties that it
  /// reads were given since.
  ///
  /// - Parameter info: The type that declares the getter.
  func stamp(of property: ComputedInfo, of info: TypeInfo, in value: Value) -> String {
    guard case .object(let object) = value, !object.fields.isEmpty else { return "" }
    let read = cache.fields(readBy: property, of: info)
    let given = object.fields.filter { read?.contains($0.key) ?? true }
    return given.sorted { $0.key < $1.key }.map { "[\($0.key)=\($0.value.mark)]" }.joined()
  }
}

extension Interpreter {
  /// Whether a getter that gives always the same may give something else in a subclass.
  func isLeftToSubclasses(_ property: ComputedInfo) -> Bool {
    guard property.isLiteral, !property.isStatic, let owner = index.info(property.owner),
      let node = owner.node.as(ClassDeclSyntax.self),
      !node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) })
    else { return false }
    return property.isOpen || owner.overriddenBelow.contains(property.name)
  }
}

extension ComputedInfo {
  /// Whether the getter is nothing but a literal.
  fileprivate var isLiteral: Bool {
    guard body.count == 1, let item = body.first?.item else { return false }
    let node = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    switch node?.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr,
      .nilLiteralExpr:
      return true
    default: return false
    }
  }
}

extension TypeInfo {
  /// The names of the stored properties that a getter may read, itself or through what it names;
  /// nothing where it may be any.
  func fields(readBy property: ComputedInfo) -> Set<String>? {
    var found: Set<String> = []
    var seen: Set<String> = [property.name]
    var open = [Syntax(property.body)]
    while let body = open.popLast() {
      for token in body.tokens(viewMode: .sourceAccurate) {
        if token.tokenKind == .keyword(.self) {
          // Handed to something else, it may be read whole.
          guard token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .period else { return nil }
        }
        guard case .identifier(let written) = token.tokenKind else { continue }
        let name = Naming.identifier(written)
        guard seen.insert(name).inserted else { continue }
        if self.property(name) != nil { found.insert(name) }
        open += computed.filter { $0.name == name }.map { Syntax($0.body) }
        open += functions.filter { $0.name == name }.compactMap { $0.body.map { Syntax($0) } }
      }
    }
    return found
  }
}

extension Value {
  /// Equal for two values that are surely the same, as far as their texts tell.
  fileprivate var mark: String {
    switch self {
    case .unknown(let unknown): unknown.id
    case .enumCase(let value): value.mark
    case .object(let object):
      object.base.id
        + object.fields.sorted { $0.key < $1.key }.map { "[\($0.key)=\($0.value.mark)]" }.joined()
    case .tuple(let elements): "(" + elements.map(\.value.mark).joined(separator: ",") + ")"
    case .array(let values): "[" + values.map(\.mark).joined(separator: ",") + "]"
    default: text
    }
  }
}

extension CaseValue {
  fileprivate var mark: String {
    isStart ? "start" : ".\(name)(" + payload.map(\.value.mark).joined(separator: ",") + ")"
  }
}
