import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

extension MutatingStyle {
  /// The initializers of an object that hand out closures, themselves or through their parts: those
  /// may change the state later.
  func initializers(of info: TypeInfo) -> [Handler] {
    guard info.isObject else { return [] }
    let setUps = info.setUps(in: index)
    let parts = info.functions.filter { setUps.contains($0.name) && !$0.node.outerClosures.isEmpty }
    return info.initializers.filter {
      !$0.node.outerClosures.isEmpty
        || !parts.isEmpty && !setUps.isDisjoint(with: index.code(of: $0).directCalls)
    }.filter { $0.body != nil }.map { Handler(initializer: $0, of: info) }
  }

  /// What the initializers of an object call themselves.
  static func calls(ofInitializersOf info: TypeInfo, in index: SourceIndex) -> Set<String> {
    guard info.isObject else { return [] }
    return info.initializers.reduce(into: []) { $0.formUnion(index.code(of: $1).directCalls) }
  }
}

/// A closure that runs later, and what it does then.
struct LaterClosure {
  var node: ClosureExprSyntax
  var code: Code
}

extension SourceIndex {
  /// The closures in a function that others keep, and tasks.
  func laterClosures(in function: FunctionInfo) -> [LaterClosure] {
    function.node.laterClosures.map {
      LaterClosure(node: $0, code: code(of: $0, in: function))
    }
  }

  /// Those of an object's initializers, which run once it is made.
  func laterClosures(ofInitializersOf info: TypeInfo) -> [LaterClosure] {
    guard info.isObject else { return [] }
    return info.initializers.flatMap { laterClosures(in: $0) } + laterClosures(ofPropertiesOf: info)
  }

  /// A closure in what a property starts as.
  func later(
    _ closure: ClosureExprSyntax, in start: ExprSyntax, of info: TypeInfo, _ file: SourceFile
  ) -> LaterClosure {
    let code = Code(
      uses: uses(ofStart: start, of: info, in: file), span: span(of: closure, in: file))
    return LaterClosure(node: closure, code: code)
  }
}

/// The functions of a type that others than its initializers come to.
enum NameUses {
  /// The names that functions mention, that initializers hand on as values or selectors, and those of
  /// functions that are actions of an interface.
  static func elsewhere(
    in info: TypeInfo, _ functions: [FunctionInfo], _ index: SourceIndex
  ) -> Set<String> {
    let mentioned = functions.reduce(into: Set<String>()) { $0.formUnion(index.code(of: $1).names) }
    let handed = info.initializers.reduce(into: Set<String>()) {
      $0.formUnion(index.code(of: $1).values)
    }
    return mentioned.union(handed).union(actions(among: functions))
  }

  /// The names of the functions that are actions of an interface.
  static func actions(among functions: [FunctionInfo]) -> [String] {
    functions.filter {
      $0.node.as(FunctionDeclSyntax.self)?.attributes.has(["objc", "IBAction"]) ?? false
    }.map(\.name)
  }
}

extension TypeInfo {
  /// The private methods of an object that nothing but its initializers comes to: parts of these.
  package func setUps(in index: SourceIndex) -> Set<String> {
    let own = Dictionary(grouping: functions, by: \.name).compactMapValues { found in
      let isOwn = found.count == 1 && found[0].isPrivate && !found[0].isStatic
      return isOwn ? found[0] : nil
    }
    guard !own.isEmpty else { return [] }
    let called = MutatingStyle.calls(ofInitializersOf: self, in: index)
    var result = called.closed { own[$0].map { index.code(of: $0).directCalls } ?? [] }
      .filter { own[$0] != nil }
    while !result.isEmpty {
      let left = result.subtracting(usesElsewhere(than: result, in: index))
      if left == result { break }
      result = left
    }
    return result
  }

  /// The names that code mentions which is no set-up, or that set-ups hand on or call later.
  private func usesElsewhere(than setUps: Set<String>, in index: SourceIndex) -> Set<String> {
    let others = (functions + accessors).filter { !setUps.contains($0.name) }
    var names = NameUses.elsewhere(in: self, others, index)
    let parts = functions.filter { setUps.contains($0.name) }
    // What an interface calls is among the others, whatever else does.
    names.formUnion(NameUses.actions(among: parts))
    for getter in computed { names.formUnion(index.code(of: getter).names) }
    for function in parts + initializers {
      names.formUnion(index.code(of: function).values)
      for closure in index.laterClosures(in: function) { names.formUnion(closure.code.names) }
    }
    for closure in index.laterClosures(ofPropertiesOf: self) {
      names.formUnion(closure.code.names)
    }
    return names
  }
}

extension SyntaxProtocol {
  /// The closures in code, and in those that are none of later.
  var outerClosures: [ClosureExprSyntax] {
    all(ClosureExprSyntax.self) { $0.as(ClosureExprSyntax.self)?.isLater ?? false }
  }

  /// Those of them that run later.
  var laterClosures: [ClosureExprSyntax] { outerClosures.filter(\.isLater) }
}

// Properties whose getter changes the state: to read one is an event.
extension MutatingStyle {
  func getters(of info: TypeInfo, access: StateAccess) -> [Handler] {
    // What a view shows is read by no one who asks for an event.
    guard !access.isShared else { return [] }
    let found = info.computed.filter { getter in
      !getter.isStatic && !access.names.contains(getter.name)
        && index.mentions(of: access, in: getter).writes > 0
        && !isRead(getter.name, in: info)
    }
    return found.map { getter in
      var handler = Handler(
        getter.body, events: .method(getter.name),
        result: answersEffect(getter.type) ? .effect : .nothing, of: info, in: getter.file,
        at: getter.body)
      handler.returnType = getter.type
      if getter.type?.isAnswer == true { handler.told = .none }
      handler.isInitializer = isChangedLater(by: getter, access)
      return handler
    }
  }

  /// Whether only the closures change the state that a getter makes to be called later, as those of a
  /// binding: to read it is no event.
  private func isChangedLater(by getter: ComputedInfo, _ access: StateAccess) -> Bool {
    let uses = index.uses(of: getter)
    let later = getter.body.laterClosures.filter { !$0.isTask }.map { closure in
      Code(uses: uses, span: index.span(of: closure, in: getter.file))
    }
    let writes = later.reduce(0) { $0 + Mentions(of: access, in: $1).writes }
    return writes >= index.mentions(of: access, in: getter).writes
  }

  /// Whether methods of the type read a property: then it is part of what they do.
  private func isRead(_ name: String, in info: TypeInfo) -> Bool {
    info.functions.contains { index.code(of: $0).values.contains(name) }
  }
}
