import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Dictionaries that the source writes out: the transitions that a machine allows, or its next states.
extension Interpreter {
  /// More entries than this are data.
  private static let mostEntries = 64

  /// A dictionary whose keys are cases; nothing for another one.
  func table(_ node: DictionaryExprSyntax, _ path: Path, _ types: TableTypes?) -> Value? {
    guard case .elements(let elements) = node.content else { return .table([]) }
    guard elements.count <= Self.mostEntries else { return nil }
    var entries: [Entry] = []
    for element in elements {
      guard let key = tableEntry(element.key, path, types?.key), key.isTableKey,
        let value = tableEntry(element.value, path, types?.value)
      else { return nil }
      entries.append(Entry(key: key, value: value))
    }
    return .table(entries)
  }

  private func tableEntry(_ node: ExprSyntax, _ path: Path, _ type: TypeSyntax?) -> Value? {
    if let table = node.as(DictionaryExprSyntax.self) {
      return self.table(table, path, type.flatMap(TableTypes.init))
    }
    if let list = node.as(ArrayExprSyntax.self) {
      let element = type.flatMap(TableTypes.element)
      let items = list.elements.compactMap { tableEntry($0.expression, path, element) }
      return items.count == list.elements.count ? .array(items) : nil
    }
    // What is worked out by a call is no table that the source writes out.
    guard node.is(MemberAccessExprSyntax.self) || node.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    let scope = index.info(path.frames[path.depth - 1].selfType)
    let ways = evaluate(node, path, resolve(type, in: scope, module: path.file.module))
    return ways.count == 1 ? ways[0].1 : nil
  }

  /// What a constant is, where that is a table.
  func table(of stored: StoredInfo, in info: TypeInfo, _ path: Path) -> Value? {
    let property = stored.property
    guard property.isLet, let node = property.initializer?.as(DictionaryExprSyntax.self) else {
      return nil
    }
    var inner = path
    inner.frames.append(Frame(selfType: info.key, file: stored.file))
    return table(node, inner, property.type.flatMap(TableTypes.init))
  }

  /// What a table has for a key; nothing where that is not known.
  func lookUp(_ key: Value, in entries: [Entry], _ path: Path) -> Value? {
    let answers = entries.map { equality($0.key, key, path) }
    if let index = answers.firstIndex(of: true) { return entries[index].value }
    return answers.contains(nil) ? nil : .absent
  }

  /// `table[key]`, `table[key, default: []]`.
  func lookUp(_ node: SubscriptCallExprSyntax, _ path: Path, _ expected: String?) -> Evaluated {
    let arguments = Array(node.arguments)
    if arguments.count == 1, arguments[0].label?.text == "case",
      let wanted = arguments[0].expression.caseName
    {
      return evaluate(node.calledExpression, path, nil).map { path, base in
        if case .absent = base { return (path, .absent) }
        return carried(by: wanted, settled(base, path), path) ?? (path, opaque(node, path))
      }
    }
    guard let key = arguments.first, key.label == nil,
      arguments.count == 1 || arguments.count == 2 && arguments[1].label?.text == "default"
    else { return waiting(for: arguments.map(\.expression), path).map { ($0, opaque(node, $0)) } }
    return evaluate(node.calledExpression, path, nil).flatMap { path, base -> Evaluated in
      if case .absent = base, node.calledExpression.is(OptionalChainingExprSyntax.self) {
        return [(path, .absent)]
      }
      guard case .table(let entries) = base else {
        return waiting(for: arguments.map(\.expression), path).map { ($0, opaque(node, $0)) }
      }
      return evaluate(key.expression, path, entries.first?.key.type).flatMap { path, value in
        let path = asking(of: value, path)
        guard let found = lookUp(settled(value, path), in: entries, path) else {
          return [(path, opaque(node, path))]
        }
        if case .absent = found, arguments.count == 2 {
          return evaluate(arguments[1].expression, path, expected)
        }
        return [(path, found)]
      }
    }
  }

  /// `list.contains(target)`, where the target is open: a way for each case that is listed, and one
  /// for the others.
  func membership(of target: Value, in items: [Value], _ path: Path) -> Evaluated? {
    if items.isEmpty { return [(path, .bool(false))] }
    guard case .unknown(let unknown) = settled(target, path), isGiven(unknown),
      let type = watchedType(path)
    else { return nil }
    let cases = items.compactMap { $0.caseValue?.made(of: type, declaredBy: index.info(type)) }
    guard cases.count == items.count else { return nil }
    var excluded: Set<String> = []
    if case .isNot(let names)? = path.facts[unknown.id] { excluded = names }
    let open = cases.filter { !excluded.contains($0.name) }
    var ways: Evaluated = open.map { item in
      var way = path
      way.facts[unknown.id] = .isCase(item)
      way.guards.append(Clause(text: "\(unknown.text) == .\(item.name)"))
      return (way, .bool(true))
    }
    var rest = path
    let names = open.map { ".\($0.name)" }.joined(separator: ", ")
    rest.facts[unknown.id] = .isNot(excluded.union(open.map(\.name)))
    if !open.isEmpty {
      rest.guards.append(Clause(text: "case \(names) = \(unknown.text)", isNegated: true))
    }
    ways.append((rest, .bool(false)))
    return ways
  }

  /// Whether a value is a parameter of the handler, which stays what it is.
  private func isGiven(_ unknown: Unknown) -> Bool {
    unknown.id.hasPrefix("parameter.") && unknown.id.split(separator: ".").count == 2
  }
}

/// A key of a dictionary, and what it is for.
struct Entry {
  var key: Value
  var value: Value
}

/// The types of a dictionary's keys and values, as written.
struct TableTypes {
  var key: TypeSyntax
  var value: TypeSyntax

  init?(_ type: TypeSyntax) {
    if let table = type.as(DictionaryTypeSyntax.self) {
      (key, value) = (table.key, table.value)
      return
    }
    guard let name = type.as(IdentifierTypeSyntax.self), name.name.text == "Dictionary",
      let types = name.genericArgumentClause?.arguments.compactMap({
        $0.type
      }),
      types.count == 2
    else { return nil }
    (key, value) = (types[0], types[1])
  }

  /// The type of the elements of a list or a set.
  static func element(of type: TypeSyntax) -> TypeSyntax? {
    if let list = type.as(ArrayTypeSyntax.self) { return list.element }
    guard let name = type.as(IdentifierTypeSyntax.self),
      ["Set", "Array"].contains(name.name.text)
    else { return nil }
    return name.genericArgumentClause?.arguments.first?.type
  }
}

extension CaseValue {
  /// The case as one of a type, where that declares it and it carries nothing.
  fileprivate func made(of type: String, declaredBy info: TypeInfo?) -> CaseValue? {
    guard payload.isEmpty, self.type ?? type == type, info?.enumCase(name) != nil else {
      return nil
    }
    var value = self
    value.type = type
    return value
  }
}

extension Value {
  fileprivate var isTableKey: Bool {
    switch self {
    case .enumCase(let value): value.payload.isEmpty
    default: false
    }
  }
}
