import OrreryLowering

extension Site {
  /// Which functions of the owner come to the state, where they keep it in a property.
  package func reach(in index: SourceIndex) -> Reach? {
    guard let owner, let access = access(in: index) else { return nil }
    return Reach(of: owner, to: access, in: index, takesProtocols: true)
  }
}
