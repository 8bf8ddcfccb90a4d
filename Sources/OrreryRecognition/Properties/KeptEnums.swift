import OrreryLowering

extension Site {
  /// The enums in a struct state, wherever they are declared: what is asked of their cases, and which
  /// case follows, is told by their own getters and methods.
  package func keptEnums(in index: SourceIndex) -> Set<String> {
    guard state.kind != .enum else { return [] }
    let style = MutatingStyle(index: index)
    let keys = state.stored.compactMap { stored in
      index.resolve(stored.property.type, in: state)
        ?? style.owner(ofCase: stored.property.initializer, in: state)
    }
    return Set(keys.filter { index.info($0)?.kind == .enum })
  }
}
