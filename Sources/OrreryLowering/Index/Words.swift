/// A name, by its hash: that two names look the same is possible and does no harm where it is used.
package struct Word: Hashable {
  package let hash: UInt64

  package init(hash: UInt64) { self.hash = hash }

  package init(_ name: String) { hash = name.utf8.reduce(Fingerprint.start, Fingerprint.step) }

  fileprivate init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    hash = bytes.reduce(Fingerprint.start, Fingerprint.step)
  }
}

/// The words of a source file, read from its bytes: which names can stand in it, without parsing.
///
/// Words in comments and strings count: there may be one too many, never one too few.
package struct Words {
  /// Every word.
  package fileprivate(set) var all: Set<Word> = []
  /// What is declared as an enum, and as a struct, however deep.
  package fileprivate(set) var enums: Set<Word> = []
  package fileprivate(set) var structs: Set<Word> = []
  /// The structs that are named like a state.
  package fileprivate(set) var states: Set<Word> = []
  /// What is declared as a class, however deep, and what may be the superclass of one.
  package fileprivate(set) var classes: Set<Word> = []
  fileprivate(set) var superclasses: Set<Word> = []
  /// What is declared or extended at the top level.
  package fileprivate(set) var declared: Set<Word> = []
  /// The members that are asked of something else than `self`: `door` of `house.door`.
  package fileprivate(set) var members: Set<Word> = []
  /// Those of them that something is assigned to or sent by, or that stand before one of those.
  package fileprivate(set) var changed: Set<Word> = []
  /// The members that a binding is made of: `door` of `$house.door`.
  package fileprivate(set) var bound: Set<Word> = []
  /// The variables that other files may change, with the words that follow on their lines: the type
  /// is among these.
  package fileprivate(set) var variables: [Word: Set<Word>] = [:]
  /// The typealiases, with the words that follow on their lines.
  package fileprivate(set) var aliases: [Word: Set<Word>] = [:]
  /// Whether braces and quotation marks add up.
  fileprivate(set) var isClear = true

  fileprivate init() {}

  /// - Complexity: Linear in the length of the text.
  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      var scan = WordScan(bytes)
      scan.run()
      return scan.found
    }
    guard !isClear else { return }
    // Where braces do not add up, any word may be declared.
    (enums, structs, classes, declared) = (all, all, all, all)
    (members, changed, bound) = (all, all, all)
  }

  package func contains(_ word: Word) -> Bool { all.contains(word) }

  package func containsAny(of words: Set<Word>) -> Bool { !all.isDisjoint(with: words) }
}

extension Words {
  /// What the names of structs end with that are states.
  package static let stateEndings = ["State", "Model", "Status"]
  /// Methods by which a subject or a box is given its next value.
  package static let publishers: Set = ["send", "change"]
  /// Mutating methods of the standard library that syntax can tell.
  package static let mutators: Set = [
    "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeValue",
  ]
}

/// One pass over the bytes of a file.
private struct WordScan {
  private(set) var found = Words()
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  /// The keyword before, whose name comes next.
  private var keyword: Word?
  /// How many interpolations stand around.
  private var nesting = 0
  /// Whether the place is between the name of a class and its body.
  private var isInHead = false
  private var alias: Word?
  /// The members that stand one behind the other up to the place, behind those that stand before each
  /// bracket around it, and where each of these begins.
  private var chain: [Word] = []
  private var starts = [0]
  /// The variable whose line the place is on, and whether the next one is its file's own.
  private var variable: Word?
  private var isHidden = false
  /// Where a name stands that is lent to be changed, and whether the place is behind one.
  private var lent: Int?
  private var isLent = false
  /// Whether the place is behind a binding.
  private var isBound = false
  /// The last word of the code, and where it ends.
  private var last: (word: Word, end: Int)?

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func run() {
    while let byte = self[0] { step(byte) }
    if depth != 0 { found.isClear = false }
  }

  /// Takes a word, or what stands between two.
  private mutating func step(_ byte: UInt8) {
    guard Self.isPart(byte) else { return pass(byte) }
    let start = position
    let word = word()
    let isMember = isMember(start)
    isLent = isMember ? isLent : start == lent
    isBound = isMember ? isBound : isBinding(start)
    follow(word, isMember: isMember)
    // `[keyPath: \.door]`
    if last?.word == Self.keyPath, start > 1, bytes[start - 1] == UInt8(ascii: "."),
      bytes[start - 2] == UInt8(ascii: "\\")
    {
      found.changed.insert(word)
    }
    last = (word, position)
    if isInHead { found.superclasses.insert(word) }
    if let keyword { declare(word, bytes[start..<position], after: keyword) }
    keyword = Self.declarators.contains(word) ? word : nil
  }

  /// Notes what a word is a part of: the members before it, and the line of a variable.
  private mutating func follow(_ word: Word, isMember: Bool) {
    if isMember {
      found.members.insert(word)
      chain.append(word)
      if Self.changers.contains(word) { found.changed.formUnion(chain[(starts.last ?? 0)...]) }
      noteAssignment()
      if isLent { found.changed.insert(word) }
      if isBound { found.bound.insert(word) }
    } else {
      chain.removeSubrange((starts.last ?? 0)...)
    }
    if let variable { found.variables[variable]?.insert(word) }
    if let alias { found.aliases[alias]?.insert(word) }
    if Self.hiders.contains(word) { isHidden = true }
    guard let keyword else { return }
    if keyword == Self.typeAlias {
      alias = word
      found.aliases[word] = found.aliases[word] ?? []
    }
    if Self.properties.contains(keyword), !isHidden {
      variable = word
      found.variables[word] = found.variables[word] ?? []
    }
    if !Self.declarators.contains(word) { isHidden = false }
  }

  /// Whether a line goes on behind its end: `var status:`.
  private var isOpenLine: Bool {
    var place = position
    while place > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place - 1]) { place -= 1 }
    return place > 0 && [UInt8(ascii: ":"), UInt8(ascii: "=")].contains(bytes[place - 1])
  }

  private mutating func open() {
    starts.append(chain.count)
    position += 1
  }

  private mutating func close() {
    position += 1
    guard starts.count > 1, let start = starts.popLast() else { return }
    chain.removeSubrange(start...)
    noteAssignment()
  }

  /// Notes the members that end here, where something is assigned to them.
  private mutating func noteAssignment() {
    guard let start = starts.last, start < chain.count, isAssigned else { return }
    found.changed.formUnion(chain[start...])
  }

  /// Whether something is assigned to what ends here.
  private var isAssigned: Bool {
    var offset = 0
    while let byte = self[offset], [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    if let byte = self[offset], Self.operators.contains(byte) { offset += 1 }
    return self[offset] == UInt8(ascii: "=") && self[offset + 1] != UInt8(ascii: "=")
  }

  /// Whether a dot before a word says that it is a member of what stands before that, which is not
  /// `self`.
  private func isMember(_ start: Int) -> Bool {
    guard start > 1, bytes[start - 1] == UInt8(ascii: ".") else { return false }
    var end = start - 1
    while end > 0, [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(bytes[end - 1]) { end -= 1 }
    let before = bytes[end - 1]
    if Self.isPart(before) {
      return last.map { $0.end != end || !Self.own.contains($0.word) } ?? true
    }
    if [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\"")].contains(
      before)
    {
      return true
    }
    return before != UInt8(ascii: "\\") && startsLine(end)
  }

  /// Whether only blanks stand before a place on its line, so that a chain of calls may go on there.
  private func startsLine(_ place: Int) -> Bool {
    var place = place
    while place > 0, [0x20, 0x09].contains(bytes[place - 1]) { place -= 1 }
    return place == 0 || [0x0A, 0x0D].contains(bytes[place - 1])
  }

  /// Whether a word is a binding of a property: `$model`, but not `$0`.
  private func isBinding(_ start: Int) -> Bool {
    bytes[start] == UInt8(ascii: "$") && start + 1 < position
      && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start + 1])
  }

  private subscript(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func word() -> Word {
    let start = position
    while let byte = self[0], Self.isPart(byte) { position += 1 }
    let word = Word(bytes[start..<position])
    found.all.insert(word)
    return word
  }

  private mutating func declare(
    _ word: Word, _ name: Slice<UnsafeBufferPointer<UInt8>>, after keyword: Word
  ) {
    if depth == 0 { found.declared.insert(word) }
    if keyword == Self.enumeration { found.enums.insert(word) }
    // `class func` and `class var` declare no class.
    if keyword == Self.object, !Self.declarators.contains(word) {
      found.classes.insert(word)
      isInHead = true
    }
    guard keyword == Self.structure else { return }
    found.structs.insert(word)
    if Self.stateEndings.contains(where: { name.ends(with: $0) }) { found.states.insert(word) }
  }

  private mutating func pass(_ byte: UInt8) {
    switch byte {
    case 0x0A, 0x0D: if !isOpenLine { (variable, alias) = (nil, nil) }
    case UInt8(ascii: "&"): lent = position + 1
    case UInt8(ascii: "("), UInt8(ascii: "["): return open()
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return close()
    case UInt8(ascii: "{"): (depth, isInHead, isHidden) = (depth + 1, false, false)
    case UInt8(ascii: "}"):
      depth -= 1
      if depth < 0 { found.isClear = false }
    case UInt8(ascii: "/") where self[1] == byte || self[1] == UInt8(ascii: "*"):
      return comment(isLine: self[1] == byte)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "#"): return rawString()
    default: break
    }
    position += 1
  }

  // MARK: What is no code

  /// Takes the words of a comment; the keyword before it waits for its name.
  private mutating func comment(isLine: Bool) {
    var level = 0
    while let byte = self[0] {
      if isLine, byte == 0x0A || byte == 0x0D { return }
      if Self.isPart(byte) {
        _ = word()
        continue
      }
      let isOpen = byte == UInt8(ascii: "/") && self[1] == UInt8(ascii: "*")
      let isClose = byte == UInt8(ascii: "*") && self[1] == UInt8(ascii: "/")
      position += !isLine && (isOpen || isClose) ? 2 : 1
      if !isLine, isOpen { level += 1 }
      if !isLine, isClose {
        level -= 1
        if level == 0 { return }
      }
    }
    if !isLine { found.isClear = false }
  }

  /// Takes the words of a string up to its end; what it interpolates is code.
  private mutating func string() {
    let isLong = self[1] == UInt8(ascii: "\"") && self[2] == UInt8(ascii: "\"")
    position += isLong ? 3 : 1
    while let byte = self[0] {
      if Self.isPart(byte) {
        _ = word()
      } else if byte == UInt8(ascii: "\\") {
        let isCode = self[1] == UInt8(ascii: "(")
        position += 2
        if isCode { interpolation() }
      } else if byte == UInt8(ascii: "\""), !isLong {
        position += 1
        return
      } else if isLong, byte == UInt8(ascii: "\""), self[1] == byte, self[2] == byte {
        position += 3
        return
      } else if !isLong, byte == 0x0A {
        return
      } else {
        position += 1
      }
    }
    found.isClear = false
  }

  private mutating func interpolation() {
    nesting += 1
    defer { nesting -= 1 }
    // As deep as that is no one's code; how it goes on is not known.
    guard nesting < 16 else {
      found.isClear = false
      return
    }
    var level = 1
    while level > 0, let byte = self[0] {
      if byte == UInt8(ascii: "(") { level += 1 }
      if byte == UInt8(ascii: ")") { level -= 1 }
      step(byte)
    }
  }

  /// Takes the words of `#"…"#`, up to a quotation mark with as many signs; a `#` alone is passed over.
  private mutating func rawString() {
    var signs = 0
    while self[0] == UInt8(ascii: "#") { (position, signs) = (position + 1, signs + 1) }
    guard self[0] == UInt8(ascii: "\"") else { return }
    position += 1
    while let byte = self[0] {
      if Self.isPart(byte) {
        _ = word()
        continue
      }
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      if (0..<signs).allSatisfy({ self[$0] == UInt8(ascii: "#") }) {
        position += signs
        return
      }
    }
    found.isClear = false
  }

  private static let stateEndings = Words.stateEndings.map { Array($0.utf8) }
  private static let own: Set = [Word("self"), Word("Self")]
  private static let enumeration = Word("enum")
  private static let structure = Word("struct")
  private static let keyPath = Word("keyPath")
  private static let typeAlias = Word("typealias")
  private static let properties = Set(["var", "let"].map { Word($0) })
  private static let hiders = Set(["private", "fileprivate"].map { Word($0) })
  private static let changers = Set(
    (Array(Words.mutators.union(Words.publishers)) + ["withLock"]).map { Word($0) })
  private static let operators = Set("+-*/%&|^".utf8)
  private static let object = Word("class")
  private static let declarators = Set(
    [
      "enum", "struct", "class", "actor", "protocol", "extension", "typealias", "func", "var",
      "let", "macro",
    ].map { Word($0) })

  /// Letters, digits, `_` and `$`, and all that is not ASCII.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

extension Collection<UInt8> {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
