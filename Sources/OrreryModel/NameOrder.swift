/// The order in which people list names.
public enum NameOrder {
  /// Whether a name stands before another one: numbers by what they count, `step2` before `step10`.
  public static func precedes(_ one: String, _ other: String) -> Bool {
    var (left, right) = (Array(one.utf8)[...], Array(other.utf8)[...])
    while let first = left.first, let second = right.first {
      let (number, opposite) = (digits(left), digits(right))
      if number.isEmpty || opposite.isEmpty {
        guard first == second else { return first < second }
        (left, right) = (left.dropFirst(), right.dropFirst())
        continue
      }
      let (value, limit) = (number.drop { $0 == 0x30 }, opposite.drop { $0 == 0x30 })
      guard value.elementsEqual(limit) else {
        return value.count == limit.count
          ? value.lexicographicallyPrecedes(limit) : value.count < limit.count
      }
      (left, right) = (left.dropFirst(number.count), right.dropFirst(opposite.count))
    }
    return left.count == right.count ? one < other : left.count < right.count
  }

  private static func digits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.prefix { (0x30...0x39).contains($0) }
  }
}
