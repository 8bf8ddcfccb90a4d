import OrreryProgram

/// Whether patterns leave nothing to a `default`.
///
/// Source: Maranget, Warnings for pattern matching, Journal of Functional Programming 17 (2007).
extension Execution {
  /// Whether some patterns match whatever a value, of which something is known, may be.
  func exhausts(_ patterns: [Pattern], _ value: Value, _ path: Path) -> Bool {
    guard !patterns.isEmpty else { return false }
    return exhausts(patterns.map { [$0][...] }, [.value(value)], path)
  }

  /// Whether every case that a value may be was ruled out.
  func isNothing(_ unknown: Unknown, without names: Set<String>) -> Bool {
    if names == ["success", "failure"] { return true }
    if names == ["some", "none"], isPresence("some", of: unknown) { return true }
    guard let domain = unknown.domain, !domain.isOptional, let info = type(domain.type),
      info.kind == .enum, !info.cases.isEmpty
    else { return false }
    return info.cases.allSatisfy { names.contains($0.name) }
  }

  /// - Parameter rows: The patterns of each row, one for each column.
  private func exhausts(_ rows: [ArraySlice<Pattern>], _ columns: [Column], _ path: Path) -> Bool {
    guard !rows.isEmpty else { return false }
    guard let column = columns.first else { return true }
    let rest = Array(columns.dropFirst())
    // What asks for nothing, or costs too much to find out, tells no cases apart.
    if rows.allSatisfy({ $0.first?.isIrrefutable ?? false }) {
      return exhausts(rows.map { $0.dropFirst() }, rest, path)
    }
    guard spend() else { return false }
    let asksBool = rows.contains { if case .bool? = $0.first { true } else { false } }
    guard let answers = shapes(of: column, asksBool: asksBool, path) else {
      let open = rows.filter { $0.first?.isIrrefutable ?? false }
      return exhausts(open.map { $0.dropFirst() }, rest, path)
    }
    return answers.allSatisfy { answer in
      let inner = rows.compactMap { row in
        row.first?.parts(in: answer).map { ($0 + row.dropFirst())[...] }
      }
      return exhausts(inner, answer.parts + rest, path)
    }
  }

  /// All that stands in a column; nothing where that is not known.
  private func shapes(of column: Column, asksBool: Bool, _ path: Path) -> [Shape]? {
    switch column {
    case .open: return nil
    case .type(let type): return shapes(of: type)
    case .payload(let value, let type):
      return shapes(of: .value(value), asksBool: asksBool, path) ?? shapes(of: type)
    case .value(.enumCase(let known)): return [shape(of: known)]
    case .value(.bool(let known)): return [Shape(.bool(known))]
    case .value(.absent): return [Shape(.none)]
    case .value(.tuple(let elements)):
      return [Shape(.tuple, elements.map { .value($0.value) })]
    case .value(.unknown(let unknown)):
      if asksBool, !unknown.mayBeAbsent { return [Shape(.bool(true)), Shape(.bool(false))] }
      return shapes(of: unknown, path)
    case .value: return nil
    }
  }

  private func shapes(of unknown: Unknown, _ path: Path) -> [Shape]? {
    var excluded: Set<String> = []
    switch path.facts[unknown.symbol] {
    case .isCase(let known) where unknown.domain?.isOptional != true: return [shape(of: known)]
    case .isNot(let names): excluded = names
    default: break
    }
    guard let domain = unknown.domain, let cases = type(domain.type).flatMap(shapes) else {
      return nil
    }
    let shapes = domain.isOptional ? cases.map { Shape(.some($0)) } + [Shape(.none)] : cases
    return shapes.filter { !excluded.contains($0.name) }
  }

  private func shapes(of info: NominalType) -> [Shape]? {
    guard info.kind == .enum, !info.cases.isEmpty else { return nil }
    return info.cases.map {
      Shape(
        .enumCase($0.name), $0.values.map { .type($0.type) },
        isOfOptional: info.enumCase("some") == nil)
    }
  }

  private func shape(of known: CaseValue) -> Shape {
    let info = type(known.type)
    let values = info?.enumCase(known.name)?.values ?? []
    let parts: [Column] =
      if values.isEmpty {
        known.payload.map { .value($0.value) }
      } else if known.payload.count == values.count {
        zip(known.payload, values).map { .payload($0.value, $1.type) }
      } else {
        values.map { .type($0.type) }
      }
    return Shape(
      .enumCase(known.name), parts, isOfOptional: info?.enumCase("some") == nil)
  }

  private func shapes(of reference: TypeReference) -> [Shape]? {
    switch reference {
    case .optional(let inside):
      guard let inner = shapes(of: inside) else {
        return [Shape(.some(nil), [.open]), Shape(.none)]
      }
      return inner.map { Shape(.some($0)) } + [Shape(.none)]
    case .nominal(nil, "Result", let parts) where parts.count == 2:
      let failure = Shape(.enumCase("failure"), [.type(parts[1])])
      let success = Shape(.enumCase("success"), [.type(parts[0])])
      return parts[1].name == "Never" ? [success] : [success, failure]
    case .tuple(let elements): return [Shape(.tuple, elements.map { .type($0.type) })]
    case .nominal(let key?, _, _): return type(key).flatMap(shapes)
    case .nominal(nil, "Bool", _): return [Shape(.bool(true)), Shape(.bool(false))]
    default: return nil
    }
  }
}

/// What the patterns at one place in each row are matched with.
private enum Column {
  case value(Value)
  case type(TypeReference)
  case payload(Value, TypeReference)
  case open
}

/// One of the ways in which a value may be made up, and what it holds.
private struct Shape {
  indirect enum Kind {
    case enumCase(String)
    case bool(Bool)
    case tuple
    case none
    /// What is inside, where its own ways are known.
    case some(Shape?)
  }

  var kind: Kind
  var parts: [Column]
  /// Whether `.some` is an optional's: its own type has no such case.
  var isOfOptional: Bool

  init(_ kind: Kind, _ parts: [Column] = [], isOfOptional: Bool = true) {
    (self.kind, self.parts, self.isOfOptional) = (kind, parts, isOfOptional)
    if case .some(let inner?) = kind { self.parts = inner.parts }
  }

  /// The name by which a fact rules it out.
  var name: String {
    switch kind {
    case .enumCase(let name): name
    case .some: "some"
    case .none: "none"
    case .bool, .tuple: ""
    }
  }
}

extension Unknown {
  /// Whether the value's declaration, or the text itself, says that it may be absent.
  package var mayBeAbsent: Bool {
    isSaidOptional
      || !isPresent
        && [".first", ".last", ".randomElement", "["].contains { text.contains($0) }
  }

  /// Whether its declaration says so, or that it is read through an optional.
  var isSaidOptional: Bool {
    if isPresent || text.contains("??") { return false }
    return isDeclaredOptional || text.hasSuffix("?")
      || ["?.", "try?", "as?"].contains { text.contains($0) }
  }
}

extension Pattern {
  /// What the pattern asks of the parts of a value; nothing where it does not match such a value, or
  /// only some of them.
  fileprivate func parts(in shape: Shape) -> [Pattern]? {
    if isIrrefutable { return shape.parts.map { _ in .any } }
    switch (self, shape.kind) {
    case (.bool(let a), .bool(let b)): return a == b ? [] : nil
    case (.absent, .none), (.enumCase("none", _), .none): return []
    // `.none` is the optional without a value, be there a case of that name inside.
    case (.enumCase("none", _), .some): return nil
    case (.tuple(let elements), .tuple):
      return elements.count == shape.parts.count ? elements.map(\.pattern) : nil
    case (.some(let inner), .some(let value)): return inner.parts(inSome: value, shape)
    case (.enumCase("some", let values), .some(let value)):
      return (values?.first?.pattern ?? .any).parts(inSome: value, shape)
    case (.enumCase, .some(let value)), (.bool, .some(let value)):
      return value.flatMap { parts(in: $0) }
    case (.enumCase(let name, let values), .enumCase(let other)):
      if name == other { return Self.spread(values, over: shape.parts.count) }
      // A value that is there also matches inside an optional.
      guard name == "some", shape.isOfOptional else { return nil }
      return values?.first?.pattern.parts(in: shape)
    case (.some(let inner), .enumCase): return inner.parts(in: shape)
    default: return nil
    }
  }

  private func parts(inSome value: Shape?, _ shape: Shape) -> [Pattern]? {
    value.map { parts(in: $0) } ?? [self]
  }

  private static func spread(_ values: [Element]?, over count: Int) -> [Pattern]? {
    guard let values else { return Array(repeating: .any, count: count) }
    if values.count == count { return values.map(\.pattern) }
    guard values.count == 1, let only = values.first?.pattern else { return nil }
    if only.isIrrefutable { return Array(repeating: .any, count: count) }
    guard case .tuple(let elements) = only, elements.count == count else { return nil }
    return elements.map(\.pattern)
  }
}
