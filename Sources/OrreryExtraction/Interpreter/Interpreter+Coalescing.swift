import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// `optional ?? other`, and what an optional is mapped to.
extension Interpreter {
  func coalesce(
    _ left: Operation, _ right: Operation, _ text: String, _ path: Path, _ expected: String?
  ) -> Evaluated {
    if tellsState(expected, path),
      case .operand(let node) = left.form, let mapping = Mapping(node),
      let found = evaluate(mapping, or: right, text, path, expected)
    {
      return found
    }
    return evaluate(left, path, expected).flatMap { path, value -> Evaluated in
      switch value.asked {
      case .absent: return evaluate(right, path, expected)
      case .unknown(let unknown) where unknown.id == Self.stateID: return [(path, value)]
      case .unknown where isThere(value, path): return [(path, value)]
      case .unknown(let unknown) where waits(right, path):
        let question = "\(left.text) != nil"
        switch optional(unknown, holds: path, fails: path, text: question) {
        case .known(let path, true): return [(path, value)]
        case .known(let path, false): return evaluate(right, path, expected)
        case .open(let yes, let no, let question):
          let (holds, fails) = apart(yes, no, question)
          return [(holds, value.found)] + evaluate(right, fails, expected)
        }
      case .unknown:
        let either = fresh(text, path, type: value.type)
        return [(path, isPlainlyThere(right, path) ? either.found : either)]
      default: return [(path, value)]
      }
    }
  }

  /// Whether a value of some type is the state, or a case in one that is a struct.
  private func tellsState(_ type: String?, _ path: Path) -> Bool {
    guard let type else { return false }
    if type == watchedType(path) ?? path.frames[0].returnType { return true }
    let isAnswer = path.frames.contains { TupleKey.holds($0.returnType, type) }
    return structState != nil && !isAnswer && index.info(type)?.kind == .enum
  }

  /// `optional.map { … }`, as a call and what it is called on.
  private struct Mapping {
    var call: FunctionCallExprSyntax
    var base: ExprSyntax

    init?(_ node: ExprSyntax) {
      guard let call = node.as(FunctionCallExprSyntax.self),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
        ["map", "flatMap"].contains(member.declName.baseName.text)
      else { return nil }
      (self.call, self.base) = (call, base)
    }

    /// Whether the value is there: a wait for it that fails is another way.
    var awaits: Bool {
      var node = base
      while let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let only = tuple.elements.first
      {
        node = only.expression
      }
      return node.as(TryExprSyntax.self)?.expression.is(AwaitExprSyntax.self) ?? false
    }
  }

  /// The closure's value where the optional holds one, else the other value: one of two states.
  private func evaluate(
    _ mapping: Mapping, or right: Operation, _ text: String, _ path: Path, _ expected: String?
  ) -> Evaluated? {
    let name = mapping.call.calleeName
    let bases = evaluate(mapping.base, path, nil).map { ($0, settled($1, $0)) }
    let isOwn = bases.contains { _, value in
      index.info(value.type)?.functions.contains { $0.name == name } ?? false
    }
    if isOwn { return nil }
    return bases.flatMap { path, value -> Evaluated in
      if case .absent = value { return evaluate(right, path, expected) }
      guard case .unknown(let unknown) = value, !(awaitsAreSteps && mapping.awaits) else {
        return map(value, mapping.call, path, expected)
      }
      let question =
        mapping.base.is(DeclReferenceExprSyntax.self)
        ? "let \(self.text(of: mapping.base))" : "\(self.text(of: mapping.base)) != nil"
      switch optional(unknown, holds: path, fails: path, text: question) {
      case .known(let path, true): return map(value, mapping.call, path, expected)
      case .known(let path, false): return evaluate(right, path, expected)
      case .open(var yes, var no, let question):
        yes.guards.append(Clause(text: question))
        no.guards.append(Clause(text: question, isNegated: true))
        let mapped = map(value, mapping.call, yes, expected)
        guard mapped.contains(where: { $0.1.isDecisive }) else {
          return [(path, fresh(text, path, type: mapped.first?.1.type))]
        }
        return mapped + evaluate(right, no, expected)
      }
    }
  }

  /// What `map` makes of a value: by a closure, or by a case that takes it.
  private func map(
    _ value: Value, _ call: FunctionCallExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    arguments(of: call, path, types: [expected]).flatMap { path, values -> Evaluated in
      if values.count == 1, var made = values[0].value.caseValue, made.payload.isEmpty {
        let label = index.info(made.type)?.enumCase(made.name)?.values.first?.label
        made.payload = [Argument(label: label, value: value)]
        return [(path, .enumCase(made))]
      }
      return unfollowed(call, values, path)
    }
  }

  /// Whether a call maps what another call will answer, such as a publisher's values: the chain stays
  /// what it is, whatever it hands on.
  func isChain(_ name: String, _ value: Value, _ node: FunctionCallExprSyntax) -> Bool {
    guard ["map", "flatMap"].contains(name), case .unknown = value,
      let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let call = base.as(FunctionCallExprSyntax.self)
    else { return false }
    return !Self.listMakers.contains(call.calleeName)
  }

  /// Methods of lists that give another list.
  private static let listMakers: Set = [
    "sorted", "filter", "reversed", "enumerated", "prefix", "suffix", "dropFirst", "dropLast",
    "compactMap", "shuffled", "map", "flatMap",
  ]

  /// The value of a mapping, without the case that its closure gives each value.
  func unmapped(_ value: Value, _ node: FunctionCallExprSyntax, _ path: Path) -> Value {
    guard let made = value.caseValue, made.type == nil || made.type != watchedType(path) else {
      return value
    }
    return opaque(node, path)
  }
}
