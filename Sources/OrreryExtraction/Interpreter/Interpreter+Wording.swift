import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a helper asks, said in the words of its caller: a parameter by what is handed for it, a constant
/// by what it is declared with.
extension Interpreter {
  /// What a caller calls the parameters and constants of a helper.
  struct Words {
    var said: [String: String] = [:]
    /// The names that only the helper knows.
    var own: Set<String> = []

    var isEmpty: Bool { said.isEmpty && own.isEmpty }
  }

  /// The way out of a helper, with what it has asked in its caller's words.
  func outside(_ way: Path, _ words: Words, since outer: Path) -> Path {
    guard !words.isEmpty else { return way }
    var way = way
    // Behind a wait all conditions are those of what followed it.
    let isSame = way.segment == outer.segment
    way.guards = Self.saying(words, in: way.guards, from: isSame ? outer.guards.count : 0)
    if !isSame {
      let before = outer.segment == nil ? outer.guards.count(where: \.isLasting) : 0
      way.lasting = Self.saying(words, in: way.lasting, from: before)
    }
    return way
  }

  /// The same for those that have left it otherwise, by how many there were before.
  func say(
    _ words: Words, since outer: Path,
    inThoseBehind left: (suspended: Int, trapped: Int, thrown: Int)
  ) {
    guard !words.isEmpty else { return }
    let last = thrown.count - 1
    for index in suspended.indices.dropFirst(left.suspended) {
      suspended[index].path = outside(suspended[index].path, words, since: outer)
    }
    for index in trapped.indices.dropFirst(left.trapped) {
      trapped[index].path = outside(trapped[index].path, words, since: outer)
    }
    for index in thrown[last].indices.dropFirst(left.thrown) {
      thrown[last][index].path = outside(thrown[last][index].path, words, since: outer)
    }
  }

  private static func saying(_ words: Words, in clauses: [Clause], from start: Int) -> [Clause] {
    clauses.enumerated().map { index, clause in
      guard index >= start, !clause.isOwn else { return clause }
      var names: Set<String> = []
      let text = clause.text.saying { name in
        names.insert(name)
        return words.said[name]
      }
      let isOwn = !names.isDisjoint(with: words.own)
      if text == clause.text, !isOwn { return clause }
      var said = Clause(text: text, isNegated: clause.isNegated, choice: clause.choice)
      (said.isLasting, said.isOwn) = (clause.isLasting, isOwn)
      return said
    }
  }

  /// What the parameters and constants of a function are called by the caller, where that is short and
  /// calls nothing.
  func words(of function: FunctionInfo, for node: FunctionCallExprSyntax) -> Words {
    let key = NodeCache.Call(function: function.node.id, node: node.id)
    if let known = cache.words[key] { return known }
    let words = found(function, node)
    cache.words[key] = words
    return words
  }

  private func found(_ function: FunctionInfo, _ node: FunctionCallExprSyntax) -> Words {
    guard let body = function.body else { return Words() }
    let declared = DeclaredNames.find(in: body)
    let parameters = function.parameters.map {
      Naming.identifier(($0.secondName ?? $0.firstName).text)
    }
    var words = Words(own: Set(parameters).union(declared.keys))
    // In a function that calls itself a name stands for several values.
    if cache.assigned(in: body).called.contains(function.name) { return words }
    let taken = self.parameters(of: function, takenBy: node)
    if taken.count == node.arguments.count {
      for (parameter, argument) in zip(taken, node.arguments) where parameter.ellipsis == nil {
        let name = Naming.identifier((parameter.secondName ?? parameter.firstName).text)
        if declared[name] == nil { words.said[name] = wording(of: argument.expression) }
      }
    }
    for (name, value) in Self.constants(of: body)
    where words.said[name] == nil && declared[name] == 1 && !parameters.contains(name) {
      let known = words
      var isOpen = true
      let text = wording(of: value)?.saying { name in
        isOpen = isOpen && (known.said[name] != nil || !known.own.contains(name))
        return known.said[name]
      }
      if isOpen { words.said[name] = text }
    }
    words.said = Self.lasting(words, cache.assigned(in: body).names)
    words.own.subtract(words.said.keys)
    words.said = words.said.filter { $0 != $1 }
    return words
  }

  /// The words that mean the same inside of the helper: that name nothing it calls something else by,
  /// and nothing that it assigns.
  private static func lasting(_ words: Words, _ assigned: Set<String>) -> [String: String] {
    var said = words.said
    while true {
      let taken = words.own.subtracting(said.keys).union(assigned)
      let kept = said.filter { name, text in
        var names: Set<String> = []
        _ = text.saying {
          names.insert($0)
          return nil
        }
        return name == text || names.isDisjoint(with: taken) && !assigned.contains(name)
      }
      if kept.count == said.count { return kept }
      said = kept
    }
  }

  /// The constants that a body declares at its top.
  private static func constants(of body: CodeBlockSyntax) -> [(String, ExprSyntax)] {
    body.statements.compactMap { item in
      guard let variable = item.item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
        variable.bindingSpecifier.tokenKind == .keyword(.let),
        let binding = variable.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let value = binding.initializer?.value
      else { return nil }
      return (Naming.identifier(name), value)
    }
  }

  private func wording(of node: ExprSyntax) -> String? {
    switch node.as(ExprSyntaxEnum.self) {
    case .inOutExpr(let node): return wording(of: node.expression)
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.flatMap { wording(of: $0.expression) }
    case .declReferenceExpr, .memberAccessExpr, .sequenceExpr, .prefixOperatorExpr,
      .optionalChainingExpr:
      let text = text(of: node)
      guard text.utf8.count <= 60, text.first != ".", !node.isCall else { return nil }
      return node.is(SequenceExprSyntax.self) ? "(\(text))" : text
    default: return nil
    }
  }
}

extension String {
  /// The text with other words for some names that stand in it as values.
  fileprivate func saying(_ word: (String) -> String?) -> String {
    // What stands in a text with an escape in it is not told from code.
    guard !contains("\\") else { return self }
    var result = ""
    var rest = self[...]
    // What a pattern binds or names is no value.
    if hasPrefix("case "), let end = firstRange(of: " = ") {
      result = String(self[..<end.upperBound])
      rest = self[end.upperBound...]
    } else if hasPrefix("let ") || hasPrefix("var ") {
      guard let end = firstRange(of: " = ") else {
        let name = dropFirst(4)
        return word(String(name)).map { "\(self) = \($0.unwrapped)" } ?? self
      }
      result = String(self[..<end.upperBound])
      rest = self[end.upperBound...]
    }
    var isText = false
    while let first = rest.first {
      if first == "\"" { isText.toggle() }
      guard !isText, first.isLetter || first == "_" || first == "$" else {
        result.append(rest.removeFirst())
        continue
      }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      rest = rest.dropFirst(name.count)
      let isMember = result.last == "." && !result.hasSuffix("..")
      let isWord = !isMember && rest.first != ":" && result.last?.isNumber != true
      let said = isWord ? word(String(name)) : nil
      result +=
        said.map { result.isEmpty && rest.isEmpty ? $0.unwrapped : $0 } ?? String(name)
    }
    return result
  }

  /// The text without the parentheses around it.
  private var unwrapped: String {
    hasPrefix("(") && hasSuffix(")") ? String(dropFirst().dropLast()) : self
  }
}

extension ExprSyntax {
  /// Whether something is called in it, which may give another value each time.
  fileprivate var isCall: Bool {
    self.is(FunctionCallExprSyntax.self)
      || children(viewMode: .sourceAccurate).contains { child in
        child.as(ExprSyntax.self)?.isCall
          ?? child.children(viewMode: .sourceAccurate).contains {
            $0.as(ExprSyntax.self)?.isCall ?? false
          }
      }
  }
}

/// How often names are declared in code, but for what only unwraps a value under its own name.
private final class DeclaredNames: SyntaxVisitor {
  private var found: [String: Int] = [:]

  static func find(in node: some SyntaxProtocol) -> [String: Int] {
    let finder = DeclaredNames(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    let name = Naming.identifier(node.identifier.text)
    if let binding = node.parent?.as(OptionalBindingConditionSyntax.self) {
      let value = binding.initializer?.value
      if value.map({ $0.trimmedText == name }) ?? true { return .skipChildren }
    }
    found[name, default: 0] += 1
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    for name in node.parameterNames { found[name, default: 0] += 1 }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    found[Naming.identifier((node.secondName ?? node.firstName).text), default: 0] += 1
    return .visitChildren
  }
}
