/// Names that stand for one value in one call of a function, and for another one in the next.
extension Interpreter {
  /// A value of which only the text is known: the same as where the same was asked before, in this
  /// call or in one that was handed the same.
  func fresh(_ text: String, _ path: Path, type: String? = nil) -> Value {
    .unknown(Unknown(id: freshID(text, path), text: text, type: type))
  }

  func freshID(_ text: String, _ path: Path) -> String {
    "\(text)@\(path.version)\(scope(of: text, path))"
  }

  /// Marks a call by what it is handed.
  func mark(_ frame: inout Frame, handed values: [Value], inside outer: String = "") {
    guard !values.isEmpty else {
      frame.scope = outer
      return
    }
    let ids = values.map { $0.unknown?.id ?? $0.text }
    frame.scope = "~\(cache.number(ofCallWith: ids, inside: outer))"
  }

  private func scope(of text: String, _ path: Path) -> String {
    let scope = path.frames[path.depth - 1].scope
    guard !scope.isEmpty else { return "" }
    let words = cache.words(in: text)
    var index: Int? = path.depth - 1
    while let current = index {
      let frame = path.frames[current]
      if words.contains(where: { frame.variables[$0] != nil }) { return scope }
      index = frame.parent.flatMap { $0 < current ? $0 : nil }
    }
    return ""
  }
}
