import Yams

/// One mapping of a YAML file: reads its values and says where they are wrong.
struct YAMLSection {
  /// A key that is no word of a closed list.
  struct Name: RawRepresentable {
    var rawValue: String
  }

  var file: String
  /// The keys that lead here.
  var path: [String]

  func inner(_ key: some RawRepresentable<String>) -> Self { inner(key.rawValue) }

  func inner(_ key: String) -> Self { YAMLSection(file: file, path: path + [key]) }

  func line(of node: Node) -> Int { node.mark?.line ?? 1 }

  // MARK: Mappings

  /// The pairs of a mapping, in order; none of an empty value.
  func pairs(_ node: Node) throws(Failure) -> [(Node, Node)] {
    if Resolver.default.resolveTag(of: node) == .null { return [] }
    guard let mapping = node.mapping else {
      throw failure(node, path.joined(separator: "."), "a mapping of keys to values")
    }
    return mapping.map { ($0.key, $0.value) }
  }

  /// Calls `body` for each pair; a key that is none of the given ones is an error.
  func each<Key: RawRepresentable<String>>(
    _ node: Node, _ keys: [Key], _ body: (Key, Node) throws(Failure) -> Void
  ) throws(Failure) {
    for (name, value) in try pairs(node) {
      guard let key = keys.first(where: { $0.rawValue == name.string }) else {
        throw unknown(name, among: keys.map(\.rawValue))
      }
      if Resolver.default.resolveTag(of: value) != .null { try body(key, value) }
    }
  }

  private func unknown(_ node: Node, among names: [String]) -> Failure {
    let name = node.string ?? "a key that is no text"
    let place = path.isEmpty ? "" : " in '\(path.joined(separator: "."))'"
    let advice =
      Suggestion.closest(to: name, in: names).map { "did you mean '\($0)'?" }
      ?? "the keys are \(names.joined(separator: ", "))"
    return Failure(
      .usage, at: "\(file):\(line(of: node))", "unknown key '\(name)'\(place)", advice: advice)
  }

  // MARK: Values

  func string(_ node: Node, _ key: some RawRepresentable<String>) throws(Failure) -> String {
    try string(node, full(key))
  }

  /// A number or a word such as `yes` is a text only in quotes.
  func string(_ node: Node, _ name: String) throws(Failure) -> String {
    guard let text = node.string, Resolver.default.resolveTag(of: node) == .str, !text.isEmpty
    else { throw failure(node, name, "a text") }
    return text
  }

  func strings(_ node: Node, _ key: some RawRepresentable<String>) throws(Failure) -> [String] {
    try strings(node, full(key))
  }

  func strings(_ node: Node, _ name: String) throws(Failure) -> [String] {
    guard let list = node.sequence else {
      throw failure(node, name, "a list, such as [a, b]")
    }
    var texts: [String] = []
    for element in list { texts.append(try string(element, name)) }
    return texts
  }

  func flag(_ node: Node, _ key: some RawRepresentable<String>) throws(Failure) -> Bool {
    guard Resolver.default.resolveTag(of: node) == .bool, let flag = node.bool else {
      throw failure(node, full(key), "true or false")
    }
    return flag
  }

  func percent(_ node: Node, _ key: some RawRepresentable<String>) throws(Failure) -> Double {
    let isNumber = [.int, .float].contains(Resolver.default.resolveTag(of: node))
    guard isNumber, let number = node.float, (0...100).contains(number) else {
      throw failure(node, full(key), "a number from 0 to 100")
    }
    return number
  }

  func count(_ node: Node, _ key: some RawRepresentable<String>) throws(Failure) -> Int {
    guard Resolver.default.resolveTag(of: node) == .int, let number = node.int, number >= 0 else {
      throw failure(node, full(key), "a number of 0 or more")
    }
    return number
  }

  /// A word of a closed list.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: Node, _ key: some RawRepresentable<String>
  ) throws(Failure) -> Word {
    try word(string(node, key), at: node, full(key))
  }

  /// A list of words of a closed list.
  func words<Word: RawRepresentable<String> & CaseIterable>(
    _ node: Node, _ key: some RawRepresentable<String>
  ) throws(Failure) -> [Word] {
    var words: [Word] = []
    for (text, element) in zip(try strings(node, key), node.sequence ?? []) {
      words.append(try word(text, at: element, full(key)))
    }
    return words
  }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: String, at node: Node, _ name: String
  ) throws(Failure) -> Word {
    if let word = Word(rawValue: text) { return word }
    let all = Word.allCases.map(\.rawValue)
    throw Failure(
      .usage, at: "\(file):\(line(of: node))", "'\(text)' is none of '\(name)'",
      advice: Suggestion.closest(to: text, in: all).map { "did you mean '\($0)'?" }
        ?? "choose from \(all.joined(separator: ", "))")
  }

  private func full(_ key: some RawRepresentable<String>) -> String {
    (path + [key.rawValue]).joined(separator: ".")
  }

  private func failure(_ node: Node, _ name: String, _ expected: String) -> Failure {
    Failure(
      .usage, at: "\(file):\(line(of: node))",
      "\(name.isEmpty ? "the file" : "'\(name)'") must be \(expected)",
      advice: "correct the value")
  }
}
