import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

extension MutatingStyle {
  /// The initializers of an object that hand out closures, themselves or through their parts: those
  /// may change the state later.
  func initializers(of info: TypeInfo) -> [Handler] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    let setUps = Self.setUps(of: info, in: index)
    let parts = info.functions.filter {
      setUps.contains($0.name) && Self.handsOutClosures($0.node)
    }
    return info.initializers.filter {
      Self.handsOutClosures($0.node)
        || !parts.isEmpty && !setUps.isDisjoint(with: index.code(of: $0).directCalls)
    }.filter { $0.body != nil }.map { Handler(initializer: $0, of: info) }
  }

  static func handsOutClosures(_ node: some SyntaxProtocol) -> Bool {
    !node.closures.isEmpty
  }

  static func laterClosures(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    node.closures.filter { $0.isKept || $0.isTask }
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
    MutatingStyle.laterClosures(in: function.node).map {
      LaterClosure(node: $0, code: code(of: $0, in: function))
    }
  }

  /// Those of an object's initializers, which run once it is made.
  func laterClosures(ofInitializersOf info: TypeInfo) -> [LaterClosure] {
    guard [.class, .actor].contains(info.kind) else { return [] }
    return info.initializers.flatMap { laterClosures(in: $0) } + laterClosures(ofPropertiesOf: info)
  }

  /// A closure in what a property starts as.
  func later(
    _ closure: ClosureExprSyntax, in start: ExprSyntax, of info: TypeInfo, _ file: SourceFile
  )
    -> LaterClosure
  {
    let code = Code(
      uses: uses(ofStart: start, of: info, in: file), span: span(of: closure, in: file))
    return LaterClosure(node: closure, code: code)
  }
}

extension MutatingStyle {
  /// What the initializers of a type call themselves.
  static func calls(ofInitializersOf info: TypeInfo, in index: SourceIndex) -> Set<String> {
    info.initializers.reduce(into: []) { $0.formUnion(index.code(of: $1).directCalls) }
  }
}

/// The functions of a type that others than its initializers come to.
enum NameUses {
  /// The names that functions mention, that initializers hand on as values or selectors, and those of
  /// functions that are actions of an interface.
  static func elsewhere(
    in info: TypeInfo, _ functions: [FunctionInfo], _ index: SourceIndex
  ) -> Set<String> {
    let mentioned = functions.reduce(into: Set<String>()) {
      $0.formUnion(index.code(of: $1).names)
    }
    let handed = info.initializers.reduce(into: Set<String>()) {
      $0.formUnion(index.code(of: $1).values)
    }
    return mentioned.union(handed).union(actions(among: functions))
  }

  /// The names of the functions that are actions of an interface.
  static func actions(among functions: [FunctionInfo]) -> [String] {
    functions.filter { function in
      function.node.as(FunctionDeclSyntax.self)?.attributes.contains {
        ["objc", "IBAction"].contains(
          $0.as(AttributeSyntax.self)?.attributeName.trimmedText ?? "")
      } ?? false
    }.map(\.name)
  }
}

extension SyntaxProtocol {
  /// The closures in code, and in those that are none of later.
  fileprivate var closures: [ClosureExprSyntax] {
    all(ClosureExprSyntax.self) { node in
      node.as(ClosureExprSyntax.self).map { $0.isKept || $0.isTask } ?? false
    }
  }
}

// Properties whose getter changes the state: to read one is an event.
extension MutatingStyle {
  func getters(of info: TypeInfo, access: StateAccess) -> [Handler] {
    // What a view shows is read by no one who asks for an event.
    guard !access.isShared else { return [] }
    let parts = steps(ofGettersOf: info, access)
    let found = unreadGetters(of: info, access).filter { getter in
      index.mentions(of: access, in: getter).writes > 0
        || !index.code(of: getter).directCalls.isDisjoint(with: parts)
    }
    return found.map { getter in
      let told = told(byAnswer: getter.type, isAsync: false, generics: [], in: info)
      var handler = Handler(
        body: getter.body, parameters: [], events: .method(getter.name), origin: .input,
        result: told == nil ? .nothing : .effect, returnType: getter.type,
        file: getter.file, owner: info, location: getter.file.location(of: getter.body))
      handler.told = told ?? .all
      handler.isInitializer =
        index.code(of: getter).directCalls.isDisjoint(with: parts)
        && isChangedLater(by: getter, access)
      handler.isGetter = true
      return handler
    }
  }

  /// The private methods by which alone getters come to change the state.
  func steps(ofGettersOf info: TypeInfo, _ access: StateAccess) -> Set<String> {
    guard !access.isShared else { return [] }
    let called = unreadGetters(of: info, access).reduce(into: Set<String>()) {
      $0.formUnion(index.code(of: $1).directCalls)
    }
    guard !called.isEmpty else { return [] }
    let reach = Reach(of: info, to: access, in: index)
    let own = reach.functions.indices.filter {
      reach.functions[$0].isPrivate && reach.comesToWrite[$0] && reach.callers(of: $0).isEmpty
    }
    return called.intersection(own.map { reach.functions[$0].name })
  }

  /// The getters beside the state that no method of the type reads; what code does that one gives is not
  /// followed.
  private func unreadGetters(of info: TypeInfo, _ access: StateAccess) -> [ComputedInfo] {
    info.computed.filter {
      !$0.isStatic && !access.names.contains($0.name) && $0.type?.isCode != true
        && !isRead($0.name, in: info)
    }
  }

  /// Whether only the closures change the state that a getter makes to be called later, as those of a
  /// binding: to read it is no event.
  private func isChangedLater(by getter: ComputedInfo, _ access: StateAccess) -> Bool {
    let uses = index.uses(of: getter)
    let later = Self.laterClosures(in: getter.body).filter { !$0.isTask }.map { closure in
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
