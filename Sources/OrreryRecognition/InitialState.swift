import OrreryLowering

// What a state starts as is found by executing the initializers that others may call.
extension Site {
  /// What makes the object that keeps the state: its initializers, or else its declarations alone.
  ///
  /// Those that only the type itself calls do not count beside others.
  package var makers: [Handler] {
    guard let owner, holder != .parameter else { return [] }
    let open = owner.initializers.filter { !$0.isPrivate }
    let all = (open.isEmpty ? owner.initializers : open).filter { $0.body != nil }
    return all.isEmpty ? [Handler(making: owner)] : all.map { Handler(initializer: $0, of: owner) }
  }
}

extension Handler {
  init(initializer function: FunctionInfo, of owner: TypeInfo) {
    self.init(making: owner)
    (body, self.function, file) = (function.body?.statements ?? [], function, function.file)
    location = file.location(of: function.node)
    parameters = function.parameters.map { ($0.ownName, .other) }
  }

  /// What makes an object of a type without an initializer of its own.
  fileprivate init(making owner: TypeInfo) {
    self.init(
      body: [], parameters: [], events: .method("init"), origin: .input, result: .nothing,
      file: owner.file, owner: owner, location: owner.file.location(of: owner.node))
    isInitializer = true
  }
}

/// The properties that keep an enum, by the enum's key.
final class Keepers {
  private let find: () -> [String: [Site]]
  private lazy var sites = find()

  init(_ find: @escaping () -> [String: [Site]]) { self.find = find }

  func prepare() { _ = sites }

  func sites(of key: String) -> [Site] { sites[key] ?? [] }
}

extension MutatingStyle {
  static func keepers(in index: SourceIndex) -> Keepers {
    Keepers {
      let style = MutatingStyle(index: index)
      var result: [String: [Site]] = [:]
      for info in index.keys.compactMap({ index.info($0) }) {
        for stored in info.stored where !stored.property.isStatic {
          guard let kept = style.kept(in: stored.property, of: info) else { continue }
          let site = Site(keeping: kept, in: stored.property.name, of: info)
          result[kept.state.key, default: []].append(site)
        }
      }
      return result
    }
  }
}

extension Site {
  /// No machine itself, but a property that keeps the state of one.
  fileprivate init(keeping kept: MutatingStyle.Kept, in property: String, of info: TypeInfo) {
    self.init(keeping: kept.state, in: property, of: info)
    if kept.form == .subject { holder = .subject(property) }
    isBoxed = kept.form == .box
  }

  init(keeping state: TypeInfo, in property: String, of info: TypeInfo) {
    self.init(
      style: .mutating, module: info.module, path: info.path, node: info.node, file: info.file,
      owner: info, state: state, holder: .property(property), handlers: [])
  }
}
