/// What is called, as the source writes it.
extension String {
  /// A call without its arguments, a chain over several lines as one name: `manager.start` of
  /// `manager .start(now)`.
  package var callHead: String {
    let end = firstIndex { $0 == "(" || $0 == "{" || $0 == "[" } ?? endIndex
    let name = self[..<end].joinedToOneName
    return name.isEmpty ? self : name
  }

  /// A callee without the machine before it.
  var droppingSelf: String {
    let own = ["self.", "self?."].first { hasPrefix($0) }
    return own.map { String(dropFirst($0.count)) } ?? self
  }

  /// Whether a member may follow: a name stands at the end, not an operator or a keyword.
  fileprivate var endsInOperand: Bool {
    let word = split(separator: " ").last.map(String.init) ?? ""
    let name = word.last == "?" || word.last == "!" ? String(word.dropLast()) : word
    guard let last = name.last, last.isLetter || last.isNumber || last == "_" else { return false }
    return !["try", "await", "return", "in", "is", "as"].contains(name)
  }
}

extension Substring {
  fileprivate var joinedToOneName: String {
    split(separator: " ").reduce(into: "") { text, word in
      let isMember = word.first == "." && text.endsInOperand
      text += (text.isEmpty || isMember ? "" : " ") + word
    }
  }
}
