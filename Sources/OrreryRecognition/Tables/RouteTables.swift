import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// Objects that keep a machine of a library which is told its transitions one by one.
struct RouteTables {
  let index: SourceIndex

  static let machines: Set = ["StateMachine", "Machine"]

  /// A machine for each such property.
  func sites() -> [Site] {
    index.infos.filter { [.class, .struct, .actor].contains($0.kind) && !$0.file.isGenerated }
      .flatMap { info in info.stored.compactMap { site(of: $0, in: info) } }
  }

  /// Whether a property keeps such a machine, of which something is told.
  func reads(_ stored: StoredInfo, of info: TypeInfo) -> Bool { site(of: stored, in: info) != nil }

  private func site(of stored: StoredInfo, in info: TypeInfo) -> Site? {
    let property = stored.property
    guard let type = NamedType(of: property), Self.machines.contains(type.name),
      type.types.count == 2,
      index.type(named: type.name, in: info).map({ $0.kind == .extensionOnly }) ?? true,
      let state = index.type(type.types[0], in: info),
      state.kind == .enum, state.cases.count > 1
    else { return nil }
    let event = index.type(type.types[1], in: info)
    let reader = RouteReader(
      state: state, event: event.flatMap { $0.kind == .enum ? $0 : nil }, owner: info,
      index: index)
    let found = reader.read(property.name)
    guard !found.routes.rows.isEmpty || !found.handlers.isEmpty || !found.routes.untold.isEmpty
    else { return nil }
    var site = Site(.reducer, of: info, state: state, handlers: found.handlers)
    site.routes = found.routes
    site.keepers = [Site(keeping: state, in: property.name, of: info)]
    site.keepers[0].holder = .subject(property.name)
    return site
  }
}
