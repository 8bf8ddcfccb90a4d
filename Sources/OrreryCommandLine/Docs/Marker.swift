import Foundation

/// A comment that begins or ends a generated block.
///
/// `<!-- orrery:begin machine=ID format=F hash=H sum=S -->` and `<!-- orrery:end -->`, each alone on
/// its line.
enum Marker: Hashable {
  case begin(Begin)
  case end

  /// What a block shows, and of which state it is.
  struct Begin: Hashable {
    /// The machine as the author names it; nothing for a list of all.
    var machine: String?
    var format: BlockFormat
    /// The first digits of the structure hash of the machine that is shown.
    var hash: String?
    /// The first digits of the hash of the block's lines, by which a hand edit is noticed.
    var sum: String?

    /// The machine's name, without the signs that keep it in one word.
    var machineName: String? {
      machine.map { $0.utf8.contains(UInt8(ascii: "%")) ? $0.removingPercentEncoding ?? $0 : $0 }
    }

    var text: String {
      let parts = [
        machine.map { "machine=\($0)" }, "format=\(format.rawValue)", hash.map { "hash=\($0)" },
        sum.map { "sum=\($0)" },
      ]
      return "<!-- orrery:begin \(parts.compactMap(\.self).joined(separator: " ")) -->"
    }
  }

  /// An id as a marker holds it: in one word that cannot close the comment.
  static func word(_ id: String) -> String {
    id.unicodeScalars.reduce(into: "") { word, scalar in
      let isHarmful = scalar.properties.isWhitespace || "%>".unicodeScalars.contains(scalar)
      word +=
        isHarmful
        ? Array(String(scalar).utf8).map { String(format: "%%%02X", $0) }.joined() : String(scalar)
    }
  }

  static let endText = "<!-- orrery:end -->"

  private enum Verb: String, CaseIterable {
    case begin, end, index
  }

  private enum Key: String, CaseIterable {
    case machine, format, hash, sum
  }

  /// Reads a line.
  ///
  /// - Returns: Nothing where the line is no marker.
  /// - Throws: `Failure` without a place where it is a wrong one.
  static func read(_ line: String) throws(Failure) -> Marker? {
    guard let body = body(of: line) else { return nil }
    guard let text = body.text else {
      throw Failure(
        "the marker does not end on its line",
        advice: "let it stand alone on the line, and end with ` -->`")
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = Verb(rawValue: words.first ?? "") else {
      throw unknown(words.first ?? "", "marker", Verb.allCases.map(\.rawValue))
    }
    switch verb {
    case .begin: return .begin(try begin(words.dropFirst()))
    case .end: return .end
    // The first line of a folder's index, which is no block.
    case .index: return nil
    }
  }

  /// Whether a line would be read as a marker.
  static func isMarker(_ line: String) -> Bool { body(of: line) != nil }

  private static func body(of line: String) -> (text: Substring?, Void)? {
    // Almost no line begins with a comment: that is seen from its first byte.
    let first = line.utf8.first { $0 != 0x20 }
    guard let first, first == UInt8(ascii: "<") || first < 0x20 || first >= 0x80 else { return nil }
    let line = line.drop(while: \.isWhitespace)
    guard line.hasPrefix("<!--") else { return nil }
    let inside = line.dropFirst(4).drop(while: \.isWhitespace)
    guard inside.hasPrefix("orrery:") else { return nil }
    let text = inside.dropFirst("orrery:".count)
    guard let end = text.firstRange(of: "-->"), text[end.upperBound...].allSatisfy(\.isWhitespace)
    else { return (nil, ()) }
    return (text[..<end.lowerBound], ())
  }

  private static func begin(_ words: ArraySlice<String>) throws(Failure) -> Begin {
    var values: [Key: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let key = Key(rawValue: parts.first ?? "") else {
        throw unknown(parts.first ?? word, "part", Key.allCases.map(\.rawValue))
      }
      guard parts.count == 2 else {
        throw Failure("'\(key.rawValue)' has no value", advice: "write \(key.rawValue)=…")
      }
      guard values.updateValue(parts[1], forKey: key) == nil else {
        throw Failure("'\(key.rawValue)' stands there twice", advice: "remove one of them")
      }
    }
    let name = values[.format] ?? BlockFormat.standard.rawValue
    guard let format = BlockFormat(rawValue: name) else {
      throw unknown(name, "format", BlockFormat.allCases.map(\.rawValue))
    }
    guard format == .index || values[.machine] != nil else {
      throw Failure(
        "the marker names no machine", advice: "write machine=ID; `orrery extract` lists the ids")
    }
    return Begin(
      machine: values[.machine], format: format, hash: values[.hash], sum: values[.sum])
  }

  private static func unknown(_ name: String, _ what: String, _ names: [String]) -> Failure {
    Failure(
      "unknown \(what) '\(name)'",
      advice: Suggestion.closest(to: name, in: names).map { "did you mean '\($0)'?" }
        ?? "choose from \(names.joined(separator: ", "))")
  }
}
