/// A JSON value that keeps the order of its keys, so that the same value is the same bytes.
package enum JSONText: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  /// A number that is no integer, as the text that stands for it.
  case decimal(String)
  case string(String)
  case array([JSONText])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONText

    package init(key: String, value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// A string, or `null` where there is none.
  package static func text(_ text: String?) -> Self { text.map { .string($0) } ?? .null }

  /// A number, or `null` where there is none.
  package static func count(_ number: Int?) -> Self { number.map { .number($0) } ?? .null }

  package static func strings(_ texts: [String]) -> Self { .array(texts.map { .string($0) }) }

  /// The object without the members whose value is `null`: for keys that may be absent.
  package var withoutNulls: Self {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.value != .null })
  }

  /// The members of both objects, in order.
  package static func + (lhs: Self, rhs: Self) -> Self {
    guard case .object(let left) = lhs, case .object(let right) = rhs else { return lhs }
    return .object(left + right)
  }
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }

  package init(arrayLiteral elements: JSONText...) {
    self = .array(elements)
  }
}
