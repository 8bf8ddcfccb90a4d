/// Where a machine sits below the root: the properties that lead to its state.
package struct Route: Hashable, Sendable {
  package static let root = Route(keys: [])

  private struct Key: Hashable, Sendable {
    let path: any AnyKeyPath & Sendable

    static func == (lhs: Self, rhs: Self) -> Bool {
      (lhs.path as AnyKeyPath) == (rhs.path as AnyKeyPath)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
  }

  private var keys: [Key]

  func below(_ path: any AnyKeyPath & Sendable) -> Route {
    Route(keys: [Key(path: path)] + keys)
  }

  /// The route of the nearest machine that may be around this one; nothing above the root.
  var parent: Route? {
    keys.isEmpty ? nil : Route(keys: Array(keys.dropLast()))
  }

  /// How far the machine is from the root.
  var depth: Int { keys.count }
}
