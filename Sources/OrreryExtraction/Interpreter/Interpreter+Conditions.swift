import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// The answer to a condition on one way.
enum Answer {
  case known(Path, Bool)
  /// Not known: the way where it holds, the way where it does not, and the condition as written.
  case open(yes: Path, no: Path, text: String)

  /// The answer without a way that contradicts what is known: the condition is told nevertheless.
  var decided: Answer {
    guard case .open(var yes, var no, let text) = self else { return self }
    yes.isImpossible = yes.isRefused
    no.isImpossible = no.isRefused
    return .open(yes: yes, no: no, text: text)
  }

  /// A way on which it was given.
  var path: Path {
    switch self {
    case .known(let path, _), .open(let path, _, _): path
    }
  }
}

extension Interpreter {
  func run(
    _ node: IfExprSyntax, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    let mark = departures
    let (yes, no) = branch(node.conditions, path, sparing: node.skipsEqual)
    var flows = yes.flatMap { path in
      var path = path
      path.branch = Branch(items: node.body.statements, file: path.file)
      return run(block: node.body.statements, path, value: value, expected: expected)
    }.map { unbinding(node.conditions, $0, since: path) }
    for path in no {
      switch node.elseBody {
      case .ifExpr(let next): flows += run(next, path, value: value, expected: expected)
      case .codeBlock(let block):
        flows += run(block: block.statements, path, value: value, expected: expected)
      case nil: flows.append(Flow(path: path))
      }
    }
    return merged(flows, from: path, since: mark, at: node)
  }

  /// What a condition binds is known in its own branch alone.
  func unbinding(
    _ conditions: ConditionElementListSyntax, _ flow: Flow, since base: Path
  ) -> Flow {
    let names = conditions.flatMap { element -> [String] in
      switch element.condition {
      case .optionalBinding(let binding): self.names(in: binding.pattern)
      case .matchingPattern(let condition): self.names(in: condition.pattern)
      default: []
      }
    }
    let depth = base.depth - 1
    guard !names.isEmpty, flow.path.frames.indices.contains(depth) else { return flow }
    var flow = flow
    for name in names.map(Naming.identifier) where name != "self" {
      flow.path.frames[depth].variables[name] = base.frames[depth].variables[name]
    }
    return flow
  }

  /// The ways where all conditions hold, and those where one does not.
  func branch(_ conditions: ConditionElementListSyntax, _ path: Path) -> (yes: [Path], no: [Path]) {
    var yes = [path]
    var no: [Path] = []
    var open: [String] = []
    var isLinear = true
    for element in conditions {
      var next: [Path] = []
      for path in yes {
        let answers = answer(element, path)
        isLinear = isLinear && answers.count == 1 && yes.count == 1
        let lasts = isLasting(element, path)
        for answer in answers {
          sort(
            worded(answer, element), from: lasts ? path : nil, yes: &next, no: &no, texts: &open)
        }
      }
      yes = next
      if yes.isEmpty { break }
    }
    // What is asked behind a wait is answered by itself.
    let isWaited = no.contains { $0.segment != path.segment }
    if isLinear, !isWaited, open.count > 1, let first = no.first {
      let rest = no.dropFirst().reduce(first) { $0.weaker(than: $1) }
      no = [failing(rest, open: open, of: path, always: yes.isEmpty)]
    }
    return (bounded(yes), bounded(isCoarse ? joined(no) : no))
  }

  /// What an actor model asks of the published state shows as it is written, though the state
  /// alone decides it.
  private func worded(_ answer: Answer, _ element: ConditionElementSyntax) -> Answer {
    guard case .known(var path, let holds) = answer,
      case .expression(let node) = element.condition,
      isSubject, node.is(PrefixOperatorExprSyntax.self) || node.is(MemberAccessExprSyntax.self),
      !node.asksSelf
    else { return answer }
    path.guards.append(Clause(text: text(of: node), isNegated: !holds))
    return .known(path, holds)
  }

  /// - Parameter start: The way before the condition, where what that asks for cannot change.
  private func sort(
    _ answer: Answer, from start: Path?, yes: inout [Path], no: inout [Path],
    texts: inout [String]
  ) {
    switch answer {
    case .known(let path, true): yes.append(path)
    case .known(let path, false): no.append(path)
    case .open(var left, var right, let asked):
      let text = right.retold(asked)
      texts.append(text)
      left.guards.append(Clause(text: text).lasting(start != nil))
      right.guards.append(Clause(text: text, isNegated: true).lasting(start != nil))
      if let start {
        left.keepFacts(since: start)
        right.keepFacts(since: start)
      }
      if !left.isRefused { yes.append(left) }
      if !right.isRefused { no.append(right) }
    }
  }

  /// One way for a list of conditions of which some does not hold: `!(a && b)`.
  private func failing(_ rest: Path, open: [String], of path: Path, always: Bool) -> Path {
    var result = rest
    result.guards = path.guards
    if !always {
      let text = Clause.conjunction(open.map { Clause(text: $0) })
      result.guards.append(Clause(text: text, isNegated: true))
    }
    return result
  }

  private func answer(_ element: ConditionElementSyntax, _ path: Path) -> [Answer] {
    switch element.condition {
    case .expression(let expression): return truth(expression, path)
    case .matchingPattern(let condition):
      if let turned = turned(condition) {
        return evaluate(turned.subject, path, nil).map { path, value in
          match(
            Pattern(turned.pattern), value, path, text: text(of: turned.pattern),
            subject: text(of: turned.subject))
        }
      }
      let pattern = cache.pattern(condition.pattern)
      return evaluate(condition.initializer.value, path, nil).map { path, value in
        match(
          pattern, value, path, text: text(of: condition.pattern),
          subject: wording(of: condition.initializer.value, value, path))
      }
    case .optionalBinding(let binding): return answer(binding, path)
    case .availability(let condition):
      return [.open(yes: path, no: path, text: text(of: condition))]
    }
  }

  /// How a value that is matched is worded: a state that was set to something else by what it was set
  /// to, since its own name tells what it was before.
  func wording(of node: ExprSyntax, _ value: Value, _ path: Path) -> String {
    // In a getter `self` is what that was asked of.
    if node.isPlainSelf, path.depth > 1, case .unknown(let unknown) = value { return unknown.text }
    guard path.writeLocation != nil, structState == nil, let watched,
      case .unknown(let unknown) = value, unknown.id.hasPrefix("parameter."),
      place(of: node, path).map(path.resolved) == path.resolved(watched),
      let given = path.value(at: watched)
    else { return text(of: node) }
    return given.text
  }

  /// `case state.phase = Phase.idle`: a comparison, with the value in the pattern's place.
  private func turned(
    _ condition: MatchingPatternConditionSyntax
  ) -> (subject: ExprSyntax, pattern: ExprSyntax)? {
    guard let subject = condition.pattern.as(ExpressionPatternSyntax.self)?.expression,
      subject.as(MemberAccessExprSyntax.self).map({ !$0.isCaseName })
        ?? subject.is(DeclReferenceExprSyntax.self),
      let value = condition.initializer.value.as(MemberAccessExprSyntax.self), value.isCaseName
    else { return nil }
    return (subject, ExprSyntax(value))
  }

  private func answer(_ binding: OptionalBindingConditionSyntax, _ path: Path) -> [Answer] {
    let name = binding.pattern.as(IdentifierPatternSyntax.self).map {
      Naming.identifier($0.identifier.text)
    }
    let source =
      binding.initializer?.value
      ?? ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(name ?? "_")))
    // `guard let this = self`: another name for the machine.
    if let name, let place = machine(named: source, path) {
      var path = path
      // `guard let self = self`: nothing new.
      if binding.initializer != nil, name != "self" { path.declare(name, .alias(place)) }
      return [.known(path, true)]
    }
    let values =
      binding.initializer == nil
      ? name.map { ownGetter($0, path) ?? [(path, read($0, path))] } ?? [(path, .void)]
      : evaluate(source, path, nil)
    let text =
      "\(binding.bindingSpecifier.text) \(text(of: binding.pattern))"
      + (binding.initializer.map { " = \(self.text(of: $0.value))" } ?? "")
    return values.map { path, value in
      let path = asking(of: value, path)
      var holds = path
      if let name { holds.declare(name, value.found) }
      switch value.asked {
      case .absent: return .known(path, false)
      case .unknown(let unknown):
        return optional(unknown, holds: holds, fails: path, text: text)
      default: return .known(holds, true)
      }
    }
  }

  func optional(
    _ unknown: Unknown, holds: Path, fails: Path, text: String
  ) -> Answer {
    if unknown.isPresent { return .known(holds, true) }
    var (holds, fails) = (holds, fails)
    switch fails.facts[unknown.id] {
    case .isCase(let value) where value.name == "none": return .known(fails, false)
    case .isCase: return .known(holds, true)
    case .isNot(let names) where names.contains("none"): return .known(holds, true)
    case .isNot(let names) where names.contains("some"): return .known(fails, false)
    default:
      holds.facts[unknown.id] = .isNot(["none"])
      fails.facts[unknown.id] = .isNot(["some"])
      holds.facts[unknown.presence] = .bool(true)
      fails.facts[unknown.presence] = .bool(false)
      return Answer.open(yes: holds, no: fails, text: text).decided
    }
  }
}

// MARK: - Truth

extension Interpreter {
  func truth(_ expression: ExprSyntax, _ path: Path) -> [Answer] {
    if let tuple = expression.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return truth(only.expression, path)
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      let text = text(of: expression)
      return truth(prefix.expression, path).map { $0.inverted(text: text) }
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return truth(cache.operation(sequence), path)
    }
    let text = text(of: expression)
    let ways = evaluate(expression, path, nil)
    if let answer = question(ways, from: path, text: text) { return [answer] }
    return ways.map { known($1, $0, text: text) }
  }

  func truth(_ operation: Operation, _ path: Path) -> [Answer] {
    switch operation.form {
    case .operand(let expression): return truth(expression, path)
    case .binary(let left, "&&", let right):
      return truth(left, path).flatMap {
        and($0, right)
      }
    case .binary(let left, "||", let right):
      return truth(left, path).flatMap { or($0, right) }
    case .binary(let left, let op, let right) where right.isNil && ["==", "!="].contains(op):
      return evaluate(left, path, nil).map { path, value in
        presence(of: value, path, isWanted: op == "!=", text: operation.text)
      }
    case .binary(let left, let op, let right) where left.isNil && ["==", "!="].contains(op):
      return evaluate(right, path, nil).map { path, value in
        presence(of: value, path, isWanted: op == "!=", text: operation.text)
      }
    case .binary(let left, "!=", let right):
      // The opposite of `==`, so that what one has found answers the other.
      let text = "\(left.text) == \(right.text)"
      return isEqual(left, right, text: text, path).map { $0.inverted(text: operation.text) }
    case .binary(let left, "==", let right):
      return isEqual(left, right, text: operation.text, path)
    default:
      return evaluate(operation, path, nil).map { known($1, $0, text: operation.text) }
    }
  }

  /// Whether an optional holds a value.
  func presence(
    of value: Value, _ path: Path, isWanted: Bool, text: String
  ) -> Answer {
    let path = asking(of: value, path)
    switch settled(value.asked, path) {
    case .absent: return .known(path, !isWanted)
    case .unknown(let unknown):
      let answer = optional(unknown, holds: path, fails: path, text: text)
      return isWanted ? answer : answer.inverted(text: text)
    default: return .known(path, isWanted)
    }
  }

  /// The answer that a value gives, where it is one.
  func known(_ value: Value, _ path: Path, text: String) -> Answer {
    if case .bool(let value) = value { return .known(path, value) }
    guard let unknown = value.unknown else { return .open(yes: path, no: path, text: text) }
    if case .bool(let value)? = path.facts[unknown.id] {
      return answer(value, of: unknown.id, text: text, path)
    }
    var (yes, no) = (path, path)
    yes.facts[unknown.id] = .bool(true)
    no.facts[unknown.id] = .bool(false)
    return Answer.open(yes: yes, no: no, text: text).decided
  }

  private func and(_ left: Answer, _ right: Operation) -> [Answer] {
    switch left {
    case .known(_, false): return [left]
    case .known(let path, true): return truth(right, path)
    case .open(let yes, let no, let text) where waits(right, yes):
      let (holds, fails) = apart(yes, no, text)
      return [.known(fails, false)] + truth(right, holds)
    case .open(let yes, let no, let text):
      let answers = truth(right, yes)
      if hasChanged(answers, since: yes) {
        let (holds, fails) = apart(yes, no, text)
        return [.known(fails, false)] + truth(right, holds)
      }
      return answers.map { answer in
        switch answer {
        case .known(let path, true): .open(yes: path, no: no, text: text)
        case .known(let right, false): .known(no.weaker(than: right), false)
        case .open(let both, let right, let more):
          .open(
            yes: both, no: no.weaker(than: right),
            text: Clause.conjunction([Clause(text: text), Clause(text: more)]))
        }
      }
    }
  }

  /// Whether what is asked has changed the state: then it matters whether it was asked.
  func hasChanged(_ answers: [Answer], since path: Path) -> Bool {
    answers.contains { $0.path.writeLocation != path.writeLocation }
  }

  private func or(_ left: Answer, _ right: Operation) -> [Answer] {
    switch left {
    case .known(_, true): return [left]
    case .known(let path, false): return truth(right, path)
    case .open(let yes, let no, let text) where waits(right, no):
      let (holds, fails) = apart(yes, no, text)
      return [.known(holds, true)] + truth(right, fails)
    case .open(let yes, let no, let text):
      let answers = truth(right, no)
      if hasChanged(answers, since: no) {
        let (holds, fails) = apart(yes, no, text)
        return [.known(holds, true)] + truth(right, fails)
      }
      return answers.map { answer in
        switch answer {
        case .known(let right, true): .known(yes.weaker(than: right), true)
        case .known(let path, false): .open(yes: yes, no: path, text: text)
        case .open(let right, let neither, let more):
          .open(yes: yes.weaker(than: right), no: neither, text: "\(text) || \(more)")
        }
      }
    }
  }
}

extension Answer {
  func inverted(text: String) -> Answer {
    switch self {
    case .known(let path, let value): .known(path, !value)
    case .open(let yes, let no, _): .open(yes: no, no: yes, text: text)
    }
  }
}

extension ExprSyntax {
  /// Whether it is a property of the machine's own, or not that: `isUp`, `!self.isUp`.
  fileprivate var asksSelf: Bool {
    let node = self.as(PrefixOperatorExprSyntax.self)?.expression ?? self
    return node.is(DeclReferenceExprSyntax.self)
      || node.as(MemberAccessExprSyntax.self)?.base?.isSelf ?? false
  }
}
