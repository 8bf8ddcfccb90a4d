import OrreryLowering
import OrreryModel
import OrreryProgram
import OrrerySyntax
import SwiftSyntax

// Structs that keep their state elsewhere, as the views of SwiftUI do: `@State var phase = Phase.idle`, or
// `@AppStorage`, which outlives the view.
extension MutatingStyle {
  /// Whether a property of a struct stores through its wrapper, and it is told who assigns it: one by
  /// whose binding a control selects is an input, and what becomes of a binding that is no argument of
  /// what is shown is not known.
  func isShared(_ property: StoredProperty, in info: TypeInfo) -> Bool {
    guard info.kind == .struct, !property.isStatic else { return false }
    if property.isLentByView { return !handsOutBinding(of: property.name, info) { _, _ in true } }
    return ["State", "AppStorage", "SceneStorage"].contains(where: property.hasWrapper)
      && !handsOutBinding(of: property.name, info) { code, use in !code.isLent(use) }
  }

  /// - Parameter isOut: Whether a use of the binding in what is shown gives it away.
  private func handsOutBinding(
    of name: String, _ info: TypeInfo, _ isOut: (Code, Uses.Use) -> Bool
  ) -> Bool {
    let functions = info.functions.map { (index.code(of: $0), $0.isDisplay) }
    let getters = info.computed.map { (index.code(of: $0), !$0.isStatic) }
    return (functions + getters).contains { code, isDisplay in
      code.uses.all.contains { use in
        guard case .read = use.kind, let member = use.place.member,
          member == "$\(name)" || member == "_\(name)"
        else { return false }
        return !isDisplay || isOut(code, use)
      }
    }
  }

  /// How what a struct shows touches its state, the closures in it included.
  func displays(of info: TypeInfo, _ access: StateAccess) -> [Mentions] {
    shown(by: info).map { Mentions(of: access, in: $0) }
  }

  private func shown(by info: TypeInfo) -> [Code] {
    info.computed.filter { !$0.isStatic }.map { index.code(of: $0) }
      + info.functions.filter { $0.isDisplay && !$0.isStatic }.map { index.code(of: $0) }
  }

  /// What a view shows: the closures that it hands out change the state later, and so does who has a
  /// binding of it.
  ///
  /// So does what shows others of these: it tells in which states they are there.
  func displays(of info: TypeInfo) -> [Handler] {
    let getters = info.computed.filter { $0.type?.is(SomeOrAnyTypeSyntax.self) ?? false }
    let parts = Set(getters.map(\.name) + info.functions.filter(\.isDisplay).map(\.name))
    return displays(of: info) {
      !$0.outerClosures.isEmpty || $1.namesBindings || !$1.names.isDisjoint(with: parts)
    }
  }

  /// What a view shows that lends the state of an object which it refers to: `$model.toast`.
  func displays(of info: TypeInfo, lending name: String, of property: String) -> [Handler] {
    let binding = UsedPlace(root: .me, steps: [.member("$\(property)"), .member(name)])
    let files = info.computed.map(\.file) + info.functions.map(\.file)
    guard files.contains(where: { $0.words.bound.contains(Word(name)) }) else { return [] }
    return displays(of: info) { $1.uses.all.contains { $0.place == binding } }
  }

  private func displays(
    of info: TypeInfo, where isTold: (any SyntaxProtocol, Code) -> Bool
  ) -> [Handler] {
    let getters = info.computed.filter { !$0.isStatic && isTold($0.body, index.code(of: $0)) }.map {
      Handler($0.body, events: .method($0.name), of: info, in: $0.file, at: $0.body)
    }
    let functions = info.functions.filter { function in
      function.isDisplay && !function.isStatic && function.body != nil
        && isTold(function.node, index.code(of: function))
    }.map { function in
      Handler(
        function, of: info, parameters: function.parameters.map { ($0.ownName, .other) },
        events: .method(function.name), result: .nothing)
    }
    return (getters + functions).map { handler in
      var display = handler
      // What is shown is no answer.
      display.returnType = nil
      (display.isInitializer, display.isDisplay) = (true, true)
      return display
    }
  }

  /// Whether a method of a view changes the state, or does what that says and answers nothing.
  func isEventOfView(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard !function.isDisplay else { return false }
    if reach.comesToWrite[index] { return true }
    return function.returnType == nil && reach.mentions[index].tests > 0
  }

  /// The private methods that only closures call which a view hands out: what they do is told of these,
  /// in the states in which they are shown.
  func steps(ofDisplaysOf info: TypeInfo) -> Set<String> {
    let displays = shown(by: info)
    let called = displays.reduce(into: Set<String>()) { $0.formUnion($1.laterCalls) }
    guard !called.isEmpty else { return [] }
    let others = (info.functions + info.initializers).map { index.code(of: $0) }
    // Who is handed a method by its name calls it in any state.
    let kept = (displays + others).reduce(into: Set<String>()) { $0.formUnion($1.values) }
    let open = info.functions.filter { !$0.isStep }.map(\.name)
    let elsewhere = info.functions.filter { !$0.isDisplay } + info.initializers
    let left = elsewhere.reduce(called.subtracting(kept).subtracting(open)) {
      $0.subtracting(index.code(of: $1).laterCalls)
    }
    return displays.reduce(left) { $0.subtracting($1.directCalls) }
  }
}

extension Site {
  /// Whether the wrapper of the state's property is an object, by which methods of a struct change the
  /// state that are not mutating.
  package func isKeptByObject(in index: SourceIndex) -> Bool {
    guard let owner, owner.kind == .struct, case .property(let name) = holder else { return false }
    return owner.wrappers(of: name).contains { index.type($0, in: owner)?.kind == .class }
  }
}

extension StoredProperty {
  /// Whether it is the state of another view, which a view is lent: `@Binding var phase: Phase`.
  package var isLentByView: Bool { hasWrapper("Binding") }

  /// Whether it has one of SwiftUI's wrappers.
  fileprivate func hasWrapper(_ name: String) -> Bool {
    declaration.attributes.has([name, "SwiftUI." + name])
  }
}

extension FunctionInfo {
  /// Whether it gives what is shown: `some View`.
  package var isDisplay: Bool { returnType?.is(SomeOrAnyTypeSyntax.self) ?? false }
}

extension Code {
  /// Whether it names bindings of properties.
  fileprivate var namesBindings: Bool {
    uses.all.contains { $0.place.property?.hasPrefix("$") ?? false }
  }

  /// Whether a call takes a binding, other than to select by it.
  fileprivate func isLent(_ use: Uses.Use) -> Bool {
    guard let taker = uses.call(taking: use) else { return false }
    return !taker.call.arguments.contains { $0.label == "selection" }
  }
}
