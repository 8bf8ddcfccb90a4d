import OrreryLowering
import OrreryProgram

/// Bytes that values are written to, or read back from.
///
/// What a value is made of is said once for both, by ``Archived/pass(_:)``. Numbers take as many bytes as
/// they need (LEB128), and a text stands once.
/// Source: https://dwarfstd.org/doc/DWARF5.pdf, section 7.6
struct Archive {
  /// The bytes are not what was written.
  struct Damage: Error {}

  private(set) var bytes: [UInt8]
  fileprivate let isReading: Bool
  private var position = 0
  private var depth = 0
  /// Values in values, as deep as no machine has them.
  private static let mostDepth = 512
  private var texts: [String] = []
  private var numbers: [String: Int] = [:]

  /// An empty one, to be written.
  init() { (bytes, isReading) = ([], false) }

  /// One to be read.
  init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

  /// What is not read yet.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func pass(_ value: inout some Archived) throws(Damage) {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.mostDepth else { throw Damage() }
    try value.pass(&self)
  }

  /// Passes what a value is made of, part by part.
  mutating func pass<Whole, each Part: Archived>(
    _ value: inout Whole, by parts: repeat WritableKeyPath<Whole, each Part>
  ) throws(Damage) {
    repeat try pass(&value[keyPath: each parts])
  }

  fileprivate mutating func pass(bits: inout UInt64) throws(Damage) {
    guard isReading else {
      var rest = bits
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return bytes.append(UInt8(rest))
    }
    bits = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard position < bytes.count else { throw Damage() }
      let byte = bytes[position]
      position += 1
      bits |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return }
    }
    throw Damage()
  }

  /// Passes how many parts follow, of at least one byte each.
  fileprivate mutating func pass(count: inout Int) throws(Damage) {
    try pass(&count)
    guard !isReading || (0...(bytes.count - position)).contains(count) else { throw Damage() }
  }

  fileprivate mutating func pass(text: inout String) throws(Damage) {
    var number = numbers[text] ?? texts.count
    try pass(&number)
    if isReading, texts.indices.contains(number) {
      text = texts[number]
      return
    }
    guard number == texts.count else {
      if isReading { throw Damage() }
      return
    }
    var count = text.utf8.count
    try pass(count: &count)
    if isReading {
      text = String(decoding: bytes[position..<position + count], as: UTF8.self)
      position += count
    } else {
      bytes += text.utf8
      numbers[text] = number
    }
    texts.append(text)
  }

  /// Passes parts one by one: those that are there, or as many as were written.
  fileprivate mutating func pass<Part: Archived>(
    parts: some Collection<Part>, add: (Part) -> Void
  ) throws(Damage) {
    var count = parts.count
    try pass(count: &count)
    guard !isReading else {
      for _ in 0..<count {
        var part = Part.blank
        try pass(&part)
        add(part)
      }
      return
    }
    for var part in parts { try pass(&part) }
  }
}

/// A value that an archive holds.
protocol Archived {
  /// Any value, to be read into.
  static var blank: Self { get }

  /// Writes all that the value is made of to an archive, or reads it from there.
  mutating func pass(_ archive: inout Archive) throws(Archive.Damage)
}

extension Int: Archived {
  static var blank: Int { 0 }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    // Small numbers of either sign take few bytes.
    var bits = UInt64(bitPattern: Int64(self << 1 ^ self >> 63))
    try archive.pass(bits: &bits)
    let number = Int(Int64(bitPattern: bits >> 1))
    self = bits & 1 == 0 ? number : ~number
  }
}

extension Bool: Archived {
  static var blank: Bool { false }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var bits: UInt64 = self ? 1 : 0
    try archive.pass(bits: &bits)
    self = bits == 1
  }
}

extension String: Archived {
  static var blank: String { "" }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(text: &self)
  }
}

extension Optional: Archived where Wrapped: Archived {
  static var blank: Wrapped? { nil }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var isThere = self != nil
    try archive.pass(&isThere)
    guard isThere else {
      self = nil
      return
    }
    var value: Wrapped = self ?? Wrapped.blank
    try archive.pass(&value)
    self = value
  }
}

extension Array: Archived where Element: Archived {
  static var blank: [Element] { [] }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var read: [Element] = []
    try archive.pass(parts: self) { read.append($0) }
    if archive.isReading { self = read }
  }
}

extension Set: Archived where Element: Archived {
  static var blank: Set<Element> { [] }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var parts = Array(self)
    try archive.pass(&parts)
    self = Set(parts)
  }
}

extension Dictionary: Archived where Key: Archived, Value: Archived {
  static var blank: [Key: Value] { [:] }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var (keys, values) = (Array(keys), Array(values))
    try archive.pass(&keys)
    try archive.pass(&values)
    guard keys.count == values.count else { throw Archive.Damage() }
    self = Dictionary(zip(keys, values)) { first, _ in first }
  }
}

extension RawRepresentable where RawValue == String {
  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var name = rawValue
    try archive.pass(&name)
    guard let value = Self(rawValue: name) else { throw Archive.Damage() }
    self = value
  }
}

// MARK: - What is known of source

extension Fingerprint: Archived {
  static var blank: Fingerprint { Fingerprint() }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var bits = hash
    try archive.pass(bits: &bits)
    self = Fingerprint(hash: bits)
  }
}

extension Word: Archived {
  static var blank: Word { Word("") }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var bits = hash
    try archive.pass(bits: &bits)
    self = Word(hash: bits)
  }
}

extension NodeID: Archived {
  static var blank: NodeID { NodeID(place: 0, offset: 0) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var (place, offset) = (place, offset)
    try archive.pass(&place)
    try archive.pass(&offset)
    self = NodeID(place: place, offset: offset)
  }
}
