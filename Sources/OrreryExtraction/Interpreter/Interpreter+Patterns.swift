import OrreryLowering
import SwiftSyntax

extension Interpreter {
  /// Matches a value, and words what stays open as a condition.
  ///
  /// - Parameters:
  ///   - text: The pattern as written.
  ///   - subject: The value as written; empty for an event, of which only the inner patterns show.
  func match(
    _ pattern: Pattern, _ value: Value, _ path: Path, text: String, subject: String
  ) -> Answer {
    switch match(pattern, value, path) {
    case .known(let path, let value): return .known(path, value)
    case .open(let yes, let no, let inner):
      let words =
        subject.isEmpty ? "case \(inner.isEmpty ? text : inner)" : "case \(text) = \(subject)"
      return .open(yes: yes, no: no, text: words)
    }
  }

  /// Matches a value; the text of an open answer is empty.
  func match(_ pattern: Pattern, _ value: Value, _ path: Path) -> Answer {
    let value = pattern.isIrrefutable ? value : value.asked
    var path = pattern.isIrrefutable ? path : asking(of: value, path)
    switch pattern {
    case .any: return .known(path, true)
    case .bind(let name):
      path.declare(name, value.worded(name))
      return .known(path, true)
    case .enumCase(let name, let values): return match(name, values, value, path)
    case .tuple(let patterns): return match(patterns, value, path)
    case .some(let pattern): return match(some: pattern, value, path)
    case .absent: return matchAbsent(value, path)
    case .bool(let wanted):
      if case .bool(let value) = value { return .known(path, value == wanted) }
      return matchBool(wanted, value, path)
    case .literal(let text):
      if case .literal(let value) = value, let isSame = Self.areSame(value, text) {
        return .known(path, isSame)
      }
      return match(literal: text, value, path)
    case .type(let name, let inner): return match(type: name, inner, value, path)
    case .opaque(let names):
      var yes = path
      for name in names { yes.declare(name, fresh(name, yes)) }
      return .open(yes: yes, no: path, text: "")
    }
  }

  /// Notes that something depends on what the state is.
  func noteQuestion(about value: Value) {
    if value.unknown?.id == Self.probeID { asksState = true }
  }

  /// Notes that what a way does from here on depends on what the state is.
  func asking(of value: Value, _ path: Path) -> Path {
    if isSkippingEqual { return path }
    noteQuestion(about: value)
    var asks = value.isStart
    if case .tuple(let parts) = value { asks = parts.contains(where: \.value.isStart) }
    guard asks, !path.asksStart else { return path }
    var path = path
    path.asksStart = true
    return path
  }

  /// Whether two literals as written are the same; nothing where that is not told, as of a name.
  static func areSame(_ a: String, _ b: String) -> Bool? {
    if a == b { return true }
    if let a = Int(a), let b = Int(b) { return a == b }
    return a.isPlainText && b.isPlainText ? false : nil
  }

  /// The type that marks events which are told apart by their types.
  static let typeEvent = "$type"

  private func match(
    type name: String, _ inner: Pattern, _ value: Value, _ path: Path
  ) -> Answer {
    guard case .enumCase(let event) = value, event.type == Self.typeEvent else {
      if let own = value.caseValue?.type, let wanted = type(named: name, path) {
        if own == wanted { return match(inner, value, path) }
        if index.info(wanted)?.kind != .protocol { return .known(path, false) }
      }
      var yes = path
      if case .bind(let name) = inner { yes.declare(name, fresh(name, yes)) }
      return .open(yes: yes, no: path, text: "")
    }
    guard event.name == name else { return .known(path, false) }
    return match(inner, .unknown(Unknown(id: "$event", text: "event")), path)
  }

  private func match(
    _ name: String, _ values: [(label: String?, pattern: Pattern)]?, _ value: Value, _ path: Path
  ) -> Answer {
    switch value {
    case .enumCase(let known):
      guard known.isNamed(name) else {
        // A value that is there also matches its own name inside an optional.
        if name == "some", let inner = values?.first {
          return match(inner.pattern, value, path)
        }
        if name == "some", known.name != "none", !isDeclared(name, by: known.type) {
          return .known(path, true)
        }
        if !isDeclared(name, by: known.type) { cache.footprint.leave() }
        return .known(path, false)
      }
      return match(values ?? [], payload(of: known, name, count: values?.count ?? 0), path)
    case .absent: return .known(path, name == "none")
    case .unknown(let unknown): return match(name, values ?? [], unknown, path)
    default:
      if name == "some" {
        return values?.first.map { match($0.pattern, value, path) } ?? .known(path, true)
      }
      return name == "none" ? .known(path, false) : .open(yes: path, no: path, text: "")
    }
  }

  /// Whether a pattern may name what it does; else the type is taken for another one.
  private func isDeclared(_ name: String, by type: String?) -> Bool {
    guard let info = index.info(type), info.kind == .enum, name != "none" else { return true }
    return info.enumCase(name) != nil
  }

  /// A case's associated values; unknown ones where they were never looked at.
  private func payload(of value: CaseValue, _ name: String, count: Int) -> [Value] {
    guard count > 0 else { return [] }
    if value.matched.count == count { return value.matched.map(\.value) }
    if count == 1, value.matched.count > 1 { return [.tuple(value.matched)] }
    return (0..<count).map { index in
      .unknown(Unknown(id: "\(value.text).\(name).\(index)", text: "$\(index)"))
    }
  }

  private func match(
    _ name: String, _ values: [(label: String?, pattern: Pattern)], _ unknown: Unknown, _ path: Path
  ) -> Answer {
    switch path.facts[unknown.id] {
    case .isCase(let known): return match(name, values, .enumCase(known), path)
    case .isNot(let names) where names.contains(name): return .known(path, false)
    default: break
    }
    // What did not match once does not match later.
    let isLasting = ["parameter.", "$event", "$state"].contains { unknown.id.hasPrefix($0) }
    let question =
      !isLasting
      ? nil
      : Pattern.enumCase(name: name, values: values).name.map {
        "\(unknown.id) ~= \($0)"
      }
    if let question, case .bool(false)? = path.facts[question] { return .known(path, false) }
    var known = CaseValue(name: name, payload: [], type: unknown.type, text: ".\(name)")
    let types = payloadTypes(of: name, in: unknown.type, count: values.count)
    let domains = payloadDomains(of: name, in: unknown, count: values.count)
    known.payload = values.indices.map { index in
      let inner = Unknown(
        id: "\(unknown.id).\(name).\(index)", text: "$\(index)", type: types[index],
        isPresent: isPresent(index, of: name, in: unknown.type, count: values.count),
        domain: domains[index])
      let info = self.index.info(unknown.type)
      let item = info?.enumCase(name).flatMap { $0.values.count == values.count ? $0 : nil }
      let numbered = self.index.numbered(inner, as: index, of: item, in: info)
      return Argument(label: values[index].label, value: .unknown(numbered))
    }
    var (yes, no) = (path, path)
    yes.facts[unknown.id] = .isCase(known)
    if isPresence(name, of: unknown), values.allSatisfy(\.pattern.isIrrefutable) {
      yes.facts[unknown.presence] = .bool(name == "some")
      no.facts[unknown.presence] = .bool(name == "none")
    }
    if values.allSatisfy(\.pattern.isIrrefutable) {
      var names: Set = [name]
      if case .isNot(let more)? = path.facts[unknown.id] { names.formUnion(more) }
      no.facts[unknown.id] = .isNot(names)
      no.isImpossible = isNothing(unknown, without: names)
    } else if let question {
      no.facts[question] = .bool(false)
    }
    switch match(values, known.payload.map(\.value), yes) {
    case .known(let path, true): yes = path
    case .known(_, false): return .known(no, false)
    case .open(let path, _, _): yes = path
    }
    return Answer.open(yes: yes, no: no, text: "").decided
  }

  /// Whether a case asks whether there is a value, and is none of the enum's own.
  private func isPresence(_ name: String, of unknown: Unknown) -> Bool {
    ["some", "none"].contains(name) && index.info(unknown.type)?.enumCase(name) == nil
  }

  /// The types of a case's associated values, as far as they are known.
  private func payloadTypes(of name: String, in type: String?, count: Int) -> [String?] {
    guard let info = index.info(type), let values = info.enumCase(name)?.values,
      values.count == count
    else { return Array(repeating: nil, count: count) }
    return values.map { resolve(name: $0.type, in: info, module: info.module) }
  }

  private func isPresent(_ offset: Int, of name: String, in type: String?, count: Int) -> Bool {
    guard let item = index.info(type)?.enumCase(name), item.values.count == count else {
      return false
    }
    return index.isPresent(offset, of: item, in: index.info(type))
  }

  private func match(
    _ patterns: [(label: String?, pattern: Pattern)], _ value: Value, _ path: Path
  ) -> Answer {
    guard case .tuple(let elements) = value, elements.count == patterns.count else {
      let parts = patterns.indices.map { value.field("\($0)", type: nil) }
      return match(patterns, parts, path)
    }
    return match(patterns, elements.map(\.value), path)
  }

  private func match(
    _ patterns: [(label: String?, pattern: Pattern)], _ values: [Value], _ path: Path
  ) -> Answer {
    // Where another part decides, the state that the walk has started in is not asked for.
    if values.contains(where: \.isStart),
      zip(patterns, values).contains(where: { isOtherCase($1, than: $0.pattern) })
    {
      return .known(path, false)
    }
    var yes = path
    var refused: Path?
    for (pattern, value) in zip(patterns, values) {
      switch match(pattern.pattern, value, yes) {
      case .known(_, false): return .known(path, false)
      case .known(let path, true): yes = path
      case .open(let path, let no, _):
        yes = path
        refused = refused?.weaker(than: no) ?? no
      }
    }
    guard var no = refused else { return .known(yes, true) }
    no.frames = path.frames
    return .open(yes: yes, no: no, text: "")
  }

  /// Whether a value is known to be another case than the one of a pattern; not asked of the state
  /// that the walk has started in.
  private func isOtherCase(_ value: Value, than pattern: Pattern) -> Bool {
    guard case .enumCase(let known) = value.asked, !known.isStart,
      case .enumCase(let name, _) = pattern, name != "some", isDeclared(name, by: known.type)
    else { return false }
    return !known.isNamed(name)
  }

  /// A literal against a value that is not known; once asked, the answer stays.
  private func match(literal text: String, _ value: Value, _ path: Path) -> Answer {
    guard let id = value.unknown?.id, Int(text) != nil || text.isPlainText else {
      return .open(yes: path, no: path, text: "")
    }
    // A comparison asks the same.
    guard let own = identity(value, path) else {
      return matchBool(true, .unknown(Unknown(id: "\(id) ~= \(text)", text: text)), path)
    }
    if isOther(own, than: text, path) { return .known(path, false) }
    return matchBool(true, .unknown(Unknown(id: "\(own) == \(text)", text: text)), path)
  }

  private func match(some pattern: Pattern, _ value: Value, _ path: Path) -> Answer {
    match("some", [(nil, pattern)], value, path)
  }

  private func matchAbsent(_ value: Value, _ path: Path) -> Answer {
    switch value {
    case .absent: .known(path, true)
    case .unknown(let unknown) where unknown.isPresent: .known(path, false)
    case .unknown: match("none", [], value, path)
    default: .known(path, false)
    }
  }

  private func matchBool(_ wanted: Bool, _ value: Value, _ path: Path) -> Answer {
    guard let id = value.unknown?.id else { return .open(yes: path, no: path, text: "") }
    if case .bool(let known)? = path.facts[id] {
      return answer(known == wanted, of: id, text: "", path)
    }
    var (yes, no) = (path, path)
    yes.facts[id] = .bool(wanted)
    no.facts[id] = .bool(!wanted)
    return Answer.open(yes: yes, no: no, text: "").decided
  }
}

extension String {
  /// Whether this is written as a string in which nothing is escaped.
  fileprivate var isPlainText: Bool { first == "\"" && last == "\"" && !contains("\\") }
}
