import OrreryProgram

/// Which places of a function are the state of a machine, by how that is come to.
struct WatchedState {
  let access: StateAccess
  let uses: Uses

  init(_ access: StateAccess, in uses: Uses) { (self.access, self.uses) = (access, uses) }

  private var isSelf: Bool { access.names.contains("self") }
  /// Whether the state is a part of what the property holds: who changes that changes the state.
  private var isInStruct: Bool { access.member != nil && !access.isReference }

  /// A place by what it is bound to, where that is the object which the machine is, or lent by a box.
  func resolved(_ place: UsedPlace) -> UsedPlace {
    guard access.isReference || access.isBoxed || isInStruct else { return place }
    return uses.origin(of: place) { access.isReference || isInStruct || $0.isLent }
  }

  /// What a variable stands for: to ask `mode` of `guard let mode = self.mode` is to ask the state.
  func origin(of place: UsedPlace) -> UsedPlace {
    resolved(uses.origin(of: place) { !$0.isLent })
  }

  func names(_ property: String) -> Bool {
    access.member == nil && access.names.contains(property)
  }

  // MARK: The state

  /// The property that the state is in, or what its box calls it.
  func isHolder(_ place: UsedPlace) -> Bool {
    if !access.isReference, isLent(place) { return true }
    switch place.root {
    case .type: return false
    case .local(let local):
      return access.isHanded && access.names.contains(local.name) && place.steps.isEmpty
    case .me: if access.isHanded { return false }
    }
    if isSelf { return place.steps.isEmpty }
    if access.isPublished, place.steps.count == 2, isContent(place) {
      return place.whole.map(isHolder) ?? false
    }
    guard let name = place.plainProperty else { return false }
    return access.names.contains(name)
      || access.isBoxed
        && (access.wrappers.contains(name)
          || name.hasPrefix("$") && access.names.contains("\(name.dropFirst())"))
  }

  func isState(_ place: UsedPlace) -> Bool {
    guard let name = access.member else { return isHolder(place) }
    if access.isReference, isLent(place) { return true }
    guard place.member == name, let whole = place.whole else { return false }
    return isHolder(whole)
  }

  /// Whether a place is the state, or something in it, by its members alone.
  func holdsState(_ place: UsedPlace) -> Bool {
    isState(place)
      || (place.steps.last?.isMember ?? false) && (place.whole.map(holdsState) ?? false)
  }

  /// The state, or the property by which a box or a subject gives it out.
  func isStateOrContent(_ place: UsedPlace) -> Bool {
    if isState(place) { return true }
    guard isContent(place), let whole = place.whole else { return false }
    return isState(whole) || isWrapper(whole)
  }

  private func isContent(_ place: UsedPlace) -> Bool {
    place.member.map(StateAccess.contents.contains) ?? false
  }

  /// Whether a place is the wrapper that keeps the state.
  private func isWrapper(_ place: UsedPlace) -> Bool {
    place.plainProperty.map(access.wrappers.contains) ?? false
  }

  /// Whether a place names a struct that is the state, or something in it.
  func isPart(_ place: UsedPlace) -> Bool {
    guard access.isStruct else { return false }
    return isState(place) || (place.whole.map(isPart) ?? false)
  }

  /// Whether a place is a value that the state is in: whoever may change it changes the state.
  func isAround(_ place: UsedPlace) -> Bool {
    !isSelf && (place == .me || isInStruct && isHolder(place))
  }

  // MARK: What is done with it

  func isRead(_ place: UsedPlace) -> Bool { !isSelf && isState(place) }

  /// Whether a place is a member of the state that answers a question about it.
  func isQuery(_ place: UsedPlace) -> Bool {
    guard let name = place.member, access.queries.contains(name) else { return false }
    return place.whole.map(isState) ?? false
  }

  /// Whether to assign a place gives the state another value.
  func isTarget(_ place: UsedPlace) -> Bool {
    isStateOrContent(place) || isWrapper(place) || place == .me || isInStruct && isHolder(place)
  }

  /// Whether an assignment comes to the state by a setter, a subscript or a key path.
  func isRoundabout(_ target: Expression, _ place: UsedPlace) -> Bool {
    guard !isSelf, let whole = place.whole else { return false }
    return access.isChanged(by: target, in: (whole == .me, isInStruct && isHolder(whole)))
  }

  /// Whether the state is handed to a function, which may ask it.
  func isHanded(_ use: Uses.Use, _ place: UsedPlace) -> Bool {
    guard case .call? = use.context.taker, case .read = use.kind else { return false }
    return isState(place)
  }

  /// Whether what is assigned is found by asking the state: by a member, or by a function that is handed
  /// it.
  func asksState(_ assignment: Uses.Assignment, in closure: Int?) -> Bool {
    guard access.member == nil, !isSelf else { return false }
    return uses.all[assignment.parts].contains { use in
      let origin = origin(of: use.place)
      guard use.context.closure == closure, origin.member != nil else { return false }
      switch use.kind {
      case .read, .called:
        return isHanded(use, origin) || (origin.whole.map(isState) ?? false)
      default: return false
      }
    }
  }

  /// The cases that the struct around the state is made with: `Screen(mode: .loading)`.
  func memberNames(in value: Expression) -> [String] {
    guard let name = access.member, case .call(let call) = value.form else { return [] }
    return call.arguments.first { $0.label == name }?.caseNames ?? []
  }

  /// Whether what is lent goes to a closure that the function around it is given: who calls that says
  /// what becomes of it.
  func isForCaller(_ use: Uses.Use) -> Bool {
    uses.call(taking: use)?.receiver == .given
  }

  // MARK: Boxes

  /// Whether a call hands the state to what it is given, as a box does.
  func lends(_ use: Uses.CallUse) -> Bool {
    lends(use.receiver == .me ? .me : use.base.map(resolved), by: use.name)
  }

  /// Whether a closure is handed the state by a box.
  func isLent(_ closure: Uses.ClosureUse) -> Bool {
    guard let call = closure.call, call.lastClosure?.id == closure.id else { return false }
    return lends(closure.base.map(resolved), by: call.name)
  }

  /// Whether a place is what a box calls the state.
  private func isLent(_ place: UsedPlace) -> Bool {
    guard case .lent(let name)? = place.steps.last else { return false }
    return lends(place.whole, by: name)
  }

  private func lends(_ base: UsedPlace?, by name: String) -> Bool {
    guard access.isBoxed, access.lender.map({ $0 == name }) ?? true, let base else { return false }
    if base == .me { return access.lender == name }
    return access.isReference ? isState(base) : isHolder(base)
  }
}

extension Uses {
  /// A place by what its variable is bound to, as far as that is followed.
  fileprivate func origin(
    of place: UsedPlace, following isFollowed: (UsedPlace) -> Bool
  ) -> UsedPlace {
    var (place, depth) = (place, 0)
    while case .local(let local) = place.root, let bound = bound[local], isFollowed(bound),
      depth < 8
    {
      (place, depth) = (UsedPlace(root: bound.root, steps: bound.steps + place.steps), depth + 1)
    }
    return place
  }

  /// The call that is handed what is used.
  func call(taking use: Use) -> CallUse? {
    guard case .call(let number)? = use.context.taker, calls.indices.contains(number) else {
      return nil
    }
    return calls[number]
  }
}

extension UsedPlace {
  fileprivate var isLent: Bool { if case .lent? = steps.last { true } else { false } }
}

extension UsedPlace.Step {
  var isMember: Bool { if case .member = self { true } else { false } }
}
