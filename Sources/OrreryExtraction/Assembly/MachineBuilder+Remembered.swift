import OrreryModel
import OrrerySyntax
import SwiftSyntax

// Properties that keep former states.
extension MachineBuilder {
  /// The properties that keep former states, of which all that is assigned to them is told by walks.
  static func remembered(by site: Site, _ index: SourceIndex) -> [String] {
    guard site.state.kind == .enum, let owner = site.owner, site.member == nil, !site.isBoxed,
      case .property(let state) = site.holder
    else { return [] }
    let style = MutatingStyle(index: index)
    return owner.stored.map(\.property).filter { property in
      !property.isStatic && !property.isLet && property.name != state
        && property.isSetInsideAlone && style.kept(in: property, of: owner)?.state === site.state
        && isTold(property.name, site, owner)
    }.map(\.name)
  }

  /// Whether walks come to all that assigns a property, and none of that waits or is left for later.
  private static func isTold(_ name: String, _ site: Site, _ owner: TypeInfo) -> Bool {
    let functions = owner.functions.filter { !$0.isStatic } + owner.accessors
    let events = Set(site.handlers.compactMap { $0.function?.node.id })
    let mentions = functions.map { MentionCounter.count(name, in: $0.node) }
    let writing = functions.indices.filter { mentions[$0].writes > 0 }
    let names = Set(writing.map { functions[$0].name })
    let callers = functions.indices.filter { !mentions[$0].calls.isDisjoint(with: names) }
    return !writing.isEmpty
      && writing.allSatisfy { index in
        let function = functions[index]
        return !function.isAccessor && (events.contains(function.node.id) || function.isPrivate)
          && !MutatingStyle.laterClosures(in: function.node).contains {
            MentionCounter.count(name, in: $0).writes > 0
          }
      }
      && (writing + callers).allSatisfy { !functions[$0].node.waits }
  }

  /// What a property that keeps former states starts with.
  func start(ofRemembered name: String) -> String? {
    guard let owner = site.owner, let property = owner.property(name)?.property else { return nil }
    let value = MutatingStyle(index: index).start(
      of: name, in: owner, declared: property.initializer)
    guard let value else {
      let isEmpty =
        property.initializer == nil && property.type?.is(OptionalTypeSyntax.self) == true
      return isEmpty ? Site.absent : nil
    }
    return value.is(NilLiteralExprSyntax.self)
      ? Site.absent : CaseNames.made(by: value, of: site.state)
  }
}

extension StoredProperty {
  /// Whether only code of the type, or of its file, may assign it.
  fileprivate var isSetInsideAlone: Bool {
    declaration.modifiers.contains {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
  }
}

extension SyntaxProtocol {
  fileprivate var waits: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.await) }
  }
}
