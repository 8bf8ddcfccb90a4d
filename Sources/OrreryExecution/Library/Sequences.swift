import OrreryProgram

/// What the sequence of a loop says of its elements.
extension Expression {
  /// Whether a sequence has at least one element: a list with some, `1...count`.
  var hasElements: Bool {
    if case .array(let elements) = form { return !elements.isEmpty }
    guard let range = bounds else { return false }
    if range.op == "..." { return true }
    guard let first = firstNumber, case .literal(let text) = range.last.form, let last = Int(text)
    else { return false }
    return first < last
  }

  /// Whether a loop over it counts: only whole numbers can be counted.
  var counts: Bool { bounds != nil }

  /// The number that a range starts with, where it is written out.
  var firstNumber: Int? {
    guard case .literal(let text)? = bounds?.first.form else { return nil }
    return Int(text)
  }

  /// The bounds of `first..<last`, which has an element where they are in order.
  var openRange: (first: Expression, last: Expression)? {
    bounds.flatMap { $0.op == "..<" ? ($0.first, $0.last) : nil }
  }

  /// The bounds of a range, `first...last` or `first..<last`.
  private var bounds: (first: Expression, last: Expression, op: String)? {
    guard case .opaque(let parts) = form, parts.count == 2 else { return nil }
    let rest = text.dropFirst(parts[0].text.count).dropLast(parts[1].text.count)
    let op = rest.filter { $0 != " " }
    return op == "..." || op == "..<" ? (parts[0], parts[1], String(op)) : nil
  }

  fileprivate func compares(_ variables: [Variable]) -> Bool {
    switch form {
    case .order(let left, let right, _), .equal(let left, let right, _):
      left.isOne(of: variables) || right.isOne(of: variables)
    case .call(let call): call.arguments.contains { $0.value.isOne(of: variables) }
    default: false
    }
  }

  private func isOne(of variables: [Variable]) -> Bool {
    if case .variable(let variable) = form { variables.contains(variable) } else { false }
  }
}

extension Body {
  /// Whether one of some variables is compared with something, and that not only to be sure of it, or
  /// handed on, where it may be.
  func compares(_ variables: [Variable]) -> Bool {
    var (found, spared) = (0, 0)
    visit { node in
      found += node.compares(variables) ? 1 : 0
      guard case .call(let call) = node.form, Library.assertions.contains(call.name) else { return }
      for argument in call.arguments {
        argument.value.visit { spared += $0.compares(variables) ? 1 : 0 }
      }
    }
    return found > spared
  }
}

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
