import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrrerySyntax
import SwiftSyntax

/// Types whose actions say in a table which state they lead to, for an attached macro that runs them:
/// `enum Action { …; var transition: Transition { switch self { case .stop: .to(.idle) } } }`.
///
/// The words are those of the macro `@Stateful`: a machine begins in `initial`, and what an action runs
/// leads to `error` where it throws.
struct ActionTables {
  let index: SourceIndex

  /// A machine for each such table; none where a machine with the same states changes them itself.
  func sites(beside others: [Site]) -> [Site] {
    let known = Dictionary(grouping: others) { $0.owner?.key }
    return index.infos.compactMap(site).filter { site in
      !(known[site.owner?.key] ?? []).contains { $0.state === site.state }
    }
  }

  private func site(of info: TypeInfo) -> Site? {
    guard [.class, .struct, .actor].contains(info.kind), !info.attributes.isEmpty,
      let state = nested("State", in: info), state.cases.count > 1,
      let action = nested("Action", in: info),
      let table = action.computed.first(where: { $0.name == "transition" && !$0.isStatic })
    else { return nil }
    let routes = index.withProgram { program in
      let getter = program.getter(table)
      var reader = ActionTableReader(
        state: state, action: action, owner: info, place: getter.location,
        routes: Routes(property: "state", event: action))
      reader.read(getter.body)
      return reader.routes
    }
    // A table that enters no state is one of something else.
    guard routes.rows.contains(where: { state.enumCase($0.to.case ?? "") != nil }) else {
      return nil
    }
    var site = Site(.reducer, of: info, state: state)
    site.routes = routes
    site.initial = state.enumCase("initial").map { _ in
      let name = DeclReferenceExprSyntax(baseName: .identifier("initial"))
      return ExprSyntax(MemberAccessExprSyntax(declName: name))
    }
    return site
  }

  private func nested(_ name: String, in info: TypeInfo) -> TypeInfo? {
    index.type(named: name, in: info).flatMap {
      $0.kind == .enum && $0.path.dropLast() == info.path[...] ? $0 : nil
    }
  }
}

/// Reads what the clauses of such a table return.
private struct ActionTableReader {
  let state: TypeInfo
  let action: TypeInfo
  let owner: TypeInfo
  let place: OrreryModel.SourceLocation
  var routes: Routes
  var blocks: [Block] = []

  /// An action, with what is asked of it before.
  fileprivate struct Sent {
    var name: String
    var asked: [Clause] = []
  }

  mutating func read(_ body: Body?) {
    blocks = body?.blocks ?? []
    read(Body.entry, of: action.cases.map { Sent(name: $0.name) })
  }

  private mutating func read(_ number: Block.Number, of actions: [Sent]) {
    guard blocks.indices.contains(number) else { return miss(actions, place) }
    let block = blocks[number]
    let asked = block.instructions.compactMap {
      if case .assume(let text) = $0.operation { Clause(text: text) } else { nil }
    }
    let actions = actions.map { $0.asking(asked) }
    switch block.end {
    case .jump(let target) where target > number: read(target, of: actions)
    case .return(let value?): add(value, of: actions)
    case .match(let match): read(match, of: actions)
    case .branch(let conditions, let then, let otherwise, _):
      guard conditions.count == 1, case .holds(let question)? = conditions.first else {
        return miss(actions, block.statement?.location ?? place)
      }
      let clause = Clause(text: question.text)
      read(then, of: actions.map { $0.asking([clause]) })
      read(otherwise, of: actions.map { $0.asking([clause.negated]) })
    default: miss(actions, block.statement?.location ?? place)
    }
  }

  /// `switch self { … }`.
  private mutating func read(_ match: Match, of actions: [Sent]) {
    guard case .selfValue = match.subject.form else { return miss(actions, place) }
    var open = actions
    for clause in match.clauses {
      var taken: [Sent] = clause.items.isEmpty ? open : []
      for item in clause.items {
        let name = item.pattern.caseName
        guard name != nil || item.pattern.isIrrefutable else {
          miss(open, clause.location)
          continue
        }
        let matches = { (sent: Sent) in name == nil || sent.name == name }
        taken += open.filter(matches).map { $0.asking(item.questions) }
        open = open.compactMap { matches($0) ? $0.refused(by: item) : $0 }
      }
      read(clause.target, of: taken)
    }
  }

  private mutating func add(_ value: Expression, of actions: [Sent]) {
    if case .conditional(let question, let yes, let no) = value.form {
      let clause = Clause(text: question.text)
      add(yes, of: actions.map { $0.asking([clause]) })
      add(no, of: actions.map { $0.asking([clause.negated]) })
      return
    }
    guard let entry = ActionTableEntry(value),
      entry.named.allSatisfy({ state.enumCase($0) != nil })
    else { return miss(actions, value.location) }
    for word in entry.unknown {
      leave("Orrery does not know what '.\(word)' of a table says", at: value.location)
    }
    for action in actions {
      add(entry, of: action, at: value.location)
      addLater(entry, of: action, at: value.location)
    }
  }

  private mutating func add(
    _ entry: ActionTableEntry, of action: Sent, at place: OrreryModel.SourceLocation
  ) {
    let functions = owner.functions.filter { $0.runs(action.name) }
    let first = entry.states.first.map { Route.Name.one($0) }
    for from in entry.sources(among: state.cases.map(\.name)) {
      routes.rows.append(
        Route(
          event: .one(action.name), from: from, to: first ?? from,
          effects: entry.effects + functions.map(\.name), location: place, asked: action.asked,
          isInferred: !entry.unknown.isEmpty,
          isIdle: entry.states.isEmpty && entry.effects.isEmpty && functions.isEmpty))
    }
    for from in entry.refusals(among: state.cases.map(\.name)) {
      routes.rows.append(
        Route(
          event: .one(action.name), from: .one(from), to: .any, location: place,
          asked: action.asked, isRefused: true))
    }
    guard let background = entry.inBackground else { return }
    routes.rows.append(
      Route(
        event: .one("background.\(action.name)"), from: .any, to: .any,
        effects: [background] + functions.map(\.name), location: place, asked: action.asked))
  }

  /// Where an action leads once what it runs has ended.
  private mutating func addLater(
    _ entry: ActionTableEntry, of action: Sent, at place: OrreryModel.SourceLocation
  ) {
    let functions = owner.functions.filter { $0.runs(action.name) }
    let runner = functions.first.map { $0.name + "." } ?? ""
    let start = entry.states.first.map { Route.Name.one($0) } ?? .any
    func later(_ ending: String, _ to: String) -> Route {
      Route(
        event: .one("\(action.name)#\(runner)\(ending)"), from: start, to: .one(to),
        location: place, isInferred: true)
    }
    if entry.states.count > 1 {
      routes.rows.append(later("success", entry.states[1]))
    } else if entry.goesBack {
      routes.rows.append(later("success", Self.unknown))
      leave(
        "'\(action.name)' goes back to the state that it began in, which the table does not tell",
        at: place)
    }
    if state.enumCase("error") != nil, functions.contains(where: \.isThrowing) {
      routes.rows.append(later("failure", "error"))
    }
  }

  /// A name that no state has.
  private static let unknown = "?"

  private mutating func miss(_ actions: [Sent], _ place: OrreryModel.SourceLocation) {
    for action in actions {
      routes.rows.append(
        Route(
          event: .one(action.name), from: .any, to: .one(Self.unknown), location: place,
          asked: action.asked))
    }
    guard !actions.isEmpty else { return }
    let names = actions.map(\.name).joined(separator: "', '")
    leave("the table does not write out where '\(names)' leads", at: place)
  }

  private mutating func leave(_ reason: String, at place: OrreryModel.SourceLocation) {
    routes.untold.append(Unresolved(location: place, reason: reason))
  }
}

extension ActionTableReader.Sent {
  func asking(_ clauses: [Clause]) -> Self {
    var sent = self
    // That a pattern does not match needs no word where another one matches in its place.
    sent.asked.removeAll { earlier in
      clauses.contains { clause in
        guard earlier.isNegated, let a = earlier.pattern, let b = clause.pattern else {
          return false
        }
        return !clause.isNegated && a.isDisjoint(from: b)
      }
    }
    sent.asked += clauses
    return sent
  }

  /// What is left of it where a clause may not take it; nothing where that takes all.
  func refused(by item: Match.Item) -> Self? {
    let questions = item.questions
    guard let first = questions.first else { return nil }
    return asking([
      questions.count == 1
        ? first.negated : Clause(text: Clause.conjunction(questions), isNegated: true)
    ])
  }
}

extension Match.Item {
  /// What it asks beside the case.
  fileprivate var questions: [Clause] {
    let whole = pattern.takesWholeCase
    let part = whole ? [] : [Clause(text: "case \(text.text) = event", patterns: [pattern])]
    return part + (filter.map { [Clause(text: $0.text)] } ?? [])
  }
}

/// What a table says of an action: `.to(.loading, then: .content)`.
private struct ActionTableEntry {
  /// The state that is entered, and the one behind it once what the action runs has ended.
  var states: [String] = []
  /// Whether the state before is entered again in the end.
  var goesBack = false
  /// What is told beside the state while it runs.
  var background: String?
  /// What is told in place of the state where it is sent to run in the background.
  var inBackground: String?
  /// The only states in which it is allowed.
  var required: [String]?
  var refused: [String] = []
  /// What it says that is not understood.
  var unknown: [String] = []

  init?(_ value: Expression) {
    switch value.form {
    case .implicitMember("none"), .implicitMember("identity"): break
    case .call(let call):
      let named = call.arguments.flatMap { Self.names($0.value) }
      let labels = call.arguments.map(\.label)
      let isNamed = !named.isEmpty && named.count >= call.arguments.count
      switch call.callee {
      case .implicitMember("to") where isNamed && [[nil], [nil, "then"]].contains(labels):
        states = named
      case .implicitMember("loop") where named.count == 1: (states, goesBack) = (named, true)
      case .implicitMember("background") where named.count == 1: background = named[0]
      case .member(let base, let modifier):
        guard let inner = Self(base) else { return nil }
        self = inner
        switch modifier {
        case "required" where isNamed: required = named
        case "invalid" where isNamed: refused = named
        case "whenBackground" where named.count == 1: inBackground = "background(.\(named[0]))"
        default: unknown.append(modifier)
        }
      default: return nil
      }
    default: return nil
    }
  }

  /// The cases that an argument names.
  private static func names(_ value: Expression) -> [String] {
    switch value.form {
    case .implicitMember(let name), .member(_, let name): [name]
    case .call(let call):
      if case .implicitMember(let name) = call.callee { [name] } else { [] }
    case .array(let elements): elements.flatMap(names)
    default: []
    }
  }

  /// The states that it names.
  var named: [String] { states + (required ?? []) + refused }

  var effects: [String] { background.map { ["background(.\($0))"] } ?? [] }

  /// Where the action is allowed.
  func sources(among all: [String]) -> [Route.Name] {
    let closed = refusals(among: all)
    return closed.isEmpty
      ? [.any] : all.filter { !closed.contains($0) }.map { .one($0) }
  }

  /// The states in which it is illegal.
  func refusals(among all: [String]) -> [String] {
    all.filter { !(required?.contains($0) ?? true) || refused.contains($0) }
  }
}

extension Pattern {
  fileprivate var caseName: String? {
    if case .enumCase(let name, _) = self { name } else { nil }
  }

  /// Whether it asks for nothing that the case carries.
  fileprivate var takesWholeCase: Bool {
    guard case .enumCase(_, let values) = self else { return isIrrefutable }
    return (values ?? []).allSatisfy(\.pattern.isIrrefutable)
  }
}

extension FunctionInfo {
  /// Whether an attribute says by a key path that an action runs it: `@Function(\Action.Cases.stop)`.
  fileprivate func runs(_ action: String) -> Bool {
    guard let function = node.as(FunctionDeclSyntax.self) else { return false }
    return function.attributes.contains { element in
      guard case .argumentList(let arguments)? = element.as(AttributeSyntax.self)?.arguments
      else { return false }
      return arguments.contains { argument in
        let last = argument.expression.as(KeyPathExprSyntax.self)?.components.last?.component
        return last?.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text == action
      }
    }
  }
}
