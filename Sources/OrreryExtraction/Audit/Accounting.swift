import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Tells how a machine's model accounts for what syntax finds: each place by the rows of the ways that
/// come to its own node.
struct Accounting {
  let site: Site
  let index: SourceIndex
  let writes: [WriteSite]
  private let footprint: Footprint
  private let rows: ModelRows
  private let open: Set<Line>
  private let helpers: Helpers
  /// The cases of the state that are no states of the model.
  private let temporary: Set<String>

  struct Line: Hashable {
    var file: String
    var number: Int

    init(_ location: OrreryModel.SourceLocation) {
      (file, number) = (location.file, location.line)
    }

    init(_ row: RowKey) { (file, number) = (row.file, row.line) }
  }

  init(_ audited: Audit.Audited, index: SourceIndex, writes: [WriteSite]) {
    let machine = audited.machine
    (site, footprint) = (audited.site, audited.footprint())
    (self.index, self.writes) = (index, writes)
    rows = ModelRows(machine)
    let unresolved = machine.transitions.filter { $0.kind == .unresolved }.map(\.location)
    open = Set((unresolved + machine.unresolved.map(\.location)).map(Line.init))
    temporary = Set(site.stateNames).subtracting(machine.states.map(\.name))
    helpers = Helpers(of: site, open: open)
  }

  var findings: [Audit.Finding] {
    let unused = UnusedSetters(of: site)
    return (writes.filter { !unused.hold($0.node) }.map(finding) + exits).sorted {
      ($0.location, $0.text) < ($1.location, $1.text)
    }
  }

  private var exits: [Audit.Finding] {
    var seen: Set<SyntaxIdentifier> = []
    // Making a machine is no event: an initializer ends with the initial state.
    let handlers = site.handlers.filter { !$0.isInitializer }.flatMap { [$0] + $0.next }
    return handlers.flatMap { handler -> [Audit.Finding] in
      guard seen.insert(handler.body.id).inserted else { return [] }
      return ExitFinder.find(in: handler.body).filter { !isNever($0, in: handler) }
        .map { finding($0, in: handler) }
    }
  }

  private func finding(
    _ kind: Audit.Finding.Kind, _ node: Syntax, _ file: SourceFile, _ account: Audit.Account,
    _ reason: String
  ) -> Audit.Finding {
    let text = node.folded
    return Audit.Finding(
      kind: kind, location: file.location(of: node),
      text: text.count > 60 ? text.prefix(59) + "…" : text, account: account,
      place: WriteContext(node).placeName,
      reason: account == .missing ? reason : "")
  }

  /// What the rows tell of the ways that come to a node; nothing where no way does.
  ///
  /// - Parameter elsewhere: What it is where the rows are placed elsewhere.
  private func told(
    _ ways: [RowKey], at lines: [Line], elsewhere: Audit.Account
  ) -> Audit.Account? {
    guard !ways.isEmpty else { return nil }
    let lasting = ways.filter { !rows.isTemporary($0) }
    if lasting.isEmpty { return .temporary }
    let settled = lasting.filter(rows.isSettled)
    // One way that no row tells of is a loss, whatever the others are.
    guard settled.count + lasting.count(where: rows.isOpen) >= lasting.count else {
      return .missing
    }
    if settled.contains(where: { lines.contains(Line($0)) }) { return .row }
    return settled.isEmpty ? .unresolved : elsewhere
  }

  /// What the walks prove of a node that no way comes to.
  private func proven(_ node: Syntax) -> Audit.Account {
    if EndlessLoop.precedes(node) || footprint.rulesOut(node) { return .ruledOut }
    return .missing
  }
}

// MARK: - Writes

extension Accounting {
  private func finding(_ write: WriteSite) -> Audit.Finding {
    let context = WriteContext(write.node)
    let ways = footprint.rows(writingAt: write.node)
    let (reason, isOutside) =
      ways.isEmpty
      ? left(write.node) ?? reason(for: write, context) : (Self.lost, false)
    var result = finding(
      .write, write.node, write.file, account(for: write, ways, context), reason)
    result.isOutside = isOutside
    guard write.isReferred, result.account != .unresolved, result.account != .missing,
      let others = otherCalls(around: write, context)
    else { return result }
    (result.account, result.reason) = (.missing, others)
    (result.isOutside, result.isToldElsewhere) = (true, true)
    return result
  }

  /// Which calls of the function around a write are not walked, where handlers hand the machine to it.
  private func otherCalls(around write: WriteSite, _ context: WriteContext) -> String? {
    context.function?.as(FunctionDeclSyntax.self).flatMap {
      Callers(site: site, index: index, footprint: footprint).unwalked(of: $0, in: write.file)
    }
  }

  /// Why a place is missing that a way comes to.
  private static let lost = "no row shows a path that reaches it"

  /// Why a place is missing that a way could come to which was left before its end.
  private func left(_ node: Syntax) -> (text: String, isOutside: Bool)? {
    footprint.leaves(node)
      ? ("no followed path reaches it, and one of them was left unfinished", true) : nil
  }

  private func account(
    for write: WriteSite, _ ways: [RowKey], _ context: WriteContext
  ) -> Audit.Account {
    let lines = Self.lines(of: write.node, write.file)
    let isSaid = ways.contains { $0.writes.contains { Self.isSame($0, as: write) } }
    if let told = told(ways, at: lines, elsewhere: isSaid ? .row : .overwritten) { return told }
    if holdsOpen(lines) || isHandlerOpen(context, write.file) || isInReaction(context) {
      return .unresolved
    }
    if isTemporary(write.node) { return .temporary }
    return footprint.isIdle(writingAt: write.node) ? .joined : proven(write.node)
  }

  /// Whether an action words a write as syntax does.
  private static func isSame(_ known: Action.Write, as write: WriteSite) -> Bool {
    guard known.op == write.op || write.op == "mutate" else { return false }
    let isSame = known.path == write.path || known.path.hasSuffix("." + write.path)
    return isSame && (known.value == write.value || write.op == "mutate")
  }

  /// Why a write is missing, and whether that is because it stands outside of what handlers run.
  private func reason(
    for write: WriteSite, _ context: WriteContext
  ) -> (text: String, isOutside: Bool) {
    if context.isInClosure { return ("it stands in a closure that is not followed", true) }
    guard let name = context.functionName else {
      if context.isInitializer { return ("it stands in an initializer", true) }
      let isLast = context.function?.is(DeinitializerDeclSyntax.self) == true
      return (isLast ? "it stands in a deinitializer" : "it stands in an accessor", true)
    }
    let isHandler = site.handlers.contains { $0.function?.node.id == context.function?.id }
    if let function = context.function?.as(FunctionDeclSyntax.self), !isHandler {
      if helpers.isForeign(function) {
        return ("'\(name)' is a method of another type", true)
      }
      if helpers.isAmbiguous(function), helpers.isReached(name) {
        return ("calls of '\(name)' resolve to another overload", true)
      }
    }
    if write.isReferred { return ("the state belongs to another object", true) }
    if isHandler { return ("no path through the handler reaches it", false) }
    return helpers.isReached(name)
      ? ("no call of '\(name)' in a handler reaches it", false)
      : ("no handler calls '\(name)'", true)
  }
}

// MARK: - Exits

extension Accounting {
  private func finding(_ exit: Syntax, in handler: Handler) -> Audit.Finding {
    let ways = footprint.rows(endingAt: exit)
    let (reason, isOutside) =
      ways.isEmpty
      ? left(exit) ?? ("no path through the handler reaches it", handler.isCast)
      : (Self.lost, false)
    var result = finding(
      .exit, exit, handler.file, account(forExit: exit, ways, in: handler), reason)
    result.isOutside = isOutside
    return result
  }

  private func account(
    forExit exit: Syntax, _ ways: [RowKey], in handler: Handler
  ) -> Audit.Account {
    let lines = Self.lines(of: exit, handler.file)
    if let told = told(ways, at: lines, elsewhere: .joined) { return told }
    if holdsOpen(lines) || open.contains(Line(handler.location)) { return .unresolved }
    if isTemporary(exit) { return .temporary }
    // There is no event that could come.
    if case .cases(let event) = handler.events, event.kind == .enum, event.cases.isEmpty {
      return .ruledOut
    }
    // What follows a wait and does nothing is the end of its handler, whatever the state.
    if footprint.isIdle(endingAt: exit) { return .joined }
    let account = proven(exit)
    guard handler.isCast, account == .ruledOut else { return account }
    return isStranger(exit, in: handler) ? .joined : .missing
  }

  /// Whether an exit leaves all as it is for an event that is none of the machine's.
  private func isStranger(_ exit: Syntax, in handler: Handler) -> Bool {
    let answer = exit.as(ReturnStmtSyntax.self)?.expression
    guard exit.is(ReturnStmtSyntax.self) || exit.is(BreakStmtSyntax.self),
      case let untouched = UntouchedState(before: exit, in: handler, of: site.state),
      untouched.isWhole, answer.map(untouched.holds) ?? true,
      let block = exit.parent?.parent?.as(CodeBlockItemListSyntax.self),
      block.count == 1 || block.id == handler.body.id
    else { return false }
    return !writes.contains { write in
      write.file === handler.file && write.node.position < exit.position
        && write.node.parent?.parent?.id == handler.body.id
    }
  }
}

// MARK: - Nowhere

extension Accounting {
  /// Whether a clause around a place names only actions of which there are none.
  private func isNever(_ exit: Syntax, in handler: Handler) -> Bool {
    guard case .cases(let events) = handler.events else { return false }
    var current = exit.parent
    while let parent = current, parent.id != handler.body.id {
      current = parent.parent
      guard case .case(let label)? = parent.as(SwitchCaseSyntax.self)?.label else { continue }
      let names = label.caseItems.map { Pattern($0.pattern).caseName }
      let cases = names.compactMap { name in name.flatMap { events.enumCase($0) } }
      if cases.count == names.count,
        cases.allSatisfy({ site.isNever($0, of: events, in: index) })
      {
        return true
      }
    }
    return false
  }
}

extension Pattern {
  fileprivate var caseName: String? {
    guard case .enumCase(let name, _) = self else { return nil }
    return name
  }
}

// MARK: - Places

extension Accounting {
  private func holdsOpen(_ lines: [Line]) -> Bool { lines.contains(where: open.contains) }

  private func isHandlerOpen(_ context: WriteContext, _ file: SourceFile) -> Bool {
    if let name = context.functionName, helpers.isOpen(name) { return true }
    return context.function.map { open.contains(Line(file.location(of: $0))) } ?? false
  }

  /// Whether a change of the state runs the code around a place, which the model says is open.
  private func isInReaction(_ context: WriteContext) -> Bool {
    site.reactions.contains { context.bodies.contains($0.closure.statements.id) }
  }

  /// The lines of a statement, and of the one around an expression.
  static func lines(of node: Syntax, _ file: SourceFile) -> [Line] {
    var outer = node
    while let parent = outer.parent, !outer.is(CodeBlockItemSyntax.self) { outer = parent }
    let end = max(file.endLine(of: node), file.location(of: node).line)
    return (file.location(of: outer).line...end).map { Line(.init(file: file.path, line: $0)) }
  }

  /// Whether a node stands in a clause that only names temporary states.
  private func isTemporary(_ node: Syntax) -> Bool {
    var current = node.parent
    while let parent = current {
      if let label = parent.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self),
        label.caseItems.allSatisfy({ names(temporary, $0.pattern) })
      {
        return true
      }
      current = parent.parent
    }
    return false
  }

  private func names(_ cases: Set<String>, _ pattern: PatternSyntax) -> Bool {
    let tokens = pattern.tokens(viewMode: .sourceAccurate)
    return tokens.contains { token in
      cases.contains(Naming.identifier(token.text))
        && token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
    }
  }
}
