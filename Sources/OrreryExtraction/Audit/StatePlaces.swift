import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Where the states of machines are kept, so that an instruction can be told to write one.
struct StatePlaces {
  /// The state of a machine, or a property of it.
  struct Found {
    var site: Int
    var path: String
    /// Whether it is the state of another object, to which the code refers.
    var isReferred = false
  }

  let sites: [Site]
  let index: SourceIndex
  /// Machines by the type whose property, or whose self, is the state.
  private var byOwner: [String: [Int]] = [:]
  private var byState: [String: [Int]] = [:]
  /// Machines by the function that is handed the state, with the name that it has there.
  private var byFunction: [NodeID: (site: Int, name: String)] = [:]
  /// The machines that are objects, by what they call their state.
  private var byName: [String: [Int]] = [:]
  /// The methods of each type that are parts of its initializers.
  private var setUps: [String: Set<String>] = [:]
  /// Machines by the files in which such places can be: those that their own code stands in.
  private(set) var files: [String: Set<Int>] = [:]

  init(sites: [Site], index: SourceIndex) {
    (self.sites, self.index) = (sites, index)
    index.withProgram { note(sites, in: $0) }
  }

  private mutating func note(_ sites: [Site], in program: LoweredProgram) {
    for (number, site) in sites.enumerated() {
      byState[site.state.key, default: []].append(number)
      note(site, number)
      for handler in site.handlers.flatMap({ [$0] + $0.next }) {
        let name = handler.parameters.first { $0.role == .state(isInOut: true) }?.name
        if let name { byFunction[program.id(of: handler)] = (number, name) }
        files[handler.file.path, default: []].insert(number)
      }
      for reaction in site.reactions {
        files[reaction.location.file, default: []].insert(number)
        guard let function = program.id(of: reaction) else { continue }
        byFunction[function] = (number, reaction.stateName)
      }
    }
  }

  private mutating func note(_ site: Site, _ number: Int) {
    if let owner = site.owner, site.holder != .parameter {
      for key in [owner.key] + owner.ancestors { byOwner[key, default: []].append(number) }
      for name in site.placeNames { byName[name, default: []].append(number) }
      if setUps[owner.key] == nil {
        setUps[owner.key] = owner.setUps(in: index)
          .subtracting(index.privateMethods(calledBesideOf: owner))
      }
    }
    for file in Self.files(referringTo: site, in: index) {
      files[file.path, default: []].insert(number)
    }
    for info in [site.owner, site.state].compactMap({ $0 }) {
      let own = [info.file.path] + info.functions.map(\.file.path) + info.computed.map(\.file.path)
      for path in own { files[path, default: []].insert(number) }
    }
  }

  /// The machines whose state a write of a place changes, with the property of the state.
  ///
  /// - Parameters:
  ///   - value: What is assigned.
  ///   - isLater: Whether it is made once the function around it has ended.
  func written(
    _ target: Chain, by op: String, value: Expression? = nil, at standing: Standing,
    _ types: StaticTypes, in file: SourceFile, isLater: Bool = false
  ) -> [Found] {
    let type = index.info(standing.owner)
    let here = files[file.path] ?? []
    let found =
      target.handed(standing).flatMap { handed(target, $0, standing) }
      ?? referred(target, type, types)
      ?? target.handed(standing).flatMap { lent(target, $0, type, types) }.map { [$0] }
      ?? guessed(target, value, standing, types, file) ?? own(target.names, of: type, target)
    return found.filter { place in
      // The setter of a property that stands for the state's is no write of its own.
      let accessor = standing.declaration.flatMap { $0.kind == .function ? nil : $0.name }
      guard here.contains(place.site), isWrite(place, by: op),
        !sites[place.site].synonyms.contains(accessor ?? "")
      else { return false }
      return place.isReferred || isLater
        || !standing.isInitializer && !isSetUp(standing, type)
    }
  }

  /// Whether a place is a part of the initializers of a type.
  private func isSetUp(_ standing: Standing, _ type: TypeInfo?) -> Bool {
    guard let type, let name = standing.functionName, !standing.isInClosure else { return false }
    return setUps[type.key]?.contains(name) == true
  }

  /// An enum has no properties to change, and a library's mutating methods change only those.
  private func isWrite(_ place: Found, by op: String) -> Bool {
    let site = sites[place.site]
    if Words.publishers.contains(op) { return site.isSubject }
    if site.isSubject { return place.path == "value" }
    return site.state.kind == .enum
      ? place.path.isEmpty && op != "mutate" : !place.path.isEmpty || op == "="
  }
}

// MARK: - What code is handed

extension StatePlaces {
  /// A parameter that is the state.
  private func handed(
    _ target: Chain, _ code: Standing.Code, _ standing: Standing
  ) -> [Found]? {
    let path = Self.path(target.names[...])
    if let place = byFunction[code.function.id], place.name == target.variable?.name {
      return [Found(site: place.site, path: path)]
    }
    let parameter = code.function.parameters.first { $0.variable.slot == target.variable?.slot }
    guard let parameter, parameter.isInOut, code.function.kind == .function,
      let key = parameter.type?.key,
      let found = byState[key]?.filter({ sites[$0].holder == .parameter }), !found.isEmpty
    else { return nil }
    return found.map { Found(site: $0, path: path) }
  }

  /// What a closure calls the state that a box lends it: `machine.state.withLock { $0 = .open }`.
  private func lent(
    _ target: Chain, _ code: Standing.Code, _ type: TypeInfo?, _ types: StaticTypes
  ) -> Found? {
    guard let taker = code.taker, code.function.kind == .closure,
      code.function.parameters.first?.variable.slot == target.variable?.slot
    else { return nil }
    let base: Chain? = if case .member(let base, _) = taker.callee { Chain(base) } else { nil }
    let lender = (base?.names.last ?? base?.rootName).map {
      $0.hasPrefix("$") ? String($0.dropFirst()) : $0
    }
    if let type, lender.map({ type.property($0) == nil }) ?? true,
      let number = byOwner[type.key]?.first(where: { sites[$0].lender == taker.name })
    {
      return Found(site: number, path: Self.path(inside(number, target.names[...])))
    }
    if let type, let lender,
      let place = owned([lender], of: type).first(where: { sites[$0.site].isBoxed })
    {
      let names = [lender] + inside(place.site, target.names[...])
      return owned(names, of: type).first { $0.site == place.site }
    }
    if let type, let number = lentByMethod(code, type, types) {
      return Found(site: number, path: Self.path(target.names[...]))
    }
    let other = base.flatMap { referred($0, type, types) }
    return other?.first { $0.isReferred && sites[$0.site].isBoxed }.map {
      Found(site: $0.site, path: Self.path(target.names[...]), isReferred: true)
    }
  }

  /// The machine whose state a method of the same type hands to a closure: `body(&state)`, also by way of
  /// a variable.
  private func lentByMethod(
    _ code: Standing.Code, _ type: TypeInfo, _ types: StaticTypes
  ) -> Int? {
    guard let call = code.taker, call.isOwn, let own = types.program.type(type.key) else {
      return nil
    }
    let lent = own.functions.filter { $0.name == call.name && $0.accepts(call) }
      .compactMap { types.lent(by: $0) }
    return byOwner[type.key]?.first { number in lent.contains(sites[number].state.key) }
  }

  /// The members of what is lent, without the one that is the state itself.
  private func inside(_ number: Int, _ names: ArraySlice<String>) -> ArraySlice<String> {
    let site = sites[number]
    guard site.lender != nil, names.first == Library.lentContent,
      site.state.property(Library.lentContent) == nil
    else { return names }
    return names.dropFirst()
  }
}

// MARK: - Other objects

extension StatePlaces {
  /// The state of an object to which code refers, as far as declarations tell; also of the object around
  /// the code by another name.
  private func referred(_ target: Chain, _ type: TypeInfo?, _ types: StaticTypes) -> [Found]? {
    for link in target.links where byName[link.names[0]] != nil {
      guard let object = types.type(of: link.base) else { continue }
      if object.isSelf { return own(["self"] + link.names, of: type, nil) }
      let found = object.isType ? [] : owned(link.names, byOneOf: index.info(object.key))
      if !found.isEmpty { return found }
    }
    return nil
  }

  /// What a machine that is of a type, or conforms to it, calls so.
  private func owned(_ names: [String], byOneOf type: TypeInfo?) -> [Found] {
    guard let type else { return [] }
    var found: [Found] = []
    switch type.kind {
    case .class, .actor:
      found =
        ([type] + type.ancestors.compactMap { index.info($0) }).lazy
        .map { owned(["self"] + names, of: $0) }.first { !$0.isEmpty } ?? []
    case .protocol:
      for number in byName[names[0]] ?? [] {
        guard let owner = sites[number].owner,
          index.bases(of: owner).contains(where: { $0 === type })
        else { continue }
        found += owned(["self"] + names, of: owner).filter { $0.site == number }
      }
    default: break
    }
    return found.map { Found(site: $0.site, path: $0.path, isReferred: true) }
  }

  /// What may be the state of an object of which nothing is known, by its name and by the case that
  /// it is given.
  private func guessed(
    _ target: Chain, _ value: Expression?, _ standing: Standing, _ types: StaticTypes,
    _ file: SourceFile
  ) -> [Found]? {
    guard let link = target.links.first(where: { byName[$0.names[0]] != nil }),
      link.names.count == 1, let made = value?.madeCase,
      // A copy that may be changed is a value.
      !standing.declares(link.base)
    else { return nil }
    let object = types.type(of: link.base)
    let found = (byName[link.names[0]] ?? []).filter { number in
      let site = sites[number]
      guard site.member == nil, !site.isBoxed, let owner = site.owner, !isOther(object, owner)
      else { return false }
      return site.state.enumCase(made) != nil && file.words.contains(Word(owner.name))
    }
    return found.isEmpty ? nil : found.map { Found(site: $0, path: "", isReferred: true) }
  }

  /// Whether an object is known to be no machine of a type.
  private func isOther(_ object: StaticTypes.Found?, _ owner: TypeInfo) -> Bool {
    guard let object, !object.isType else { return object != nil }
    guard let info = index.info(object.key) else { return false }
    return !index.isPart(info, of: owner) && !index.isPart(owner, of: info)
  }
}

extension SourceIndex {
  /// Whether values of a type are values of another one too.
  func isPart(_ part: TypeInfo, of whole: TypeInfo) -> Bool {
    part === whole || part.ancestors.contains(whole.key)
      || bases(of: part).contains { $0 === whole }
  }
}

// MARK: - What code has itself

extension StatePlaces {
  /// The state that is the code's own, by the names that lead to it.
  private func own(_ names: [String], of type: TypeInfo?, _ target: Chain?) -> [Found] {
    guard let type, target?.isOwn ?? true else { return [] }
    let whole = target.map { [$0.rootName ?? "self"] + names } ?? names
    return owned(whole, of: type) + self.whole(whole, of: type)
  }

  /// A property of the type that has the handlers, or all of its value.
  private func owned(_ names: [String], of type: TypeInfo) -> [Found] {
    (byOwner[type.key] ?? []).compactMap { number in
      switch sites[number].holder {
      case .property(let name), .subject(let name):
        if names == ["self"], type.kind == .struct { return Found(site: number, path: "") }
        let rest = unwrapped(names[0] == "self" ? names.dropFirst() : names[...], of: type)
        return path(rest, of: name, number).map { Found(site: number, path: $0) }
      case .selfValue: return names == ["self"] ? Found(site: number, path: "") : nil
      case .parameter: return nil
      }
    }
  }

  /// What of a state some names tell that begin with the holder's property.
  private func path(_ names: ArraySlice<String>, of property: String, _ number: Int) -> String? {
    let site = sites[number]
    guard let first = names.first, first == property || site.synonyms.contains(first) else {
      return nil
    }
    let inner = site.member.map { [$0.name] } ?? []
    // The struct that keeps the state is made anew.
    if names.count == 1, !inner.isEmpty { return "" }
    if site.isSubject, !inner.isEmpty {
      let isWhole = names.dropFirst(2).isEmpty || names.dropFirst(2).elementsEqual(inner)
      return isWhole ? Self.path(names.dropFirst().prefix(1)) : nil
    }
    guard names.dropFirst().starts(with: inner) else { return nil }
    return Self.path(names.dropFirst(1 + inner.count))
  }

  /// `mode` of `_mode.wrappedValue` and of `_mode`.
  private func unwrapped(_ names: ArraySlice<String>, of type: TypeInfo) -> ArraySlice<String> {
    guard let own = names.first.flatMap(type.wrapped) else { return names }
    let rest = names.dropFirst()
    return [own] + (rest.first == "wrappedValue" ? rest.dropFirst() : rest)
  }

  /// The state itself, in its own methods.
  private func whole(_ names: [String], of type: TypeInfo) -> [Found] {
    (byState[type.key] ?? []).compactMap { number in
      guard sites[number].holder != .selfValue, sites[number].style != .actor else { return nil }
      if names == ["self"] { return Found(site: number, path: "") }
      let rest = names[0] == "self" ? names.dropFirst() : names[...]
      guard let first = rest.first, type.property(first) != nil else { return nil }
      return Found(site: number, path: Self.path(rest))
    }
  }

  private static func path(_ names: ArraySlice<String>) -> String {
    names.reduce(into: "") { text, name in
      text += name.hasPrefix("[") || text.isEmpty ? name : ".\(name)"
    }
  }
}

extension Site {
  fileprivate var isSubject: Bool { if case .subject = holder { true } else { false } }
}

extension Call {
  /// Whether it calls something by its name alone, or on `self`.
  fileprivate var isOwn: Bool {
    switch callee {
    case .name: true
    case .member(let base, _): if case .selfValue = base.form { true } else { false }
    default: false
    }
  }
}

extension StaticTypes {
  /// The type of what a function hands to a closure of its caller, to be changed.
  fileprivate func lent(by function: Function) -> String? {
    var inner = StaticTypes(program)
    inner.enter(function)
    var found: String?
    function.body?.visit { node in
      guard case .call(let call) = node.form, case .variable(let closure) = call.callee,
        function.parameters.contains(where: { $0.variable == closure }),
        case .lend(let place)? = call.arguments.first?.value.form
      else { return }
      found = found ?? inner.type(of: place)?.key
    }
    return found
  }
}
