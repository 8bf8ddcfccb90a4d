import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// The overload that a call means; the first where several are left.
  func function(
    _ name: String, _ node: FunctionCallExprSyntax, in functions: [FunctionInfo], _ path: Path
  ) -> FunctionInfo? {
    overloads(name, node, in: functions, path).first
  }

  /// The overloads that a call may mean: by its labels, and where several have these, by what is known
  /// of the arguments' types.
  func overloads(
    _ name: String, _ node: FunctionCallExprSyntax, in functions: [FunctionInfo], _ path: Path
  ) -> [FunctionInfo] {
    let named = takingCode(
      functions.filter { $0.name == name && $0.body != nil && accepts($0, node) }, of: node)
    guard let first = named.first else { return [] }
    if named.count == 1 { return isAnother(first, node, path) ? [] : named }
    let effective = CallEffects(around: node).fitting(named)
    let found = effective.isEmpty ? named : effective
    if found.count == 1 { return found }
    let ways = node.arguments.isEmpty ? [[]] : tried(node, path)
    let typed = found.filter { function in ways.contains { mayTake($0, function) } }
    let left = typed.isEmpty ? found : typed
    let declared = left.filter { function in ways.contains { isDeclared($0, for: function) } }
    if declared.count == 1 { return declared }
    let fitting = fitting(left, node, path)
    if fitting.count == 1 { return fitting }
    let related = fitting.filter { !unrelated.contains($0.node.id) && canFollow($0.owner) }
    // Branches of an `#if` declare the same.
    guard Set(related.map { $0.parameters.map(\.type.trimmedText) }).count > 1 else {
      return Array(fitting.prefix(1))
    }
    // None of them changes the state: what the call answers is not known, and that is all.
    guard related.contains(where: writers.contains) else { return [] }
    cache.footprint.leave()
    note(
      "'\(name)' has several overloads that only types tell apart; each is followed",
      at: location(of: node, path))
    return fitting
  }

  /// Those of some functions that may take the closure behind a call, where one surely does.
  private func takingCode(
    _ functions: [FunctionInfo], of node: FunctionCallExprSyntax
  ) -> [FunctionInfo] {
    guard node.trailingClosure != nil, functions.count > 1,
      functions.contains(where: { $0.parameters.contains { $0.type.isFunction } })
    else { return functions }
    return functions.filter { function in
      let taken = Set(parameters(of: function, takenBy: node).map(\.id))
      return function.parameters.contains {
        !taken.contains($0.id) && ($0.type.isFunction || mayBeCode($0.type, function))
      }
    }
  }

  /// Whether a type that is written as no function may be another name for one.
  private func mayBeCode(_ type: TypeSyntax, _ function: FunctionInfo) -> Bool {
    guard let name = type.presentType.as(IdentifierTypeSyntax.self),
      name.genericArgumentClause == nil
    else { return false }
    let owner = index.info(function.owner)
    return !Self.isPlain(type)
      && resolve(type, in: owner, module: function.file.module) == nil
  }

  /// Walks each of the functions that a call may mean: where they are several, none is surely meant.
  func follow(
    _ functions: [FunctionInfo], _ node: FunctionCallExprSyntax, receiver: Place?,
    on value: Value? = nil, _ path: Path, _ expected: String?
  ) -> Evaluated {
    if functions.count == 1 {
      return follow(functions[0], node, receiver: receiver, on: value, path, expected)
    }
    var path = path
    path.isGuess = true
    return functions.flatMap { follow($0, node, receiver: receiver, on: value, path, expected) }
  }

  /// The type that a function returns which is known and not walked.
  func answer(of name: String, _ node: FunctionCallExprSyntax, on value: Value) -> String? {
    guard let info = index.info(value.type), !canFollow(info.key) else { return nil }
    let found = info.functions.filter { $0.name == name && accepts($0, node) }.map {
      resolve($0.returnType, in: info, module: $0.file.module)
    }
    guard let first = found.first, found.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// The arguments on each way, without what comes of working them out.
  private func tried(_ node: FunctionCallExprSyntax, _ path: Path) -> [[Argument]] {
    let kept = (
      trapped, thrown, suspended, continuations, sent, sentAsking, unfollowedCalls, invoked
    )
    defer {
      (trapped, thrown, suspended, continuations, sent, sentAsking, unfollowedCalls, invoked) = kept
    }
    return arguments(of: node, path).map(\.1)
  }

  /// Whether a function may take some arguments, as far as their types are known.
  private func mayTake(_ values: [Argument], _ function: FunctionInfo) -> Bool {
    let owner = index.info(function.owner)
    guard function.parameters.count == values.count else { return true }
    return zip(function.parameters, values).allSatisfy { parameter, argument in
      guard let type = resolve(parameter.type, in: owner, module: function.file.module) else {
        return argument.value.type == nil || !Self.isPlain(parameter.type)
      }
      guard let info = index.info(type), [.enum, .struct].contains(info.kind) else { return true }
      if case .enumCase(let known) = argument.value, known.type == nil, info.kind == .enum {
        return info.enumCase(known.name) != nil
      }
      return argument.value.type.map { $0 == type } ?? true
    }
  }

  /// Whether arguments are declared with the types that a function writes for its parameters.
  private func isDeclared(_ values: [Argument], for function: FunctionInfo) -> Bool {
    guard function.parameters.count == values.count else { return false }
    let told = zip(function.parameters, values).compactMap { parameter, argument -> Bool? in
      guard case .unknown(let unknown) = argument.value,
        let name = unknown.declared ?? unknown.madeType
      else { return nil }
      return SourceIndex.parts(of: parameter.type)?.last == name
    }
    return !told.isEmpty && !told.contains(false)
  }

  /// Whether a type is a value of the standard library, which nothing that is indexed is.
  static func isPlain(_ type: TypeSyntax) -> Bool {
    plainTypes.contains(type.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }

  static let plainTypes: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float",
    "Double", "Bool", "String", "Substring", "Character", "Data", "Date", "URL", "UUID",
  ]

  /// Whether a function takes the arguments of a call, by their labels and by the closures behind it.
  func accepts(_ function: FunctionInfo, _ node: FunctionCallExprSyntax) -> Bool {
    let trailing = (node.trailingClosure == nil ? 0 : 1) + node.additionalTrailingClosures.count
    var rest = node.arguments.map { $0.label.map { Naming.identifier($0.text) } }[...]
    var missing = 0
    var room = 0
    for parameter in function.parameters {
      let text = parameter.firstName.text
      let label: String? = text == "_" ? nil : Naming.identifier(text)
      if let next = rest.first, next == label {
        rest = rest.dropFirst()
        if parameter.ellipsis != nil { rest = rest.drop { $0 == nil } }
      } else {
        if parameter.defaultValue == nil, parameter.ellipsis == nil { missing += 1 }
        if !Self.isPlain(parameter.type) { room += 1 }
      }
    }
    return rest.isEmpty && missing <= trailing && trailing <= room
  }
}

extension Unknown {
  /// The name of the type whose initializer has made the value: `Failure` of `Failure(code: 2)`.
  fileprivate var madeType: String? {
    guard let made else { return nil }
    let name = EffectReader.head(of: made).split(separator: ".").last.map(String.init)
    return name?.first?.isUppercase == true ? name : nil
  }
}
