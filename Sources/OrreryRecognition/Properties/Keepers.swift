import OrreryLowering

/// The properties that keep an enum, by the enum's key.
final class Keepers {
  private let index: SourceIndex
  private lazy var sites = find()

  init(_ index: SourceIndex) { self.index = index }

  func prepare() { _ = sites }

  func sites(of key: String) -> [Site] { sites[key] ?? [] }

  private func find() -> [String: [Site]] {
    let style = MutatingStyle(index: index)
    var result: [String: [Site]] = [:]
    for info in index.infos {
      for stored in info.stored where !stored.property.isStatic {
        guard let kept = style.kept(in: stored.property, of: info) else { continue }
        let site = Site(keeping: kept, in: stored.property.name, of: info)
        result[kept.state.key, default: []].append(site)
      }
    }
    return result
  }
}

extension Site {
  /// The same, where the property is a subject or a box.
  fileprivate init(keeping kept: MutatingStyle.Kept, in property: String, of info: TypeInfo) {
    self.init(keeping: kept.state, in: property, of: info)
    if kept.form == .subject { holder = .subject(property) }
    isBoxed = kept.form == .box
  }
}
