/// Effects of one machine combined into a tree.
public indirect enum ComposableEffect<Effect> {
  case just(Effect)
  /// Effects that run at the same time.
  case merge([ComposableEffect])
  /// Effects of which each waits for the one before it to finish.
  case concat([ComposableEffect])

  /// Effects that run at the same time.
  public static func merge(_ effects: ComposableEffect...) -> Self { .merge(effects) }

  /// Effects of which each waits for the one before it to finish.
  public static func concat(_ effects: ComposableEffect...) -> Self { .concat(effects) }

  /// The effects of the tree in the order in which they are written.
  public var effects: [Effect] {
    switch self {
    case .just(let effect): [effect]
    case .merge(let effects), .concat(let effects): effects.flatMap(\.effects)
    }
  }
}

extension ComposableEffect: Sendable where Effect: Sendable {}
extension ComposableEffect: Equatable where Effect: Equatable {}
extension ComposableEffect: Hashable where Effect: Hashable {}

/// A tree of effects that is written with the names of the effects themselves:
/// `.concat(.log, .fetch(1))`.
///
/// `@ComposableEffect` makes one for an enum of effects, called `Composed`.
public protocol ComposedEffect<Leaf>: Sendable {
  associatedtype Leaf: Sendable

  var tree: ComposableEffect<Leaf> { get }
  init(tree: ComposableEffect<Leaf>)
}

extension ComposedEffect {
  /// One effect.
  public static func just(_ effect: Leaf) -> Self { Self(tree: .just(effect)) }

  /// Effects that run at the same time; none is nothing to do.
  public static func merge(_ effects: Self...) -> Self {
    Self(tree: .merge(effects.map(\.tree)))
  }

  /// Effects of which each waits for the one before it to finish; none is nothing to do.
  public static func concat(_ effects: Self...) -> Self {
    Self(tree: .concat(effects.map(\.tree)))
  }
}
