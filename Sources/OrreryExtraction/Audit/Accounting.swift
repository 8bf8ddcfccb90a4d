import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Tells how a machine's model accounts for what syntax finds.
struct Accounting {
  let site: Site
  let machine: Machine
  let index: SourceIndex
  let writes: [WriteSite]
  private let rows: Set<Line>
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
  }

  private let footprint: Footprint.Lazy

  init(_ audited: Audit.Audited, index: SourceIndex, writes: [WriteSite]) {
    (site, machine) = (audited.site, audited.machine)
    footprint = Footprint.Lazy(audited.footprint)
    (self.index, self.writes) = (index, writes)
    let transitions = machine.transitions.filter { $0.kind != .unresolved }.map(\.location)
    let rows = Set((transitions + machine.actions.map(\.location)).map(Line.init))
    self.rows = rows
    let unresolved = machine.transitions.filter { $0.kind == .unresolved }.map(\.location)
    open = Set((unresolved + machine.unresolved.map(\.location)).map(Line.init))
    temporary = Set(site.stateNames).subtracting(machine.states.map(\.name))
    helpers = Helpers(of: site, open: open)
  }

  var findings: [Audit.Finding] {
    (writes.map(finding) + exits).sorted { ($0.location, $0.text) < ($1.location, $1.text) }
  }

  private var exits: [Audit.Finding] {
    var seen: Set<SyntaxIdentifier> = []
    // Making a machine is no event: an initializer ends with the initial state.
    let handlers = site.handlers.filter { !$0.isInitializer }.flatMap { [$0] + $0.next }
    return handlers.flatMap { handler -> [Audit.Finding] in
      guard seen.insert(handler.body.id).inserted else { return [] }
      return ExitFinder.find(in: handler.body).map { finding($0, in: handler) }
    }
  }

  private func finding(
    _ kind: Audit.Finding.Kind, _ node: Syntax, _ file: SourceFile, _ account: Audit.Account,
    _ reason: String
  ) -> Audit.Finding {
    let text = node.folded
    let account = account == .missing ? proven(kind, node) : account
    return Audit.Finding(
      kind: kind, location: file.location(of: node),
      text: text.count > 60 ? text.prefix(59) + "…" : text, account: account,
      place: WriteContext(node).placeName,
      reason: account == .missing ? reason : "")
  }

  /// What the walks tell of a place that the model does not tell of.
  private func proven(_ kind: Audit.Finding.Kind, _ node: Syntax) -> Audit.Account {
    let ways =
      kind == .exit
      ? footprint.value.rows(endingAt: node) : footprint.value.rows(writingAt: node)
    let rows = ways.map(Line.init)
    if holdsRow(rows) { return kind == .exit ? .joined : .overwritten }
    if holdsOpen(rows) { return .unresolved }
    // What follows a wait and does nothing is the end of its handler, whatever the state.
    if kind == .exit, footprint.value.isIdle(endingAt: node) { return .joined }
    if EndlessLoop.precedes(node) { return .ruledOut }
    return footprint.value.rulesOut(node) ? .ruledOut : .missing
  }
}

// MARK: - Writes

extension Accounting {
  private func finding(_ write: WriteSite) -> Audit.Finding {
    let context = WriteContext(write.node)
    let (reason, isOutside) = reason(for: write, context)
    var result = finding(
      .write, write.node, write.file, account(for: write, context), reason)
    result.isOutside = isOutside
    return result
  }

  private func account(for write: WriteSite, _ context: WriteContext) -> Audit.Account {
    let lines = Self.lines(of: write.node, write.file)
    if holdsRow(lines) || isWritten(write) || isAssigned(context.accessorName) { return .row }
    if holdsOpen(lines) || isHandlerOpen(context, write.file) { return .unresolved }
    return isTemporary(write.node) ? .temporary : .missing
  }

  /// Whether an action assigns the property whose setter a write stands in.
  private func isAssigned(_ property: String?) -> Bool {
    guard let property, machine.stateKind == .struct else { return false }
    return machine.actions.contains { action in
      action.writes.contains { $0.path == property || $0.path.hasPrefix(property + ".") }
    }
  }

  /// Whether an action says the same write.
  private func isWritten(_ write: WriteSite) -> Bool {
    guard machine.stateKind == .struct else { return false }
    return machine.actions.contains { action in
      action.writes.contains { known in
        guard known.op == write.op || write.op == "mutate" else { return false }
        let isSame = known.path == write.path || known.path.hasSuffix("." + write.path)
        return isSame && (known.value == write.value || write.op == "mutate")
      }
    }
  }

  /// Why a write is missing, and whether that is because it stands outside of what handlers run.
  private func reason(
    for write: WriteSite, _ context: WriteContext
  ) -> (text: String, isOutside: Bool) {
    if context.isInClosure { return ("it stands in a closure that is not walked", true) }
    guard let name = context.functionName else {
      let isLast = context.function?.is(DeinitializerDeclSyntax.self) == true
      return (isLast ? "it stands in a deinitializer" : "it stands in an accessor", true)
    }
    let isHandler = site.handlers.contains { $0.function?.node.id == context.function?.id }
    if let function = context.function?.as(FunctionDeclSyntax.self), !isHandler,
      helpers.isAmbiguous(function), helpers.isReached(name)
    {
      return ("calls of '\(name)' are taken for another overload", true)
    }
    if isHandler { return ("no way through the handler comes to it", false) }
    return helpers.isReached(name)
      ? ("no call of '\(name)' in a handler comes to it", false)
      : ("no handler calls '\(name)'", true)
  }
}

// MARK: - Exits

extension Accounting {
  private func finding(_ exit: Syntax, in handler: Handler) -> Audit.Finding {
    let lines = Self.lines(of: exit, handler.file)
    let account: Audit.Account
    if holdsRow(lines) {
      account = .row
    } else if holdsOpen(lines) || open.contains(Line(handler.location)) {
      account = .unresolved
    } else {
      account = isTemporary(exit) ? .temporary : .missing
    }
    return finding(
      .exit, exit, handler.file, account, "no way through the handler comes to it")
  }
}

// MARK: - Places

extension Accounting {
  private func holdsRow(_ lines: [Line]) -> Bool { lines.contains(where: rows.contains) }
  private func holdsOpen(_ lines: [Line]) -> Bool { lines.contains(where: open.contains) }

  private func isHandlerOpen(_ context: WriteContext, _ file: SourceFile) -> Bool {
    if let name = context.functionName, helpers.isOpen(name) { return true }
    return context.function.map { open.contains(Line(file.location(of: $0))) } ?? false
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
