/// What takes a value out of a case, and puts it in.
public struct AnyCasePath<Root, Value> {
  private let _embed: (Value) -> Root
  private let _extract: (Root) -> Value?

  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    (_embed, _extract) = (embed, extract)
  }

  public func embed(_ value: Value) -> Root { _embed(value) }

  public func extract(from root: Root) -> Value? { _extract(root) }
}

public protocol CasePathable {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
}

/// The real one is a path between `Case`s, and is written the same: `\.cart`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>
