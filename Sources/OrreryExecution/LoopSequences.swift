import OrreryProgram

/// What the sequence of a loop says of its elements.
extension Expression {
  /// Whether a sequence has at least one element: a list with some, `1...count`.
  var hasElements: Bool {
    if case .array(let elements) = form { return !elements.isEmpty }
    guard let range = bounds else { return false }
    if range.op == "..." { return true }
    guard case .literal(let first) = range.first.form, case .literal(let last) = range.last.form,
      let first = Int(first), let last = Int(last)
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

  /// The bounds of a range, `first...last` or `first..<last`.
  private var bounds: (first: Expression, last: Expression, op: String)? {
    guard case .opaque(let parts) = form, parts.count == 2 else { return nil }
    let rest = text.dropFirst(parts[0].text.count).dropLast(parts[1].text.count)
    let op = rest.filter { $0 != " " }
    return op == "..." || op == "..<" ? (parts[0], parts[1], String(op)) : nil
  }
}

extension Body {
  /// Whether one of some variables is compared with something.
  func compares(_ variables: [Variable]) -> Bool {
    var isFound = false
    visit { node in
      switch node.form {
      case .order(let left, let right, _), .equal(let left, let right, _):
        isFound = isFound || left.isOne(of: variables) || right.isOne(of: variables)
      default: break
      }
    }
    return isFound
  }
}

extension Expression {
  fileprivate func isOne(of variables: [Variable]) -> Bool {
    if case .variable(let variable) = form { variables.contains(variable) } else { false }
  }
}
