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

  /// The bounds of a range, `first...last` or `first..<last`.
  private var bounds: (first: Expression, last: Expression, op: String)? {
    guard case .opaque(let parts) = form, parts.count == 2 else { return nil }
    let rest = text.dropFirst(parts[0].text.count).dropLast(parts[1].text.count)
    let op = rest.filter { $0 != " " }
    return op == "..." || op == "..<" ? (parts[0], parts[1], String(op)) : nil
  }
}
