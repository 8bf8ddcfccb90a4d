/// Where a machine sits below the root: the properties and elements that lead to its state.
package struct Route: Hashable, Sendable {
  package static let root = Route(keys: [])

  /// One step down: a property, or an element of a collection.
  struct Key: Hashable, Sendable {
    private let path: any AnyKeyPath & Sendable
    private let element: Identity?

    init(_ path: any AnyKeyPath & Sendable, element: Identity? = nil) {
      self.path = path
      self.element = element
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      (lhs.path as AnyKeyPath) == (rhs.path as AnyKeyPath) && lhs.element == rhs.element
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(path as AnyKeyPath)
      hasher.combine(element)
    }
  }

  private var keys: [Key]

  func below(_ key: Key) -> Route { Route(keys: [key] + keys) }

  /// The route of the nearest machine that may be around this one; nothing above the root.
  var parent: Route? {
    keys.isEmpty ? nil : Route(keys: Array(keys.dropLast()))
  }

  /// Whether this is the route of another machine, or of one inside it.
  func isWithin(_ other: Route) -> Bool { keys.starts(with: other.keys) }
}
