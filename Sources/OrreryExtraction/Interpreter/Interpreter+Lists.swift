import OrreryLowering
import SwiftSyntax

/// Lists whose elements are not all known: what is added is there, and what is emptied is empty.
extension Interpreter {
  /// A list after a method has changed it; nothing where that is not told.
  func list(
    _ value: Value, at place: Place, after name: String, _ values: [Argument], _ path: Path
  ) -> Value? {
    if case .array(let items) = value {
      return changed(items, by: name, values).map { .array($0) }
    }
    guard isList(at: place, path) else { return nil }
    if Self.empties(name, values) { return .array([]) }
    return Self.adds(name, values) ? fresh(value.text, path) : nil
  }

  /// A list after a call of `append`, `insert` or `removeAll`.
  private func changed(_ items: [Value], by name: String, _ values: [Argument]) -> [Value]? {
    switch (name, values.first?.value) {
    // What each round of a loop adds is told once.
    case ("append", .enumCase(let item)?)
    where furtherRounds > 0 && items.contains { $0.caseValue?.location == item.location }:
      return items
    case ("append", .array(let more)?) where values.first?.label != nil: return items + more
    case ("append", let item?): return items + [item]
    case ("insert", let item?):
      guard values.count == 2, case .literal("0") = values[1].value else { return items + [item] }
      return [item] + items
    case ("removeAll", nil): return []
    default: return nil
    }
  }

  /// Whether a method adds one element at least.
  static func adds(_ name: String, _ values: [Argument]) -> Bool {
    guard values.first.map({ $0.label == nil }) ?? false else { return false }
    return name == "append" && values.count == 1 || name == "insert" && values.count < 3
  }

  private static func empties(_ name: String, _ values: [Argument]) -> Bool {
    name == "removeAll" && values.allSatisfy { $0.label == "keepingCapacity" }
  }

  /// Whether a property is declared as a list or a set of the standard library.
  func isList(at place: Place, _ path: Path) -> Bool {
    var owner = path.resolved(place)
    guard let name = owner.path.popLast(),
      let property = index.info(type(at: owner, path))?.property(name)?.property
    else { return false }
    if let type = property.type { return type.isList }
    let call = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
    return (call ?? property.initializer)?.isList ?? false
  }

  /// What a list says of its elements; nothing where that is not known.
  func element(_ name: String, of items: [Value], _ node: MemberAccessExprSyntax) -> Value? {
    switch name {
    case "first", "last":
      guard let end = name == "first" ? items.first : items.last else { return .absent }
      // What may be absent itself says nothing of what is found there.
      guard end.isPresent else { return nil }
      let text = text(of: node)
      return .unknown(Unknown(id: "\(text)@\(node.id)", text: text, isPresent: true))
    case "count": return items.isEmpty ? .literal("0") : nil
    default: return nil
    }
  }

  /// `[.idle, .paused].contains(state)`, where the value is known.
  func membership(
    in list: ArrayExprSyntax, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let argument = node.arguments.first, node.arguments.count == 1, argument.label == nil,
      case let values = evaluate(argument.expression, path, nil), values.count == 1,
      let (path, value) = values.first, case .enumCase(let known) = settled(value, path)
    else { return nil }
    let names = list.elements.map { element in
      evaluate(element.expression, path, known.type).first?.1.caseValue
    }
    guard names.allSatisfy({ $0.map(\.payload.isEmpty) ?? false }) else { return nil }
    let answer = known.isNamed(oneOf: Set(names.compactMap { $0?.name }))
    return [(asking(of: value, path), .bool(answer))]
  }

  /// Whether `[.idle, .paused].contains(state)`, where that is known.
  func holds(_ values: [Argument], in list: Value, _ path: Path) -> Bool? {
    guard values.count == 1, case .array(let items) = list,
      case .enumCase = settled(values[0].value, path)
    else { return nil }
    let answers = items.map { equality($0, values[0].value, path) }
    if answers.contains(true) { return true }
    return answers.contains(nil) ? nil : false
  }
}

extension Path {
  /// Notes that a list has an element.
  mutating func fill(_ list: Value) {
    guard case .unknown(let unknown) = list else { return }
    facts[unknown.field("isEmpty", type: nil).id] = .bool(false)
    for end in ["first", "last"] {
      facts[unknown.field(end, type: nil).id] = .isNot(["none"])
    }
  }
}

extension Value {
  /// Whether it is a list with an element at least.
  var hasElements: Bool {
    guard case .array(let items) = self else { return false }
    return !items.isEmpty
  }
}

extension TypeSyntax {
  fileprivate var isList: Bool {
    self.is(ArrayTypeSyntax.self)
      || ["Array", "Set"].contains(self.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }
}

extension ExprSyntax {
  /// `[]`, or what `[Item]()` and `Set<Item>()` call.
  fileprivate var isList: Bool {
    if self.is(ArrayExprSyntax.self) { return true }
    let generic = self.as(GenericSpecializationExprSyntax.self)?.expression.trimmedText
    return ["Array", "Set"].contains(generic ?? trimmedText)
  }
}
