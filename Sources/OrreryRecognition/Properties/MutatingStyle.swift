import OrreryLowering
import OrreryModel

/// Types whose methods switch on a stored state and assign it.
struct MutatingStyle {
  let index: SourceIndex
  let keepers: Keepers
  /// Whether methods that take effects are handlers too, as those of objects that keep a struct are.
  var takesEffects = false

  init(index: SourceIndex) {
    self.index = index
    keepers = Keepers(index)
  }

  func sites() -> [Site] {
    // What all types share is found first, so that no two threads look for it.
    keepers.prepare()
    return index.infos.concurrentMap(sites(of:)).flatMap { $0 }
  }

  /// A machine for the property that is the type's state before others; further ones are machines of
  /// their own, named after the property.
  private func sites(of info: TypeInfo) -> [Site] {
    switch info.kind {
    case .protocol: return []
    case .enum: return enumSite(info).map { [$0] } ?? []
    default: break
    }
    return candidates(of: info).sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.enumerated()
      .compactMap { rank, candidate in
        site(of: info, candidate, path: rank == 0 ? info.path : info.path + candidate.path)
      }
  }

  func site(of info: TypeInfo, _ candidate: Candidate, path: [String]) -> Site? {
    let events = eventNames(of: info, access: candidate.access, setters: candidate.setters)
    let properties = properties(of: info, access: candidate.access, beside: events)
    guard !events.isEmpty || !properties.isEmpty || candidate.isWrittenLater else { return nil }
    return Site(
      style: candidate.isSubject ? .actor : .mutating, module: info.module, path: path,
      node: info.node, file: info.file, owner: info, state: candidate.state,
      holder: candidate.isSubject ? .subject(candidate.name) : .property(candidate.name),
      isBoxed: candidate.access.isBoxed, lender: candidate.access.lender,
      isShared: candidate.access.isShared,
      member: candidate.member,
      synonyms: candidate.isInherited
        ? candidate.access.names : candidate.access.names.subtracting([candidate.name]),
      handlers: settingUp(
        handlers(of: info, named: events, candidate.access), of: info, candidate.access)
        + getters(of: info, access: candidate.access)
        + properties
        + (candidate.access.isShared ? displays(of: info) : initializers(of: info)))
  }

  /// The handlers, with those as parts of the initializers that nothing else comes to.
  ///
  /// One that changes nothing itself and starts a task stands for that.
  private func settingUp(
    _ handlers: [Handler], of info: TypeInfo, _ access: StateAccess
  ) -> [Handler] {
    guard handlers.contains(where: { $0.function?.isPrivate == true }),
      case let names = info.setUps(in: index)
        .subtracting(index.privateMethods(calledBesideOf: info)), !names.isEmpty
    else { return handlers }
    return handlers.map { handler in
      var handler = handler
      guard let function = handler.function, names.contains(function.name) else { return handler }
      let later = index.laterClosures(in: function).reduce(0) {
        $0 + Mentions(of: access, in: $1.code).writes
      }
      handler.isInitializer =
        index.mentions(of: access, in: function).writes > later
        || !index.uses(of: function).closures.contains { $0.around == nil && $0.fate.isTask }
      return handler
    }
  }

  private func enumSite(_ info: TypeInfo) -> Site? {
    guard info.cases.count > 1, !index.changers(of: info).isEmpty else { return nil }
    let names = eventNames(of: info, access: StateAccess("self"))
    guard !names.isEmpty else { return nil }
    var site = Site(
      .mutating, of: info, state: info, holder: .selfValue,
      handlers: handlers(of: info, named: names, StateAccess("self")))
    site.keepers = keepers.sites(of: info.key)
    return site
  }
}

extension MutatingStyle {
  /// Whether an enum that others keep is a machine of its own.
  ///
  /// It has two methods that change it, or one that takes an event, answers with what is to be done, and
  /// is told the event by its case. Where some keeper hands such a method the events of others, these
  /// are the events of all that keep it.
  func isMachine(_ state: TypeInfo) -> Bool {
    let changers = index.changers(of: state)
    guard changers.count == 1, let changer = changers.first else { return !changers.isEmpty }
    guard changer.returnType != nil, case .cases? = eventSource(of: changer, in: state)?.events
    else { return false }
    let calls = keepers.sites(of: state.key).compactMap(\.owner).flatMap { index.uses(ofAll: $0) }
      .flatMap(\.calls).filter { $0.name == changer.name }
    return !calls.isEmpty
      && calls.allSatisfy { $0.call.arguments.contains(where: \.value.makesCase) }
  }
}

extension SourceIndex {
  /// The methods that assign `self`: the constants of a struct with one are as good as variables.
  package func changers(of info: TypeInfo) -> [FunctionInfo] {
    info.functions.filter {
      $0.isMutating && !$0.isStatic && mentions(of: StateAccess("self"), in: $0).writes > 0
    }
  }
}
