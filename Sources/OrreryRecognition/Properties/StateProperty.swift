import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// Which property of a type is its state.
extension MutatingStyle {
  struct Candidate {
    var name: String
    var state: TypeInfo
    var access: StateAccess
    var isTested = true
    var isPrivate = false
    var isSubject = false
    /// Methods that store the state that they are given.
    var setters: [FunctionInfo] = []
    /// Whether closures that the initializers hand out write it.
    var isWrittenLater = false
    /// The property of the struct that `name` is, where that is the state.
    var member: Site.Member?
    /// Whether a superclass keeps it, of which the type has no property.
    var isInherited = false

    var path: [String] { [name] + (member.map { [$0.name] } ?? []) }

    /// How far it is from being the state that a type is named for, the weightiest reason first.
    ///
    /// What is tested is more of a state than what is only written.
    var rank: [Int] {
      let name = (path.last ?? name).lowercased()
      let word = name.hasSuffix("subject") ? String(name.dropLast(7)) : name
      let isNamed = Self.words.contains(where: word.hasSuffix)
      return [
        Self.words.contains(word) ? 0 : isNamed ? 1 : 2, isTested ? 0 : 1, isPrivate ? 1 : 0,
        -state.cases.count,
      ]
    }

    private static let words = ["state", "status", "phase"]
  }

  /// In the order of declaration.
  func candidates(of info: TypeInfo) -> [Candidate] {
    // What a store lends is told as a whole.
    let lent = Set(lentStructs(of: info).map(\.name))
    return info.stored.flatMap { stored -> [Candidate] in
      if let own = candidate(stored, of: info) { return [own] }
      if lent.contains(stored.property.name) { return [] }
      return parts(of: stored.property, in: info).compactMap {
        candidate($0, in: stored.property, of: info)
      }
    }
  }

  func candidate(_ stored: StoredInfo, of info: TypeInfo) -> Candidate? {
    let property = stored.property
    guard !property.isStatic, let kept = kept(in: property, of: info),
      kept.form != .plain || !property.isLet || !index.changers(of: info).isEmpty,
      // The machine of a library is told by what is added to it.
      kept.form != .box || !RouteTables(index: index).reads(stored, of: info)
    else { return nil }
    return candidate(property, kept, access: access(to: property, kept, in: info), of: info)
  }

  /// A property of a struct that the type keeps.
  private func candidate(
    _ part: Part, in property: StoredProperty, of info: TypeInfo
  ) -> Candidate? {
    var access = StateAccess(property.name, of: part.kept.state)
    access.isBoxed = part.isBoxed || isLocked(property)
    access.isPublished = part.kept.form == .subject
    access.isShared = isShared(property, in: info)
    access.member = part.property.name
    access.noteElements(of: info, around: part.owner, in: index)
    var found = candidate(property, part.kept, access: access, of: info)
    found?.member = Site.Member(
      name: part.property.name, owner: part.owner,
      mayBeAbsent: part.kept.mayBeAbsent
        && !(property.type?.is(OptionalTypeSyntax.self) ?? false))
    return found
  }

  private func candidate(
    _ property: StoredProperty, _ kept: Kept, access: StateAccess, of info: TypeInfo
  ) -> Candidate? {
    // The last action is kept to be told, and is gone when it was.
    if kept.mayBeAbsent, kept.state.isNamedLikeEvent { return nil }
    var own = access
    // The methods of a machine are its events, not assignments of whoever keeps it.
    if isMachine(kept.state) { own.mutators = [] }
    // What happens at the end alone makes no machine.
    let functions =
      info.functions.filter { !$0.isStatic && !$0.isDeinitializer }
      + assignedAccessors(of: info, but: own)
    let later =
      own.isShared
      ? displays(of: info, own)
      : index.laterClosures(ofInitializersOf: info).map { Mentions(of: own, in: $0.code) }
        + info.initializers.map { Mentions(ofPipelines: own, in: index.code(of: $0)) }
    let told = mentions(of: own, in: functions, of: info) + later
    let plain = told + asides(told, of: info, own, kept.state)
    let makers = makers(of: kept.state, in: info, among: plain)
    let mentions = plain.map { $0.told(by: makers) }
    let writes = mentions.reduce(0) { $0 + $1.writes }
    let tests = mentions.reduce(0) { $0 + $1.tests }
    let setters = setters(among: functions, mentions, of: kept.state, in: info)
    let publishes =
      kept.form == .subject && own.member == nil
      && (tests > 0 || !Self.passOn(functions, mentions, later))
    let named = cases(in: mentions, setters, of: kept)
    guard writes > 0,
      isAsked(kept, mentions, named) || publishes || functions.contains(where: handsOutState)
        || assignsSeveral(mentions, of: functions, setters, of: kept.state, makers),
      kept.state.cases.count > 1 || tests > 0 && named.count > 1 && !own.isBoxed,
      !own.isShared || !named.subtracting([Site.absent]).isEmpty,
      // What only sets another view's state to one thing, or never asks for it, is an event of that.
      !own.isShared || !property.isLentByView || tests > 0 && named.count > 1,
      !kept.mayBeAbsent || !kept.state.isError || named.count > 1
    else { return nil }
    return Candidate(
      name: property.name, state: kept.state, access: access,
      isTested: tests > 0 || publishes || functions.contains(where: handsOutState),
      isPrivate: property.isPrivate, isSubject: kept.form == .subject, setters: setters,
      isWrittenLater: Self.comesToWrite(
        own.isShared ? later.map(\.withHandedOn) : later, functions, mentions))
  }

  /// The setters and observers of other properties that methods of the type assign, and the observers of
  /// those that others may assign: what they do with the state, these do.
  ///
  /// A setter that others alone call is another name for the state.
  private func assignedAccessors(of info: TypeInfo, but access: StateAccess) -> [FunctionInfo] {
    let open = info.accessors.filter { accessor in
      !accessor.isStatic && !access.names.contains(accessor.name)
        && index.mentions(of: access, in: accessor).writes > 0
    }
    guard !open.isEmpty else { return [] }
    var access = access
    access.partChangers = index.partChangers(of: info)
    let names = info.functions.filter { !$0.isStatic }.reduce(into: Set<String>()) {
      let found = index.mentions(of: access, in: $1)
      $0.formUnion(found.calls.union(found.changed))
    }
    return open.filter { $0.isObserver && !$0.isSetInside || names.contains($0.name) }
  }

  /// Whether any of some closures writes the state, or calls what does.
  private static func comesToWrite(
    _ closures: [Mentions], _ functions: [FunctionInfo], _ mentions: [Mentions]
  ) -> Bool {
    let named = zip(functions.map(\.name), mentions)
    let called = closures.flatMap(\.calls).closed { name in
      named.filter { $0.0 == name }.flatMap(\.1.calls)
    }
    return closures.contains { $0.writes > 0 }
      || named.contains { called.contains($0) && $1.writes > 0 }
  }

  func access(to property: StoredProperty, _ kept: Kept, in info: TypeInfo) -> StateAccess {
    var access = StateAccess(property.name, of: kept.state)
    access.isBoxed = kept.form == .box || isLocked(property)
    access.isShared = isShared(property, in: info)
    access.names.formUnion(synonyms(of: property.name, holding: kept.state, in: info))
    access.noteElements(of: info, around: nil, in: index)
    if kept.form == .subject { access.harmlessOperators = [] }
    return access
  }

  // MARK: What is written

  /// A property that nothing tests is a state where at least two assignments give it different
  /// cases; a setter alone makes it a setting.
  private func assignsSeveral(
    _ mentions: [Mentions], of functions: [FunctionInfo], _ setters: [FunctionInfo],
    of state: TypeInfo, _ makers: [String: [String]]
  ) -> Bool {
    let named = cases(in: mentions, setters, of: Kept(state: state))
    if named.count > 1 { return true }
    let given = zip(functions, mentions).flatMap { casesGiven(toVariablesOf: $0, $1) }
    let told = given + given.flatMap { makers[$0] ?? [] }
    return named.union(told.filter { state.enumCase($0) != nil }).count > 1
  }

  /// Whether a subject is sent nothing but what others hand over: it shows the state of something else.
  private static func passOn(
    _ functions: [FunctionInfo], _ mentions: [Mentions], _ closures: [Mentions]
  ) -> Bool {
    closures.allSatisfy { $0.writes == 0 }
      && zip(functions, mentions).allSatisfy { function, mentions in
        let names = function.parameters.map(\.ownName)
        let passed = mentions.sent.count { names.contains($0) }
        return !function.isPrivate && mentions.writes == passed || mentions.writes == 0
      }
  }

  /// Whether the state is tested.
  ///
  /// Of an optional one it is no test to take it out, as of a value that is kept to be there again, but
  /// where it is given several cases: one of them may be whatever it is given, where it is asked for that.
  private func isAsked(_ kept: Kept, _ mentions: [Mentions], _ named: Set<String>) -> Bool {
    let all = mentions.reduce(into: Mentions()) { $0.add($1) }
    if all.tests > all.unwraps + (kept.mayBeAbsent ? all.copied : 0) { return true }
    let isGiven = all.assigned.contains {
      kept.state.enumCase($0) == nil && !Self.absences.contains($0)
    }
    return all.tests > 0 && named.count + (all.copied > 0 && isGiven ? 1 : 0) > 1
  }

  /// The cases that the state is given by their names, `nil` among them where it may be missing.
  private func cases(
    in mentions: [Mentions], _ setters: [FunctionInfo], of kept: Kept
  ) -> Set<String> {
    let names = mentions.flatMap { found in
      found.assigned + Set(setters.map(\.name)).flatMap { found.handed[$0] ?? [] }
    }
    // So is the last error, but where there are several: which one it was is a state.
    let absences = kept.mayBeAbsent && !kept.state.isError ? Self.absences : []
    return Set(
      names.compactMap { name in
        if kept.state.enumCase(name) != nil { return name }
        return absences.contains(name) ? Site.absent : nil
      })
  }

  private static let absences: Set = [Site.absent, "none"]

  private func setters(
    among functions: [FunctionInfo], _ mentions: [Mentions], of state: TypeInfo, in info: TypeInfo
  ) -> [FunctionInfo] {
    zip(functions, mentions).filter { function, mentions in
      function.parameters.contains { parameter in
        let name = parameter.ownName
        return mentions.assigned.contains(name)
          && index.resolve(parameter.type, in: info) == state.key
      }
    }.map(\.0)
  }
}
