import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Which clause of a `do` takes what is thrown.
extension Interpreter {
  /// Hands an error to the first clause that takes it, and to those before that may.
  func handle(_ error: Value, _ clauses: CatchClauseListSyntax, _ path: Path) -> [Flow] {
    var flows: [Flow] = []
    var open = path
    open.throwsItself = false
    for clause in clauses {
      var start = open
      start.declare("error", error)
      start.branch = Branch(items: clause.body.statements, file: open.file)
      switch takes(clause, error, start) {
      case .known(let path, true):
        return flows + run(block: clause.body.statements, path)
      case .known(_, false): continue
      case .open(var yes, let no, let text):
        let condition = Clause(text: "catch \(text)", choice: choice(by: clause, error, open))
        yes.guards.append(condition)
        flows += run(block: clause.body.statements, yes)
        (open, open.branch) = (no, path.branch)
        open.guards.append(condition.negated)
      }
    }
    raise(open, error)
    return flows
  }

  /// Whether any pattern of a clause takes an error.
  private func takes(_ clause: CatchClauseSyntax, _ error: Value, _ path: Path) -> Answer {
    guard !clause.catchItems.isEmpty else { return .known(path, true) }
    var first: Path?
    var rest = path
    var texts: [String] = []
    for item in clause.catchItems {
      switch takes(item, error, rest) {
      case .known(let path, true): return .known(path, true)
      case .known(_, false): continue
      case .open(let yes, let no, let text):
        (first, rest) = (first ?? yes, no)
        texts.append(text)
      }
    }
    guard let first else { return .known(path, false) }
    return .open(yes: first, no: rest, text: texts.joined(separator: ", "))
  }

  private func takes(_ item: CatchItemSyntax, _ error: Value, _ path: Path) -> Answer {
    let answer = item.pattern.map { takes($0, error, path) } ?? .known(path, true)
    guard let condition = item.whereClause?.condition else { return answer }
    switch answer {
    case .known(_, false): return answer
    case .known(let matched, true):
      let answers = truth(condition, matched)
      if answers.count == 1, case .known(let path, let holds) = answers[0] {
        return .known(path, holds)
      }
      return .open(yes: matched, no: path, text: text(of: condition))
    case .open(let yes, _, let text):
      return .open(yes: yes, no: path, text: "\(text) where \(self.text(of: condition))")
    }
  }

  private func takes(_ syntax: PatternSyntax, _ error: Value, _ path: Path) -> Answer {
    let pattern = cache.pattern(syntax)
    let open = Answer.open(yes: path, no: path, text: text(of: syntax))
    switch pattern {
    case .any: return .known(path, true)
    case .bind(let name):
      var path = path
      path.declare(name, error)
      return .known(path, true)
    case .type(let name, let inner):
      let isOfType = isError(error, named: name, type(named: name, path))
      if isOfType == false { return .known(path, false) }
      guard case .known(let matched, true) = match(inner, error, path) else { return open }
      return isOfType == true
        ? .known(matched, true) : .open(yes: matched, no: path, text: text(of: syntax))
    case .enumCase:
      if let base = syntax.caseBase {
        let name = base.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? text(of: base)
        switch isError(error, named: name, typeKey(of: base, path)) {
        case false?: return .known(path, false)
        case nil: return open
        case true?: break
        }
      }
      guard error.caseValue != nil else { return open }
      return match(pattern, error, path).worded(text(of: syntax))
    default: return open
    }
  }
}

// MARK: - Types of errors

extension Interpreter {
  /// What each error is.
  private static let everyError: Set = ["Error", "any Error", "NSError"]
  /// The protocols of errors that refine no other.
  private static let plainProtocols: Set = [
    "Error", "LocalizedError", "CustomNSError", "RecoverableError",
  ]
  /// The errors of the standard library and of Foundation that are types.
  private static let plainErrors: Set = [
    "CancellationError", "URLError", "CocoaError", "POSIXError", "DecodingError", "EncodingError",
  ]

  /// The calls of a task that fail in one way alone: because it was cancelled.
  private static let cancelled: Set = ["sleep", "checkCancellation"]

  /// What a call that is not walked throws.
  func error(of callee: String, _ path: Path) -> Value {
    var error = Unknown(id: "error@\(path.version)", text: "error")
    let parts = callee.split(separator: ".")
    if parts.count == 2, parts[0].prefix(while: { $0 != "<" }) == "Task",
      Self.cancelled.contains(String(parts[1]))
    {
      error.made = "CancellationError()"
    }
    return .unknown(error)
  }

  /// The types of which an error is one where a clause takes it; nothing where it may be of others as
  /// well, which its types conform to or inherit from.
  private func choice(
    by clause: CatchClauseSyntax, _ error: Value, _ path: Path
  ) -> Clause.Choice? {
    let names = clause.catchItems.compactMap { item -> String? in
      guard let pattern = item.pattern, case .type(let name, _) = cache.pattern(pattern),
        item.whereClause == nil
      else { return nil }
      let key = type(named: name, path)
      guard let info = declared(key) else { return Self.plainErrors.contains(name) ? name : nil }
      return [.struct, .enum].contains(info.kind) ? info.key : nil
    }
    guard names.count == clause.catchItems.count, let clauses = clause.parent else { return nil }
    let place = path.file.location(of: clauses)
    return Clause.Choice(value: "\(error.unknown?.id ?? "")@\(place)", names: Set(names))
  }

  /// Whether an error is of a type; nothing where the source does not tell.
  ///
  /// - Parameters:
  ///   - name: The last part of the type's name.
  ///   - key: The type's key, where it is indexed.
  private func isError(_ error: Value, named name: String, _ key: String?) -> Bool? {
    let wanted = declared(key)
    if wanted == nil, Self.everyError.contains(name) { return true }
    if let own = declared(error.type) { return isError(own, named: name, wanted) }
    // What a function or another name gives may be anything.
    guard let made = error.unknown?.made.map(Self.typeName(ofCall:)),
      Self.plainErrors.contains(made)
    else { return nil }
    if let wanted { return wanted.kind == .protocol ? nil : false }
    if name == made { return true }
    return Self.plainErrors.contains(name) ? false : nil
  }

  private func isError(_ own: TypeInfo, named name: String, _ wanted: TypeInfo?) -> Bool? {
    if own === wanted { return true }
    guard own.kind != .protocol else { return nil }
    let inherited = own.inherited.map { Naming.typeName($0) }
    if inherited.contains(name) { return true }
    switch wanted?.kind {
    case .protocol: return nil
    case .class where own.kind == .class: return nil
    case nil:
      // A protocol of another module may refine what the clause asks for.
      let isPlain = inherited.allSatisfy { name in
        let key = index.resolve(name: name, in: own, module: own.module)
        return index.info(key)?.kind != .protocol
          && (!name.hasSuffix("Error") || Self.plainProtocols.contains(name))
      }
      return isPlain && name != own.name ? false : nil
    default: return false
    }
  }

  /// A type that the files declare, not only extend.
  private func declared(_ key: String?) -> TypeInfo? {
    index.info(key).flatMap { $0.kind == .extensionOnly ? nil : $0 }
  }

  /// `URLError` of `Foundation.URLError(.timedOut)`.
  private static func typeName(ofCall text: String) -> String {
    let name = EffectReader.head(of: text).prefix { $0 != "<" }
    return name.split(separator: ".").last.map(String.init) ?? ""
  }
}

extension Answer {
  /// The answer with another text, where it is open.
  fileprivate func worded(_ text: String) -> Answer {
    if case .open(let yes, let no, _) = self { .open(yes: yes, no: no, text: text) } else { self }
  }
}
