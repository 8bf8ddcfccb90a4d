import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Objects that refer to a machine and change its state themselves, as a delegate does that is made for
/// it: `server.status = .connected`.
///
/// Views lend it to others: `.sheet(item: $model.shown)`.
struct Referrers {
  private let index: SourceIndex
  private let style: MutatingStyle
  /// The types that keep an object of a class, with the property, by the key of the class.
  private let keeping: [String: [(type: TypeInfo, property: String)]]

  init(of sites: [Site], style: MutatingStyle) {
    (index, self.style) = (style.index, style)
    let owners = sites.filter(\.isReferredTo).compactMap(\.owner)
    let names = Set(owners.map(\.name))
    let keys = Set(owners.map(\.key))
    guard !names.isEmpty else {
      keeping = [:]
      return
    }
    let index = style.index
    let found = index.infos.concurrentMap { type in
      type.stored.compactMap { stored -> (owner: String, type: TypeInfo, property: String)? in
        guard !stored.property.isStatic,
          let kept = Self.key(of: stored.property, names, type, index),
          keys.contains(kept), kept != type.key
        else { return nil }
        return (kept, type, stored.property.name)
      }
    }
    keeping = Dictionary(grouping: found.joined(), by: \.owner).mapValues {
      $0.map { ($0.type, $0.property) }
    }
  }

  /// The class of a property, where its name is one of some.
  private static func key(
    of property: StoredProperty, _ names: Set<String>, _ info: TypeInfo, _ index: SourceIndex
  ) -> String? {
    guard let type = property.type else {
      let made = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
      guard let name = made?.as(DeclReferenceExprSyntax.self)?.baseName.text, names.contains(name)
      else { return nil }
      return index.resolve(name: name, in: info)
    }
    guard let name = SourceIndex.parts(of: type)?.last, names.contains(name) else { return nil }
    return index.resolve(type, in: info)
  }

  /// A machine with what such objects do with it as further events.
  func adding(to site: Site) -> Site {
    guard site.isReferredTo, let owner = site.owner else { return site }
    var site = site
    // The end of another object is not that of the machine.
    var names = Set(site.handlers.compactMap(\.events.methodName)).union(["deinit"])
    for (type, property) in keeping[owner.key] ?? [] {
      for var handler in handlers(of: type, keeping: property, site) {
        if let name = handler.events.methodName, !names.insert(name).inserted {
          handler.events = .method("\(type.name).\(property).\(name)")
        }
        handler.reference = property
        site.handlers.append(handler)
      }
    }
    return site
  }

  /// The machines, with what such objects do.
  ///
  /// Of states that only these change, which a class keeps for them, those that they test, or of which
  /// they assign several cases: one that is set once is a setting.
  func machines(of sites: [Site]) -> [Site] {
    sites.compactMap { site in
      var site = adding(to: site)
      guard site.isOpen else { return site }
      site.handlers.removeAll(where: \.isDisplay)
      let found = (keeping[site.owner?.key ?? ""] ?? []).flatMap { type, property -> [Mentions] in
        guard let access = access(of: type, to: property, site) else { return [] }
        return type.functions.map { index.mentions(of: access, in: $0) }
      }
      let cases = Set(found.flatMap(\.assigned).filter { site.state.enumCase($0) != nil })
      let isTested = found.contains { $0.tests > 0 }
      return site.handlers.isEmpty || cases.isEmpty || cases.count == 1 && !isTested ? nil : site
    }
  }

  /// How the methods of an object come to the state by the property that refers to the machine.
  private func access(of type: TypeInfo, to property: String, _ site: Site) -> StateAccess? {
    guard type.isObject, var access = site.access(in: index),
      let owner = site.owner,
      let name = site.holder.property, type.file.isNamed(in: owner.file)
    else { return nil }
    (access.names, access.member, access.isReference) = ([property], name, true)
    access.noteElements(of: type, around: owner, in: index)
    return access
  }

  private func handlers(of type: TypeInfo, keeping property: String, _ site: Site) -> [Handler] {
    if type.kind == .struct, let name = site.holder.property {
      return style.displays(of: type, lending: name, of: property)
    }
    guard let access = access(of: type, to: property, site) else { return [] }
    let writing = type.functions.filter {
      !$0.isStatic && index.mentions(of: access, in: $0).writes > 0
    }
    guard !writing.isEmpty else { return [] }
    let reach = Reach(of: type, to: access, in: index)
    let changing = reach.functions.indices.filter { index in
      reach.comesToWrite[index]
        && reach.closure(of: [index], calling: []).allSatisfy {
          self.index.code(of: reach.functions[$0]).comesOnly(to: property)
        }
    }
    let seen = Set(changing.map { reach.functions[$0].node.id })
    let events = style.eventNames(of: type, access: access).filter { seen.contains($0.node.id) }
    return style.handlers(of: type, named: events, access)
  }
}

extension MutatingStyle {
  /// The properties of classes that are named like a state and that others may assign, as the class does
  /// not: machines, where others do.
  func openSites(beside others: [Site]) -> [Site] {
    let known = Set(others.compactMap { $0.owner?.key } + others.map(\.state.key))
    return index.infos.flatMap { info -> [Site] in
      guard info.kind == .class, !info.file.isGenerated, !known.contains(info.key) else {
        return []
      }
      return info.stored.compactMap { stored in
        let property = stored.property
        guard !property.isStatic, !property.isLet, !property.isPrivate,
          let kept = kept(in: property, of: info), kept.form == .plain,
          kept.state.kind == .enum, !known.contains(kept.state.key),
          Self.isNamedLikeState(property.name) || Self.isNamedLikeState(kept.state.name),
          case let access = access(to: property, kept, in: info),
          info.functions.allSatisfy({ index.mentions(of: access, in: $0).writes == 0 })
        else { return nil }
        var site = Site(keeping: kept.state, in: property.name, of: info)
        site.isOpen = true
        return site
      }.prefix(1).map { $0 }
    }
  }
}

extension Site {
  /// Whether objects may refer to the machine and change its state: that of a class, which it keeps in
  /// a property of its own.
  fileprivate var isReferredTo: Bool {
    owner?.kind == .class && state.kind == .enum && member == nil && lender == nil
      && !isShared && routes == nil && holder.property != nil
  }

  /// Whether the state's type or property, or what has it, is called a state, or by a word that means one.
  package var isNamedLikeState: Bool {
    [state.name, member?.name ?? holder.property ?? "", owner?.name ?? ""].contains {
      MutatingStyle.isNamedLikeState($0, MutatingStyle.stateWords)
    }
  }
}

extension SourceFile {
  /// Whether another file names what this one declares, so that it is read with that.
  package func isNamed(in other: SourceFile) -> Bool {
    self === other || !words.declared.isDisjoint(with: other.words.all)
  }
}
