/// Where a parent's action holds a child's.
struct ActionPath<Parent: Sendable, Child: Sendable>: Sendable {
  let extract: @Sendable (Parent) -> Child?
  /// The parent's action around a child's, like the one that the child was started with.
  let embed: @Sendable (Child, _ like: Parent) -> Parent

  init(
    _ path: any KeyPath<Parent, Child?> & Sendable, embed: @escaping @Sendable (Child) -> Parent
  ) {
    extract = { $0[keyPath: path] }
    self.embed = { child, _ in embed(child) }
  }

  /// A path whose setter wraps the child's action.
  init(_ path: any WritableKeyPath<Parent, Child?> & Sendable) {
    extract = { $0[keyPath: path] }
    embed = { child, like in
      var parent = like
      parent[keyPath: path] = child
      return parent
    }
  }
}
