extension String {
  /// The text with other texts in place of some of its signs.
  ///
  /// Most texts have none of them, and are given back as they are.
  ///
  /// - Parameter escape: What stands for a byte of ASCII; nothing where that stays.
  func escaping(_ escape: (UInt8) -> String?) -> String {
    guard utf8.contains(where: { $0 < 0x80 && escape($0) != nil }) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count + 24)
    var start = startIndex
    for index in utf8.indices where utf8[index] < 0x80 {
      guard let sign = escape(utf8[index]) else { continue }
      result += self[start..<index]
      result += sign
      start = utf8.index(after: index)
    }
    result += self[start...]
    return result
  }
}
