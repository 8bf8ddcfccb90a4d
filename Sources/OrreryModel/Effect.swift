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
  /// Sends the machine itself another event, which it answers once this one has been.
  case raise(String)

  /// The names of the effects in the tree, in order; a cancellation is `cancel(id)`, and another event
  /// `raise name`.
  public var names: [String] { leaves.map(\.description) }

  /// The effects of the tree that are not made of others, in order.
  public var leaves: [Effect] {
    switch self {
    case .run, .cancel, .raise: [self]
    case .merge(let effects), .concatenate(let effects): effects.flatMap(\.leaves)
    }
  }

  /// The events of the machine itself that it raises, in order.
  public var raised: [String] {
    leaves.compactMap { if case .raise(let event) = $0 { event } else { nil } }
  }

  /// The effects one after the other, or nothing where there are none; a sequence among them is no tree
  /// of its own.
  public static func sequence(_ effects: [Effect]) -> Effect? {
    let flat = effects.flatMap { effect -> [Effect] in
      if case .concatenate(let inner) = effect { inner } else { [effect] }
    }
    return flat.count > 1 ? .concatenate(flat) : flat.first
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
    case .raise(let event): "raise \(event)"
    }
  }
}
