import OrreryModel

extension Function {
  /// The lowered function as text, its closures and inner functions below it.
  package var dump: String {
    var dump = Dump()
    dump.add(self)
    return dump.text
  }
}

/// Writes functions down.
///
/// A name with `@` is no variable; `%2` is what was waited for, which has slot 2 and no name; `x#2` is the one of several variables `x` that has slot 2, and each
/// `^` in front of it says that it is declared one function further out. A type is `<Module.Name>`.
private struct Dump {
  private(set) var text = ""
  /// Closures and inner functions that are still to be written.
  private var open: [(name: String, function: Function)] = []
  private var names: [NodeID: String] = [:]
  private var closures = 0
  /// The names that more than one variable of the function has.
  private var shared: Set<String> = []

  mutating func add(_ function: Function) {
    write(function, name: function.name)
    while !open.isEmpty {
      let next = open.removeFirst()
      text += "\n"
      write(next.function, name: next.name)
    }
  }

  private mutating func write(_ function: Function, name: String) {
    shared = function.sharedNames
    let parameters = function.parameters.map { word($0) }.joined(separator: ", ")
    var line = "\(function.kind.rawValue)\(name.isEmpty ? "" : " \(name)")(\(parameters))"
    if function.isAsync { line += " async" }
    if function.isThrowing { line += " throws" }
    if let type = function.returnType { line += " -> \(word(type))" }
    if function.isStatic { line = "static \(line)" }
    if function.isMutating, function.kind == .function { line = "mutating \(line)" }
    text += "\(line)  // \(function.location.file):\(function.location.line)\n"
    guard let body = function.body else { return }
    for (number, block) in body.blocks.enumerated() { write(block, number) }
    if let reason = body.unsupported { text += "unsupported: \(reason)\n" }
  }

  private mutating func write(_ block: Block, _ number: Int) {
    text += "bb\(number):\(block.around.map { "  // in bb\($0)" } ?? "")\n"
    for instruction in block.instructions { text += "  \(word(instruction.operation))\n" }
    text += "  \(word(block.end))\n"
  }
}

// MARK: - Blocks

extension Dump {
  private mutating func word(_ operation: Instruction.Operation) -> String {
    switch operation {
    case .evaluate(let value): return bare(value)
    case .declare(let pattern, let value, let type):
      let type = type.map { ": \(word($0))" } ?? ""
      return "let \(word(pattern))\(type)" + (value.map { " = \(bare($0))" } ?? "")
    case .start(let pattern, let function, let type):
      let type = type.map { ": \(word($0))" } ?? ""
      return "async let \(word(pattern))\(type) = \(name(of: function))"
    case .enter(let place):
      let lines = place.first.map { "\($0.line)-\(place.lastLine)" } ?? "nothing"
      return "enter \(lines)" + (place.clause.map { " by clause \($0.line)" } ?? "")
    case .assume(let text): return "assume \(text)"
    }
  }

  private mutating func word(_ end: Terminator) -> String {
    switch end {
    case .jump(let block): return "jump bb\(block)"
    case .branch(let conditions, let then, let otherwise, let behind):
      return "branch \(word(conditions)) ? bb\(then) : bb\(otherwise)"
        + (behind.map { " behind bb\($0)" } ?? "")
    case .match(let match): return word(match)
    case .loop(let loop): return word(loop)
    case .attempt(let body, let handler, let error, let behind):
      return "do bb\(body) catch \(word(error)) bb\(handler) behind bb\(behind)"
    case .deferring(let body, let deferred, let behind):
      return "run bb\(body) then bb\(deferred) behind bb\(behind)"
    case .suspend(let point):
      let type = point.type.map { ": \(word($0))" } ?? ""
      let outer = point.outer.map { " in \($0.text)" } ?? ""
      return
        "suspend \(word(point.variable))\(type) = \(bare(point.expression))\(outer) then bb\(point.next)"
    case .return(let value): return "return" + (value.map { " \(bare($0))" } ?? "")
    case .throw(let value): return "throw \(bare(value))"
    case .end: return "end"
    case .unreachable: return "unreachable"
    }
  }

  private mutating func word(_ match: Match) -> String {
    var result = "switch \(bare(match.subject)) {"
    for clause in match.clauses {
      let items = clause.items.map { item in
        "case \(word(item.pattern))" + (item.filter.map { " where \(bare($0))" } ?? "")
      }
      result += "\n    \(items.isEmpty ? "default" : items.joined(separator: ", ")): "
      result += "bb\(clause.target)"
    }
    return result + "\n  }\(match.hasUnknownDefault ? " unknown" : "") behind bb\(match.behind)"
  }

  private mutating func word(_ loop: Loop) -> String {
    let kind =
      switch loop.kind {
      case .while(let conditions): "while \(word(conditions))"
      case .repeatWhile(let condition): "repeat while \(bare(condition))"
      case .forEach(let pattern, let list, let filter, let isWaiting):
        "for \(loop.isTried ? "try " : "")\(isWaiting ? "await " : "")\(word(pattern)) in \(bare(list))"
          + (filter.map { " where \(bare($0))" } ?? "")
      }
    return "\(kind) do bb\(loop.body) next bb\(loop.next) behind bb\(loop.behind)"
  }

  private mutating func word(_ conditions: [Condition]) -> String {
    conditions.map { condition in
      switch condition {
      case .holds(let value): bare(value)
      case .matches(let pattern, _, let value): "case \(word(pattern)) = \(word(value))"
      case .binds(let pattern, let value, _): "let \(word(pattern)) = \(word(value))"
      case .unknown(let text): "unknown \"\(text)\""
      }
    }.joined(separator: ", ")
  }
}

// MARK: - Patterns and types

extension Dump {
  private func word(_ variable: Variable) -> String {
    if variable.name.isEmpty { return "%\(variable.slot)" }
    let slot = variable.depth == 0 && shared.contains(variable.name) ? "#\(variable.slot)" : ""
    return String(repeating: "^", count: variable.depth) + variable.name + slot
  }

  private func word(_ pattern: Pattern) -> String {
    switch pattern {
    case .any: "_"
    case .bind(let variable): word(variable)
    case .enumCase(let name, let values): ".\(name)" + (values.map { word($0) } ?? "")
    case .tuple(let elements): word(elements)
    case .some(let inner): "\(word(inner))?"
    case .absent: "nil"
    case .bool(let value): "\(value)"
    case .literal(let text): "literal \(text)"
    case .type(let name, .any): "is \(name)"
    case .type(let name, let inner): "\(word(inner)) as \(name)"
    case .opaque(let bindings): "opaque(\(bindings.map { word($0) }.joined(separator: ", ")))"
    }
  }

  private func word(_ elements: [Pattern.Element]) -> String {
    let parts = elements.map { ($0.label.map { "\($0): " } ?? "") + word($0.pattern) }
    return "(\(parts.joined(separator: ", ")))"
  }

  private func word(_ type: TypeReference) -> String {
    switch type {
    case .nominal(let key, let name, let arguments):
      return (key ?? name)
        + (arguments.isEmpty ? "" : "<\(arguments.map { word($0) }.joined(separator: ", "))>")
    case .optional(let inner): return "\(word(inner))?"
    case .array(let element): return "[\(word(element))]"
    case .dictionary(let key, let value): return "[\(word(key)): \(word(value))]"
    case .tuple(let elements):
      let parts = elements.map { ($0.label.map { "\($0): " } ?? "") + word($0.type) }
      return "(\(parts.joined(separator: ", ")))"
    case .function: return "function"
    case .parameter(let name): return "'\(name)"
    case .other(let text): return "other \"\(text)\""
    }
  }

  private mutating func word(_ parameter: Function.Parameter) -> String {
    var result = (parameter.label ?? "_") + " " + word(parameter.variable)
    if parameter.isInOut { result = "inout \(result)" }
    if let type = parameter.type { result += ": \(word(type))" }
    if parameter.isVariadic { result += "..." }
    if let standard = parameter.standard { result += " = \(bare(standard))" }
    return result
  }
}

// MARK: - Expressions

extension Dump {
  /// An expression without the parentheses around all of it.
  private mutating func bare(_ value: Expression) -> String {
    let text = word(value)
    switch value.form {
    case .and, .or, .equal, .order, .conditional, .coalesce, .cast, .assign, .arithmetic, .custom:
      return String(text.dropFirst().dropLast())
    default: return text
    }
  }

  private mutating func word(_ value: Expression) -> String {
    switch value.form {
    case .bool(let value): return "\(value)"
    case .literal(let text): return text
    case .absent: return "nil"
    case .array(let items): return "[\(words(items))]"
    case .dictionary(let items):
      return "[\(items.map { "\(word($0.key)): \(word($0.value))" }.joined(separator: ", "))]"
    case .tuple(let elements): return "(\(words(elements)))"
    case .closure(let function):
      let captures = function.captures.map { "\($0.label ?? "_") = \(word($0.value))" }
      let kept = captures.isEmpty ? "" : " [\(captures.joined(separator: ", "))]"
      return name(of: function) + kept
    case .localFunction(let function, _): return name(of: function)
    case .keyPath(let names): return "\\." + (names?.joined(separator: ".") ?? "?")
    case .variable(let variable): return word(variable)
    case .selfValue: return "self"
    case .superValue: return "super"
    case .name(let name): return "@\(name)"
    case .type(let key, let name): return "<\(key ?? "?\(name)")>"
    case .member(let base, let name): return "\(word(base)).\(name)"
    case .implicitMember(let name): return ".\(name)"
    case .element(let base, let arguments): return "\(word(base))[\(words(arguments))]"
    case .chain(let base): return "\(word(base))?"
    case .unwrap(let base): return "\(word(base))!"
    default: return operation(value)
    }
  }

  private mutating func operation(_ value: Expression) -> String {
    switch value.form {
    case .not(let inner): return "!\(word(inner))"
    case .and(let left, let right): return "(\(word(left)) && \(word(right)))"
    case .or(let left, let right): return "(\(word(left)) || \(word(right)))"
    case .coalesce(let left, let right): return "(\(word(left)) ?? \(word(right)))"
    case .equal(let left, let right, let op), .order(let left, let right, let op),
      .arithmetic(let left, let right, let op):
      return "(\(word(left)) \(op) \(word(right)))"
    case .assign(let place, let op, let value): return "(\(word(place)) \(op) \(bare(value)))"
    case .custom(let left, let op, let right):
      return "(\(word(left)) custom \(op) \(word(right)))"
    case .conditional(let condition, let yes, let no):
      return "(\(word(condition)) ? \(word(yes)) : \(word(no)))"
    case .cast(let value, let kind, let type):
      return "(\(word(value)) \(kind.rawValue) \(word(type)))"
    case .call(let call): return word(call)
    case .lend(let place): return "&\(word(place))"
    case .attempt(let kind, let inner): return "\(kind.rawValue) \(word(inner))"
    case .wait(let inner): return "await \(word(inner))"
    case .opaque(let operands):
      return "text \"\(value.text)\"" + (operands.isEmpty ? "" : " of (\(words(operands)))")
    case .unsupported(let reason): return "unsupported \"\(reason)\""
    default: return value.text
    }
  }

  private mutating func word(_ call: Call) -> String {
    let callee =
      switch call.callee {
      case .name(let name): "@\(name)"
      case .variable(let variable): word(variable)
      case .localFunction(let function, _): name(of: function)
      case .member(let base, let name): "\(word(base)).\(name)"
      case .implicitMember(let name): ".\(name)"
      case .superMember(let name): "super.\(name)"
      case .type(let key, let name): "<\(key ?? "?\(name)")>"
      case .value(let value): "(\(word(value)))"
      }
    let handed = call.arguments.filter { !$0.isTrailing }
    let behind = call.arguments.filter(\.isTrailing).map { argument in
      " \(argument.label.map { "\($0): " } ?? "")\(word(argument.value))"
    }
    return "\(call.isStatement ? "call " : "")\(callee)(\(words(handed)))\(behind.joined())"
  }

  private mutating func words(_ values: [Expression]) -> String {
    values.map { word($0) }.joined(separator: ", ")
  }

  private mutating func words(_ arguments: [Argument]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + word($0.value) }.joined(separator: ", ")
  }

  /// What a closure or an inner function is called, which is written below.
  private mutating func name(of function: Function) -> String {
    if let known = names[function.id] { return "{\(known)}" }
    closures += 1
    let name = function.name.isEmpty ? "\(closures)" : function.name
    names[function.id] = name
    open.append((name, function))
    return "{\(name)}"
  }
}

extension Function {
  /// The names that more than one of its variables has.
  fileprivate var sharedNames: Set<String> {
    var slots: [String: Set<Int>] = [:]
    for variable in parameters.map(\.variable) + (body?.declared ?? []) {
      slots[variable.name, default: []].insert(variable.slot)
    }
    return Set(slots.filter { $0.value.count > 1 }.keys)
  }
}
