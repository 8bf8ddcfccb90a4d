import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Tells how a machine's model accounts for the entries of a ledger: each by the rows of the paths that
/// come to it.
struct Accounting {
  let site: Site
  let index: SourceIndex
  private let writes: [LedgerEntry]
  private let footprint: Footprint
  private let program: LoweredProgram
  private let rows: ModelRows
  /// The lines of what the model tells to be open.
  private let open: Set<SourceLocation>
  private let helpers: Helpers
  /// What a change of the state runs.
  private let reactions: Set<NodeID>
  /// The cases of the state that are no states of the model.
  private let temporary: Set<String>

  init(
    _ audited: Audit.Audited, index: SourceIndex, _ program: LoweredProgram, writes: [LedgerEntry]
  ) {
    let machine = audited.machine
    (site, self.index, self.writes) = (audited.site, index, writes)
    self.program = program
    footprint = audited.footprint()
    reactions = Set(site.reactions.compactMap(program.id(of:)))
    rows = ModelRows(machine, joined: footprint.telling)
    let unresolved = machine.transitions.filter { $0.kind == .unresolved }.map(\.location)
    let open = Set((unresolved + machine.unresolved.map(\.location)).map(\.startOfLine))
    temporary = Set(site.stateNames).subtracting(machine.states.map(\.name))
    helpers = Helpers(of: site, in: program) { open.contains($0.location.startOfLine) }
    self.open = open
  }

  var findings: [Audit.Finding] {
    (writes.map(write) + exits).sorted {
      ($0.location, $0.text) < ($1.location, $1.text)
    }
  }

  private var exits: [Audit.Finding] {
    // Making a machine is no event: an initializer ends with the initial state.
    let handlers = site.handlers.filter { !$0.isInitializer }.flatMap { [$0] + $0.next }
    return handlers.distinct { program.function(of: $0).id }.flatMap { handler in
      Ledger.exits(of: program.function(of: handler), in: program)
        .filter { !isNever($0, in: handler) }
        .map { finding(ofExit: $0, in: handler) }
    }
  }

  private func finding(
    _ kind: Audit.Finding.Kind, _ entry: LedgerEntry, _ account: Audit.Account,
    _ reason: (text: String, isOutside: Bool)
  ) -> Audit.Finding {
    let text = entry.text
    return Audit.Finding(
      kind: kind, location: entry.location,
      text: text.count > 60 ? text.prefix(59) + "…" : text, account: account,
      place: entry.standing.declaration?.name ?? "",
      reason: account == .missing ? reason.text : "", isOutside: reason.isOutside)
  }

  /// What the rows tell of the paths that come to an entry; nothing where no path does.
  ///
  /// - Parameter elsewhere: What it is where the rows are placed elsewhere.
  private func told(
    _ paths: [RowKey], of entry: LedgerEntry, elsewhere: Audit.Account
  ) -> Audit.Account? {
    guard !paths.isEmpty else { return nil }
    let lasting = paths.filter { !rows.isTemporary($0) }
    if lasting.isEmpty { return .temporary }
    let settled = lasting.compactMap { path in rows.told(of: path).map { (path: path, row: $0) } }
    // One path that no row tells of is a loss, whatever the others are.
    guard settled.count + lasting.count(where: rows.isOpen) >= lasting.count else {
      return .missing
    }
    if settled.isEmpty { return .unresolved }
    if settled.contains(where: { entry.lines.contains($0.row.line) }) { return .row }
    // A row that was placed here is told by another.
    return settled.contains { entry.lines.contains($0.path.line) } ? .joined : elsewhere
  }

  /// What executions prove of an entry that no path comes to.
  private func proven(_ standing: Standing) -> Audit.Account {
    !standing.isReachable || footprint.rulesOut(standing) ? .ruledOut : .missing
  }

  /// Why an entry is missing that a path comes to, or could come to which was left before its end.
  private func lost(_ standing: Standing, _ paths: [RowKey]) -> (text: String, isOutside: Bool)? {
    if !paths.isEmpty { return ("no row shows a path that reaches it", false) }
    return footprint.leaves(standing)
      ? ("no followed path reaches it, and one of them was left unfinished", true) : nil
  }
}

// MARK: - Writes

extension Accounting {
  private func write(_ entry: LedgerEntry) -> Audit.Finding {
    let paths = footprint.rows(writingAt: entry.standing.statement?.id)
    let account = account(forWrite: entry, paths)
    var result = finding(
      .write, entry, account, lost(entry.standing, paths) ?? reason(for: entry))
    guard entry.write?.isReferred ?? false, account != .unresolved, account != .missing,
      let function = entry.standing.declaration, function.kind == .function,
      footprint.calls(handingTo: function.id) != nil
    else { return result }
    // What such a function does with the machine where others call it is in no picture.
    (result.account, result.reason) = (.missing, "other code may call '\(function.name)' too")
    (result.isOutside, result.isToldElsewhere) = (true, true)
    return result
  }

  private func account(forWrite entry: LedgerEntry, _ paths: [RowKey]) -> Audit.Account {
    let isSaid = paths.contains { $0.writes.contains { entry.write?.isWorded(as: $0) ?? false } }
    if let told = told(paths, of: entry, elsewhere: isSaid ? .row : .overwritten) { return told }
    if isOpen(entry) || isHandlerOpen(entry.standing) || isInReaction(entry.standing) {
      return .unresolved
    }
    if isTemporary(entry.standing) { return .temporary }
    return footprint.isIdle(writingAt: entry.standing.statement?.id)
      ? .joined : proven(entry.standing)
  }

  /// Why a write is missing, and whether that is because it stands outside of what handlers run.
  private func reason(for entry: LedgerEntry) -> (text: String, isOutside: Bool) {
    let standing = entry.standing
    if standing.isInClosure { return ("it stands in a closure that is not followed", true) }
    guard let function = standing.declaration, [.function, .deinitializer].contains(function.kind)
    else {
      switch standing.declaration?.kind {
      case .initializer: return ("it stands in an initializer", true)
      default: return ("it stands in an accessor", true)
      }
    }
    let isHandler = site.handlers.contains { program.function(of: $0).id == function.id }
    if !isHandler {
      if standing.code.count == 1, helpers.isForeign(function) {
        return ("'\(function.name)' is a method of another type", true)
      }
      if helpers.isAmbiguous(function), helpers.isReached(function.name) {
        return ("calls of '\(function.name)' resolve to another overload", true)
      }
    }
    if entry.write?.isReferred ?? false { return ("the state belongs to another object", true) }
    if isHandler { return ("no path through the handler reaches it", false) }
    return helpers.isReached(function.name)
      ? ("no call of '\(function.name)' in a handler reaches it", false)
      : ("no handler calls '\(function.name)'", true)
  }

  private func isHandlerOpen(_ standing: Standing) -> Bool {
    if let name = standing.functionName, helpers.isOpen(name) { return true }
    return standing.declaration.map { open.contains($0.location.startOfLine) } ?? false
  }

  /// Whether a change of the state runs the code around a place, which the model says is open.
  private func isInReaction(_ standing: Standing) -> Bool {
    standing.code.contains { reactions.contains($0.function.id) }
  }
}

extension LedgerEntry.Write {
  /// Whether an action words a write as the source does.
  fileprivate func isWorded(as known: Action.Write) -> Bool {
    guard known.op == op || op == "mutate" else { return false }
    return (known.path == path || known.path.hasSuffix("." + path))
      && (known.value == value || op == "mutate")
  }
}

// MARK: - Exits

extension Accounting {
  private func finding(ofExit entry: LedgerEntry, in handler: Handler) -> Audit.Finding {
    let paths = footprint.rows(endingAt: entry.standing.statement?.id)
    return finding(
      .exit, entry, account(forExit: entry, paths, in: handler),
      lost(entry.standing, paths) ?? ("no path through the handler reaches it", handler.isCast))
  }

  private func account(
    forExit entry: LedgerEntry, _ paths: [RowKey], in handler: Handler
  ) -> Audit.Account {
    if let told = told(paths, of: entry, elsewhere: .joined) { return told }
    if isOpen(entry) || open.contains(handler.location.startOfLine) { return .unresolved }
    if isTemporary(entry.standing) { return .temporary }
    // There is no event that could come.
    if let event = handler.events.type, event.kind == .enum, event.cases.isEmpty {
      return .ruledOut
    }
    // What follows a wait and does nothing is the end of its handler, whatever the state.
    if footprint.isIdle(endingAt: entry.standing.statement?.id) { return .joined }
    let account = proven(entry.standing)
    guard handler.isCast, account == .ruledOut else { return account }
    return leavesStrangersAlone(entry, in: handler) ? .joined : .missing
  }

  /// Whether an exit surely leaves all as it is for an event that is none of the machine's: it gives
  /// nothing or a variable, and what stands before it for such events changes none.
  private func leavesStrangersAlone(_ exit: LedgerEntry, in handler: Handler) -> Bool {
    guard exit.result.map(\.isVariable) ?? (handler.result != .state) else { return false }
    let event = handler.events.type?.name ?? ""
    var isChanged = false
    var visitor = CodeVisitor(program) { node, standing, _ in
      guard node.location < exit.location, !standing.casts.contains(event) else { return }
      switch node.form {
      case .assign, .lend: isChanged = true
      case .call(let call):
        if case .member(let base, _) = call.callee { isChanged = isChanged || base.isVariable }
      default: break
      }
    }
    visitor.visit(program.function(of: handler))
    return !isChanged
  }
}

extension Expression {
  fileprivate var isVariable: Bool {
    switch form {
    case .variable, .selfValue: true
    case .coalesce(let value, _): value.isVariable
    default: false
    }
  }
}

// MARK: - Clauses

extension Accounting {
  private func isOpen(_ entry: LedgerEntry) -> Bool { !entry.lines.isDisjoint(with: open) }

  /// Whether a clause around a place names only actions of which there are none.
  private func isNever(_ entry: LedgerEntry, in handler: Handler) -> Bool {
    guard let events = handler.events.type else { return false }
    return entry.standing.clauses.contains { patterns in
      let cases = patterns.compactMap { pattern in
        if case .enumCase(let name, _) = pattern { events.enumCase(name) } else { nil }
      }
      return !cases.isEmpty && cases.count == patterns.count
        && cases.allSatisfy { site.isNever($0, of: events, in: index) }
    }
  }

  /// Whether a place stands in a clause that only names temporary states.
  private func isTemporary(_ standing: Standing) -> Bool {
    standing.clauses.contains { patterns in
      !patterns.isEmpty && patterns.allSatisfy { temporary.contains(where: $0.mentions) }
    }
  }
}

/// What executions have made of the places where entries of a ledger stand.
extension Footprint {
  /// Whether executions came to the branches around a place, and none could take the one that it is in.
  func rulesOut(_ standing: Standing) -> Bool { isPassed(standing) && !isCut(before: standing) }

  /// Whether executions passed a place by, and some path was left from which another could come to it.
  func leaves(_ standing: Standing) -> Bool { isPassed(standing) && isCut(before: standing) }

  private func isPassed(_ standing: Standing) -> Bool {
    let isReached = { (around: Standing.Around) in self.isReached(around.statement.id) }
    guard let first = standing.statements.first, !isReached(first),
      let open = standing.statements.first(where: isReached)
    else { return false }
    // A closure that nothing calls proves nothing of what is in it.
    return !open.isOutside
  }

  private func isCut(before standing: Standing) -> Bool {
    standing.code.reversed().lazy.compactMap { self.isCut($0.function.id) }.first ?? isCut
  }
}
