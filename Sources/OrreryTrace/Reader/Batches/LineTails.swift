/// How lines went on behind their heads, remembered, so that a line that goes on like one before it is
/// known by comparing and not by cutting it into parts.
///
/// A machine in a state does one of a few things. So what came after the same line before is compared
/// first.
struct LineTails: Sendable {
  /// The number of a tail.
  typealias Number = Int32

  struct Found {
    var kind: Int
    var tail: Number
    /// The last number in the line; only of a line that was seen before.
    var lastNumber: UInt64 = 0
  }

  /// Bytes that lines have in common, with a number between one part and the next.
  private struct Tail {
    var kind: Int
    var parts: Range<Int>
  }

  /// The number of no tail.
  static let none: Number = 0
  /// What is longer, or comes when so many are known, is rare.
  private static let longest = 1024
  private static let limit = 4096

  private var tails = [Tail(kind: 0, parts: 0..<0)]
  /// For each tail those that came after it, the likely ones first.
  private var followers = [SIMD4<Number>.zero]
  /// The last tails of each kind.
  private var ofKind: [SIMD4<Number>] = []
  private var parts: [Range<Int>] = []
  private var bytes: [UInt8] = []

  /// What a line is that goes on like one that came after the same tail before.
  @inline(__always)
  mutating func find(_ line: ByteCursor, after last: Number) -> Found? {
    let likely = followers[Int(last)]
    for place in 0..<likely.scalarCount {
      let tail = likely[place]
      guard tail != Self.none else { return nil }
      guard let number = lastNumber(of: line, as: tail) else { continue }
      if place > 0 { followers[Int(last)].swapAt(place, place - 1) }
      return Found(kind: tails[Int(tail)].kind, tail: tail, lastNumber: number)
    }
    return nil
  }

  /// Appends the numbers of a line, in their order.
  ///
  /// - Parameter tail: How the line goes on, as it was found or remembered.
  func appendNumbers(of line: ByteCursor, as tail: Number, to numbers: inout [UInt64]) {
    _ = match(line, as: tail) { numbers.append($0) }
  }

  /// Remembers a line whose kind had to be found out.
  mutating func remember(_ line: ByteCursor, kind: Int, after last: Number) -> Found {
    let tail = known(line, kind: kind) ?? add(line, kind: kind)
    if tail != Self.none { followers[Int(last)].push(tail) }
    return Found(kind: kind, tail: tail)
  }

  /// The last number of a line, zero where there is none; nothing where the line is another.
  @inline(__always)
  private func lastNumber(of line: ByteCursor, as tail: Number) -> UInt64? {
    var last: UInt64 = 0
    return match(line, as: tail) { last = $0 } ? last : nil
  }

  /// Whether a line goes on like that; its numbers are passed on as they come.
  @inline(__always)
  private func match(_ line: ByteCursor, as tail: Number, _ take: (UInt64) -> Void) -> Bool {
    let range = tails[Int(tail)].parts
    var cursor = line
    return bytes.withUnsafeBytes { bytes in
      for part in range {
        if part > range.lowerBound {
          guard let number = cursor.number() else { return false }
          take(number)
        }
        guard cursor.take(UnsafeRawBufferPointer(rebasing: bytes[parts[part]])) else {
          return false
        }
      }
      return cursor.isAtEnd
    }
  }
}

// MARK: - New tails

extension LineTails {
  private func known(_ line: ByteCursor, kind: Int) -> Number? {
    guard ofKind.indices.contains(kind) else { return nil }
    let tails = ofKind[kind]
    return tails.indices.map { tails[$0] }
      .first { $0 != Self.none && lastNumber(of: line, as: $0) != nil }
  }

  private mutating func add(_ line: ByteCursor, kind: Int) -> Number {
    guard tails.count < Self.limit, line.rest.count <= Self.longest else { return Self.none }
    let tail = Number(tails.count)
    tails.append(Tail(kind: kind, parts: cut(line.rest)))
    followers.append(.zero)
    while ofKind.count <= kind { ofKind.append(.zero) }
    ofKind[kind].push(tail)
    return tail
  }

  /// Parts a line where a number stands behind a key: before the quote that ends a key stands a
  /// letter, before one that begins a string there is none, and within strings there are no quotes.
  private mutating func cut(_ line: UnsafeRawBufferPointer) -> Range<Int> {
    let first = parts.count
    var start = 0
    for position in line.indices.dropFirst(3) where position > start {
      guard line[position].isDigit, line[position - 1] == UInt8(ascii: ":"),
        line[position - 2] == UInt8(ascii: "\""), line[position - 3].isLetter
      else { continue }
      addPart(line[start..<position])
      start = line[position...].firstIndex { !$0.isDigit } ?? line.count
    }
    addPart(line[start...])
    return first..<parts.count
  }

  private mutating func addPart(_ part: Slice<UnsafeRawBufferPointer>) {
    bytes.append(contentsOf: part)
    parts.append(bytes.count - part.count..<bytes.count)
  }
}

extension SIMD4<Int32> {
  /// Puts one in front, which drops the last.
  fileprivate mutating func push(_ value: Int32) { self = Self(value, x, y, z) }

  fileprivate mutating func swapAt(_ one: Int, _ other: Int) {
    (self[one], self[other]) = (self[other], self[one])
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
