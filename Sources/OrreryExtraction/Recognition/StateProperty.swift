import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Which property of a type is its state.
extension MutatingStyle {
  struct Candidate {
    var name: String
    var state: TypeInfo
    var access: StateAccess
    var writes: Int
    var isTested: Bool
    var order: Int
    var initializer: ExprSyntax?
    var isSubject = false
    /// Methods that store the state that they are given.
    var setters: Set<String> = []
  }

  func candidates(of info: TypeInfo) -> [Candidate] {
    info.stored.enumerated().compactMap { candidate($1, of: info, order: $0) }
  }

  private func candidate(_ stored: StoredInfo, of info: TypeInfo, order: Int) -> Candidate? {
    let property = stored.property
    guard !property.isStatic, let kept = kept(in: property, of: info),
      kept.form != .plain || !property.isLet
    else { return nil }
    let access = access(to: property, kept, in: info)
    var own = access
    // The methods of a machine are its events, not assignments of whoever keeps it.
    if Self.changers(of: kept.state) > 1 { own.mutators = [] }
    let functions = info.functions.filter { !$0.isStatic }
    let mentions = functions.map { MentionCounter.count(own, in: $0.node) }
    let writes = mentions.reduce(0) { $0 + $1.writes }
    let tests = mentions.reduce(0) { $0 + $1.tests }
    let setters = setters(among: functions, mentions, of: kept.state, in: info)
    guard writes > 0,
      tests > 0 || kept.form == .subject
        || assignsSeveral(mentions, setters, of: kept.state)
    else { return nil }
    return Candidate(
      name: property.name, state: kept.state, access: access, writes: writes,
      isTested: tests > 0 || kept.form == .subject, order: order,
      initializer: property.initializer, isSubject: kept.form == .subject, setters: setters)
  }

  private func access(to property: StoredProperty, _ kept: Kept, in info: TypeInfo) -> StateAccess {
    var access = StateAccess(property.name, of: kept.state)
    access.isBoxed = kept.form == .box || isLocked(property)
    access.names.formUnion(synonyms(of: property.name, holding: kept.state, in: info))
    return access
  }

  // MARK: What is written

  /// A property that nothing tests is a state where at least two assignments give it different
  /// cases; a setter alone makes it a setting.
  private func assignsSeveral(
    _ mentions: [Mentions], _ setters: Set<String>, of state: TypeInfo
  ) -> Bool {
    let names = mentions.flatMap { found in
      found.assigned + setters.flatMap { found.handed[$0] ?? [] }
    }
    return Set(names.filter { state.enumCase($0) != nil }).count > 1
  }

  private func setters(
    among functions: [FunctionInfo], _ mentions: [Mentions], of state: TypeInfo, in info: TypeInfo
  ) -> Set<String> {
    let found = zip(functions, mentions).filter { function, mentions in
      function.parameters.contains { parameter in
        let name = Naming.identifier((parameter.secondName ?? parameter.firstName).text)
        return mentions.assigned.contains(name)
          && index.resolve(parameter.type, in: info, module: info.module) == state.key
      }
    }
    return Set(found.map(\.0.name))
  }

  // MARK: What the property keeps

  /// A state, and what it is wrapped in.
  struct Kept {
    enum Form { case plain, subject, box }

    var state: TypeInfo
    var form = Form.plain
  }

  func kept(in property: StoredProperty, of info: TypeInfo) -> Kept? {
    if let kept = wrapped(in: property, of: info) { return kept }
    var key = index.resolve(property.type, in: info, module: info.module)
    if key == nil, property.type == nil { key = owner(ofCase: property.initializer, in: info) }
    return state(key).map { Kept(state: $0) }
  }

  func state(_ key: String?) -> TypeInfo? {
    guard let state = index.info(key), state.kind == .enum, state.cases.count > 1 else {
      return nil
    }
    return state
  }

  /// The type that an expression such as `State.idle` or `State.failed(error)` names.
  func owner(ofCase node: ExprSyntax?, in info: TypeInfo) -> String? {
    let member =
      node?.as(MemberAccessExprSyntax.self)
      ?? node?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
    return member?.base.flatMap {
      index.resolve(name: $0.trimmedDescription, in: info, module: info.module)
    }
  }

  /// The state that a conformance to a protocol with a primary associated type names.
  func protocolState(of info: TypeInfo) -> String? {
    for name in info.inherited {
      guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { continue }
      let argument = String(name[name.index(after: open)...].dropLast())
      if let key = index.resolve(name: argument, in: info, module: info.module) { return key }
    }
    return nil
  }

  /// The state that every initializer assigns, or the property starts with.
  func initial(of info: TypeInfo, _ candidate: Candidate) -> ExprSyntax? {
    let assigned = info.initializers.compactMap { initializer in
      InitialFinder.find(candidate.name, in: initializer.node)
    }
    guard let first = assigned.first else { return candidate.initializer }
    let isSame = assigned.allSatisfy { $0.trimmedDescription == first.trimmedDescription }
    return isSame ? first : nil
  }
}
