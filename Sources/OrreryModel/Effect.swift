/// What a transition asks the outside world to do, as a tree.
public indirect enum Effect: Hashable, Sendable {
  /// One effect, as written: `.fetch`, `api.login`.
  case run(String)
  /// Effects that run at the same time.
  case merge([Effect])
  /// Effects of which each waits for the one before it.
  case concatenate([Effect])
  /// Stops the running effects of that id.
  case cancel(String)

  /// The names of the effects in the tree, in order; a cancellation is `cancel(id)`.
  public var names: [String] {
    switch self {
    case .run(let name): [name]
    case .merge(let effects), .concatenate(let effects): effects.flatMap(\.names)
    case .cancel(let id): ["cancel(\(id))"]
    }
  }

  /// The effects one after the other, or nothing where there are none.
  public static func sequence(_ effects: [Effect]) -> Effect? {
    effects.count > 1 ? .concatenate(effects) : effects.first
  }
}

extension Effect: CustomStringConvertible {
  /// The tree on one line: `concat(merge(.log, .log), .fetch)`.
  public var description: String {
    switch self {
    case .run(let name): name
    case .merge(let effects): "merge(\(effects.map(\.description).joined(separator: ", ")))"
    case .concatenate(let effects):
      "concat(\(effects.map(\.description).joined(separator: ", ")))"
    case .cancel(let id): "cancel(\(id))"
    }
  }
}
