import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Writes to the state of a machine that is another object: `server.status = .connected`.
extension StatePlaces {
  /// Whose state a place is in.
  enum Keeper {
    /// That of the object around it, which calls it by these names.
    case own([String])
    case other([(site: Int, path: String)])
  }

  /// The object whose state a place is in, as far as declarations tell.
  func keeper(of target: ExprSyntax, _ type: TypeInfo?, _ file: SourceFile) -> Keeper? {
    let types = ObjectTypes(index: index, file: file, type: type)
    for link in links(of: target) {
      guard let object = types.object(link.base) else { continue }
      if object.isSelf { return .own(["self"] + link.names) }
      let found = object.isType ? [] : owned(link.names, byOneOf: object.info)
      if !found.isEmpty { return .other(found) }
    }
    return nil
  }

  /// The members in an expression that are named as the state of some machine is, the outermost
  /// first, with what follows.
  private func links(of target: ExprSyntax) -> [(base: ExprSyntax, names: [String])] {
    var (found, names): ([(base: ExprSyntax, names: [String])], [String]) = ([], [])
    var node: ExprSyntax? = target
    while let current = node {
      node = current.whole
      if let member = current.as(MemberAccessExprSyntax.self) {
        names.insert(Naming.identifier(member.declName.baseName.text), at: 0)
        if let base = member.base, byName[names[0]] != nil { found.append((base, names)) }
      } else if let element = current.as(SubscriptCallExprSyntax.self),
        let fields = element.keyPathFields
      {
        names = fields + names
        if byName[fields[0]] != nil { found.append((element.calledExpression, names)) }
      } else if let element = current.as(SubscriptCallExprSyntax.self) {
        names.insert("[\(element.arguments.map(\.folded).joined(separator: " "))]", at: 0)
      }
    }
    return found
  }

  /// What a machine that is of a type, or conforms to it, calls so.
  private func owned(_ names: [String], byOneOf type: TypeInfo?) -> [(site: Int, path: String)] {
    switch type?.kind {
    case .class, .actor:
      type.flatMap { type in
        ([type] + type.ancestors.compactMap { index.info($0) }).lazy.map {
          owned(["self"] + names, of: $0)
        }
        .first { !$0.isEmpty }
      } ?? []
    case .protocol:
      (byName[names[0]] ?? []).filter { number in
        sites[number].owner.map { owner in index.bases(of: owner).contains { $0 === type } }
          ?? false
      }.flatMap { number in
        sites[number].owner.map { owned(["self"] + names, of: $0) }?.filter { $0.site == number }
          ?? []
      }
    default: []
    }
  }

  /// What a closure calls the state that the box of another object lends it:
  /// `machine.state.withLock { $0 = .open }`.
  func lentByOther(
    _ names: [String], _ type: TypeInfo?, _ node: Syntax, _ file: SourceFile
  ) -> (site: Int, path: String)? {
    var current = node.parent
    while let parent = current, !parent.is(MemberBlockSyntax.self) {
      current = parent.parent
      guard let closure = parent.as(ClosureExprSyntax.self),
        names[0] == closure.parameterNames.first ?? "$0", let box = closure.lendingBase,
        case .other(let found)? = keeper(of: box, type, file),
        let place = found.first(where: { sites[$0.site].isBoxed })
      else { continue }
      return (place.site, Self.path(names.dropFirst()))
    }
    return nil
  }

  /// What may be the state of an object of which nothing is known, by its name and by the case that
  /// it is given.
  func unknown(
    _ target: ExprSyntax, _ type: TypeInfo?, _ context: WriteContext, _ node: Syntax,
    _ file: SourceFile
  ) -> [(site: Int, path: String)]? {
    guard let link = links(of: target).first, link.names.count == 1,
      // A copy that may be changed is a value.
      link.base.as(DeclReferenceExprSyntax.self).map({
        !context.declares(Naming.identifier($0.baseName.text), .var)
      }) ?? true,
      let made = node.as(SequenceExprSyntax.self)?.assignedCase
    else { return nil }
    let object = ObjectTypes(index: index, file: file, type: type).object(link.base)
    let found = (byName[link.names[0]] ?? []).filter { number in
      let site = sites[number]
      guard site.member == nil, !site.isBoxed, let owner = site.owner, !isOther(object, owner)
      else { return false }
      return site.state.enumCase(made) != nil && file.words.contains(Word(owner.name))
    }
    return found.isEmpty ? nil : found.map { ($0, "") }
  }

  /// Whether an object is known to be no machine of a type.
  private func isOther(_ object: ObjectTypes.Object?, _ owner: TypeInfo) -> Bool {
    guard let object, !object.isType else { return object != nil }
    guard let info = object.info else { return false }
    let isPart = { (part: TypeInfo, whole: TypeInfo) in
      part === whole || part.ancestors.contains(whole.key)
        || index.bases(of: part).contains { $0 === whole }
    }
    return !isPart(info, owner) && !isPart(owner, info)
  }
}

extension Site {
  /// What an object that is a machine calls its state.
  var placeNames: Set<String> {
    guard [.class, .actor].contains(owner?.kind), let name = holder.property else { return [] }
    return synonyms.union([name])
  }
}

extension StatePlaces {
  /// The files that others change the state of a machine in, as far as names tell.
  static func files(referringTo site: Site, in index: SourceIndex) -> [SourceFile] {
    guard let owner = site.owner, !site.placeNames.isEmpty, !site.isSetInside else { return [] }
    let (names, type) = (Set(site.placeNames.map { Word($0) }), Word(owner.name))
    let open = index.openNames(of: site)
    return index.files.filter { file in
      let isNamed =
        file.isNamed(in: owner.file) && file.words.contains(type)
        && !file.words.members.isDisjoint(with: names)
      // What tests make of a machine is no part of it.
      return isNamed
        || !file.words.changed.isDisjoint(with: open)
          && (!file.words.areTests || owner.file.words.areTests)
    }
  }
}

extension SourceIndex {
  /// The properties by which any file may change the state of a machine that is an object, as far as
  /// names tell.
  func openNames(of site: Site) -> Set<Word> {
    guard site.holder.property != nil, let owner = site.owner else { return [] }
    let files = [owner.file] + owner.computed.map(\.file) + owner.stored.map(\.file)
    return Set(
      site.placeNames.map { Word($0) }.filter { word in
        files.contains { !($0.words.variables[word] ?? []).isDisjoint(with: names.states) }
      })
  }
}

extension Site {
  /// Whether only code in the file that declares the state's property may change that.
  fileprivate var isSetInside: Bool {
    // What stands for it may be open.
    guard synonyms.isEmpty else { return false }
    guard case let name? = holder.property, let property = owner?.property(name)?.property else {
      return true
    }
    let isConstant = if case .property = holder { property.isLet && !isBoxed } else { false }
    return isConstant
      || property.declaration.modifiers.contains {
        [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
      }
  }
}

extension SequenceExprSyntax {
  /// The case that an assignment gives: `connected` of `server.status = .connected`.
  fileprivate var assignedCase: String? {
    let parts = Array(elements)
    guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
      CaseNames.isMade(parts[2])
    else { return nil }
    return CaseNames.named(by: parts[2]).first
  }
}

extension SubscriptCallExprSyntax {
  /// The properties of a key path that is all it is handed: `[keyPath: \.status]`.
  fileprivate var keyPathFields: [String]? {
    guard let argument = arguments.first, arguments.count == 1, argument.label?.text == "keyPath"
    else { return nil }
    return argument.expression.as(KeyPathExprSyntax.self)?.properties
  }
}
