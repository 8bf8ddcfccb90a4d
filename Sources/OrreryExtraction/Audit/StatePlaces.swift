import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Where the states of machines are kept, so that an assignment can be told for theirs.
struct StatePlaces {
  let sites: [Site]
  let index: SourceIndex
  /// Machines by the type whose property, or whose self, is the state.
  private(set) var byOwner: [String: [Int]] = [:]
  private var byState: [String: [Int]] = [:]
  /// Machines by the body that is handed the state, with the name that it has there.
  private var byBody: [SyntaxIdentifier: (site: Int, name: String)] = [:]
  /// The machines that are objects, by what they call their state.
  private(set) var byName: [String: [Int]] = [:]
  /// The methods of each type that are parts of its initializers.
  private var setUps: [String: Set<String>] = [:]
  /// Machines by the files in which such places can be: those that their own code stands in.
  private(set) var files: [String: Set<Int>] = [:]

  init(sites: [Site], index: SourceIndex) {
    (self.sites, self.index) = (sites, index)
    let neighbours = Neighbours(index)
    for (number, site) in sites.enumerated() {
      byState[site.state.key, default: []].append(number)
      if let owner = site.owner, site.holder != .parameter {
        for key in [owner.key] + owner.ancestors { byOwner[key, default: []].append(number) }
        for name in site.placeNames { byName[name, default: []].append(number) }
        if setUps[owner.key] == nil {
          setUps[owner.key] = MutatingStyle.setUps(of: owner, in: index)
            .subtracting(neighbours.calls(ofPrivateMethodsOf: owner))
        }
      }
      for handler in site.handlers.flatMap({ [$0] + $0.next }) {
        let name = handler.parameters.first { $0.role == .state(isInOut: true) }?.name
        if let name { byBody[handler.body.id] = (number, name) }
        files[handler.file.path, default: []].insert(number)
      }
      for reaction in site.reactions {
        byBody[reaction.closure.statements.id] = (number, reaction.stateName)
        files[reaction.location.file, default: []].insert(number)
      }
      for file in Self.files(referringTo: site, in: index) {
        files[file.path, default: []].insert(number)
      }
      for info in [site.owner, site.state].compactMap({ $0 }) {
        let own =
          [info.file.path] + info.functions.map(\.file.path) + info.computed.map(\.file.path)
        for path in own { files[path, default: []].insert(number) }
      }
    }
  }

  /// The machines whose state an assignment to a place changes, with the property of the state.
  ///
  /// - Parameter isLater: Whether it is made once the function around it has ended.
  func written(
    _ target: ExprSyntax, by op: String, at node: Syntax, in file: SourceFile
  ) -> [(site: Int, path: String, isReferred: Bool)] {
    let context = WriteContext(node)
    let type = type(around: context, in: file)
    var names = WriteScanner.components(target)
    if names.flatMap({ handed($0, type, context, file) }) == nil {
      switch keeper(of: target, type, file) {
      case .own(let own)?: names = own
      case .other(let found)?:
        return writes(found, by: op, context, file).map { ($0.site, $0.path, true) }
      case nil:
        let isLent =
          names.flatMap { lent($0, type, node) ?? lentByOther($0, type, node, file) } != nil
        if !isLent, let found = unknown(target, type, context, node, file) {
          return writes(found, by: op, context, file).map { ($0.site, $0.path, true) }
        }
      }
    }
    return names.map { written($0, by: op, at: node, in: file) } ?? []
  }

  /// The same for what the code around the place names as its own.
  func written(
    _ names: [String], by op: String, at node: Syntax, in file: SourceFile, isLater: Bool = false
  ) -> [(site: Int, path: String, isReferred: Bool)] {
    let context = WriteContext(node)
    let type = type(around: context, in: file)
    guard isLater || !context.isInitializer, !isSetUp(context, type, isLater: isLater) else {
      return []
    }
    return writes(own(names, type, context, node, file), by: op, context, file)
      .map { ($0.site, $0.path, false) }
  }

  private func type(around context: WriteContext, in file: SourceFile) -> TypeInfo? {
    index.info(
      index.resolve(
        name: context.types.joined(separator: "."), in: nil, module: file.module, file: file))
  }

  /// Those of some places that an operation writes, and that can be in the file.
  private func writes(
    _ places: [(site: Int, path: String)], by op: String, _ context: WriteContext,
    _ file: SourceFile
  ) -> [(site: Int, path: String)] {
    let here = files[file.path] ?? []
    return places.filter { place in
      // The setter of a property that stands for the state's is no write of its own.
      here.contains(place.site) && isWrite(place, by: op)
        && !sites[place.site].synonyms.contains(context.accessorName ?? "")
    }
  }

  /// Whether a place is a part of the initializers of a type.
  private func isSetUp(_ context: WriteContext, _ type: TypeInfo?, isLater: Bool) -> Bool {
    guard let type, let name = context.functionName, !context.isInClosure, !isLater else {
      return false
    }
    return setUps[type.key]?.contains(name) == true
  }

  /// The state that code is handed or lent, or that is its own.
  private func own(
    _ names: [String], _ type: TypeInfo?, _ context: WriteContext, _ node: Syntax,
    _ file: SourceFile
  ) -> [(site: Int, path: String)] {
    if let places = handed(names, type, context, file)
      ?? (lent(names, type, node) ?? lentByOther(names, type, node, file)).map({ [$0] })
    {
      return places
    }
    guard let type, let name = names.first(where: { $0 != "self" }) ?? names.first,
      names[0] == "self" || !context.declares(name)
    else { return [] }
    return owned(names, of: type) + whole(names, of: type)
  }

  /// What a closure calls the state that a box lends it.
  private func lent(
    _ names: [String], _ type: TypeInfo?, _ node: Syntax
  ) -> (site: Int, path: String)? {
    var current = node.parent
    while let type, let parent = current, !parent.is(MemberBlockSyntax.self) {
      current = parent.parent
      guard let closure = parent.as(ClosureExprSyntax.self),
        names[0] == closure.parameterNames.first ?? "$0"
      else { continue }
      // What another property lends is its own.
      let isOwn = closure.lender.map { type.property($0) == nil } ?? true
      if isOwn, let call = closure.lendingMethod, let number = lending(call, of: type) {
        return (number, Self.path(inside(number, names.dropFirst())))
      }
      guard let lender = closure.lender else { continue }
      return owned([lender], of: type).first { sites[$0.site].isBoxed }.flatMap { place in
        owned([lender] + inside(place.site, names.dropFirst()), of: type).first {
          $0.site == place.site
        }
      }
    }
    return nil
  }

  /// The members of what is lent, without the one that is the state itself.
  private func inside(_ number: Int, _ names: ArraySlice<String>) -> ArraySlice<String> {
    let site = sites[number]
    guard site.lender != nil, names.first == StateAccess.lentContent,
      site.state.property(StateAccess.lentContent) == nil
    else { return names }
    return names.dropFirst()
  }

  /// The machine that lends its state by a method of that name.
  private func lending(_ method: String, of type: TypeInfo) -> Int? {
    byOwner[type.key]?.first { sites[$0].lender == method }
  }

  /// An enum has no properties to change, and a library's mutating methods change only those.
  private func isWrite(_ place: (site: Int, path: String), by op: String) -> Bool {
    let isEnum = sites[place.site].state.kind == .enum
    let isSubject = if case .subject = sites[place.site].holder { true } else { false }
    if WriteScanner.publishers.contains(op) { return isSubject }
    if isSubject { return place.path == "value" }
    return isEnum
      ? place.path.isEmpty && !WriteScanner.mutators.contains(op)
      : !place.path.isEmpty
        || op == "="
  }

  /// A parameter that is the state; nothing where it is no such parameter.
  private func handed(
    _ names: [String], _ type: TypeInfo?, _ context: WriteContext, _ file: SourceFile
  ) -> [(site: Int, path: String)]? {
    let path = Self.path(names.dropFirst())
    for body in context.bodies {
      guard let place = byBody[body] else { continue }
      return place.name == names[0] ? [(place.site, path)] : nil
    }
    guard let written = context.inOutType(of: names[0]),
      let key = index.resolve(written, in: type, module: file.module),
      let found = byState[key]?.filter({ sites[$0].holder == .parameter }), !found.isEmpty
    else { return nil }
    return found.map { ($0, path) }
  }

  /// A property of the type that has the handlers, or all of its value.
  func owned(_ names: [String], of type: TypeInfo) -> [(site: Int, path: String)] {
    (byOwner[type.key] ?? []).compactMap { number in
      switch sites[number].holder {
      case .property(let name), .subject(let name):
        if names == ["self"], type.kind == .struct { return (number, "") }
        let rest = unwrapped(names[0] == "self" ? names.dropFirst() : names[...], of: type)
        let site = sites[number]
        guard let first = rest.first, first == name || site.synonyms.contains(first) else {
          return nil
        }
        let inner = site.member.map { [$0.name] } ?? []
        // The struct that keeps the state is made anew.
        if rest.count == 1, !inner.isEmpty { return (number, "") }
        if case .subject = site.holder, !inner.isEmpty {
          let isWhole = rest.dropFirst(2).isEmpty
          return isWhole || rest.dropFirst(2).elementsEqual(inner)
            ? (number, Self.path(rest.dropFirst().prefix(1))) : nil
        }
        guard rest.dropFirst().starts(with: inner) else { return nil }
        return (number, Self.path(rest.dropFirst(1 + inner.count)))
      case .selfValue: return names == ["self"] ? (number, "") : nil
      case .parameter: return nil
      }
    }
  }

  /// `mode` of `_mode.wrappedValue` and of `_mode`.
  private func unwrapped(_ names: ArraySlice<String>, of type: TypeInfo) -> ArraySlice<String> {
    guard let own = names.first.flatMap(type.wrapped) else { return names }
    let rest = names.dropFirst()
    return [own] + (rest.first == "wrappedValue" ? rest.dropFirst() : rest)
  }

  /// The state itself, in its own methods.
  private func whole(_ names: [String], of type: TypeInfo) -> [(site: Int, path: String)] {
    (byState[type.key] ?? []).compactMap { number in
      guard sites[number].holder != .selfValue, sites[number].style != .actor else { return nil }
      if names == ["self"] { return (number, "") }
      let rest = names[0] == "self" ? names.dropFirst() : names[...]
      guard let first = rest.first, type.property(first) != nil else { return nil }
      return (number, Self.path(rest))
    }
  }

  static func path(_ names: ArraySlice<String>) -> String {
    names.reduce(into: "") { text, name in
      text += name.hasPrefix("[") || text.isEmpty ? name : ".\(name)"
    }
  }
}
