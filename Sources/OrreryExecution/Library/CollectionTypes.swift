import OrreryProgram

/// Which types are lists, by how they are written or by the names of the standard library.
extension TypeReference {
  /// Whether its values are lists: to change an element changes the list.
  var isCollection: Bool {
    switch self {
    case .array, .dictionary: true
    case .optional(let inner): inner.isCollection
    case .nominal(nil, let name, _): Library.collections.contains(name)
    default: false
    }
  }

  /// The type of the elements of a list.
  var element: TypeReference? {
    switch self {
    case .array(let element), .dictionary(_, let element): element
    case .optional(let inner): inner.element
    case .nominal(nil, let name, let arguments) where Library.collections.contains(name):
      arguments.last
    default: nil
    }
  }
}
