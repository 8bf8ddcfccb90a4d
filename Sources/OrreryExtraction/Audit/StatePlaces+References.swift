import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Writes to the state of a machine that is another object: `server.status = .connected`.
extension StatePlaces {
  /// A property of another object that keeps such a state; nothing where it is not known what the object
  /// is, which a function is handed or the type around it keeps.
  func others(
    _ names: [String], _ type: TypeInfo?, _ context: WriteContext, _ file: SourceFile
  ) -> [(site: Int, path: String)]? {
    let rest = names[0] == "self" ? names.dropFirst() : names[...]
    guard rest.count > 1, let base = rest.first,
      let owner = object(base, names, type, context, file)
    else { return nil }
    guard [.class, .actor].contains(owner.kind), byOwner[owner.key] != nil else { return nil }
    return owned(["self"] + rest.dropFirst(), of: owner)
  }

  private func object(
    _ base: String, _ names: [String], _ type: TypeInfo?, _ context: WriteContext,
    _ file: SourceFile
  ) -> TypeInfo? {
    if names[0] != "self", let written = context.parameterType(of: base) {
      return index.info(index.resolve(written, in: type, module: file.module))
    }
    guard names[0] == "self" || !context.declares(base), let type,
      let property = type.property(base)?.property
    else { return nil }
    return index.info(index.type(of: property, in: type))
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
        let places = WriteScanner.components(box),
        let found = others(places, type, WriteContext(parent), file),
        let place = found.first(where: { sites[$0.site].isBoxed })
      else { continue }
      return (place.site, Self.path(names.dropFirst()))
    }
    return nil
  }

  /// What may be such a property of an object of which nothing is known, by its name and by the case
  /// that it is given.
  func unknown(
    _ names: [String], _ type: TypeInfo?, _ context: WriteContext, _ node: Syntax
  ) -> [(site: Int, path: String)]? {
    guard names.count == 2, names[0] != "self", context.parameterType(of: names[0]) == nil,
      type?.property(names[0]) == nil || context.declares(names[0]),
      // A copy that may be changed is a value.
      !context.declares(names[0], .var), !isOther(context.maker(of: names[0]), type, context),
      let made = node.as(SequenceExprSyntax.self)?.assignedCase
    else { return nil }
    let found = sites.indices.filter { number in
      let site = sites[number]
      return site.holder == .property(names[1]) && site.member == nil && !site.isBoxed
        && [.class, .actor].contains(site.owner?.kind) && site.state.enumCase(made) != nil
    }
    return found.isEmpty ? nil : found.map { ($0, "") }
  }
}

extension StatePlaces {
  /// Whether a type that an object is made of is no machine's.
  private func isOther(_ name: String?, _ type: TypeInfo?, _ context: WriteContext) -> Bool {
    guard let name, let type,
      let made = index.info(index.resolve(name: name, in: type, module: type.module))
    else { return false }
    return byOwner[made.key] == nil
  }

  /// The files that others change the state of a machine in, as far as names tell.
  static func files(referringTo site: Site, in index: SourceIndex) -> [SourceFile] {
    guard case .property(let name) = site.holder, site.member == nil, !site.isBoxed,
      let owner = site.owner, [.class, .actor].contains(owner.kind),
      owner.property(name)?.property.isSetInside == false
    else { return [] }
    let (property, type) = (Word(name), Word(owner.name))
    return index.files.filter {
      $0.words.members.contains(property) && $0.words.contains(type) && $0.isNamed(in: owner.file)
    }
  }
}

extension StoredProperty {
  /// Whether only code in the file that declares it may change the property.
  fileprivate var isSetInside: Bool {
    isLet
      || declaration.modifiers.contains {
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
