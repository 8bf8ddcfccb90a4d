/// Finds the blocks of a file, line by line.
struct BlockScanner {
  private struct Line {
    var range: Range<Int>
    var end: String
  }

  private struct Open {
    var begin: Marker.Begin
    var line: Int
    var start: Int
    var indentation: String
    var lineEnd: String
    var lines: [String] = []
  }

  /// What every marker holds.
  private static let mark = Array("orrery:".utf8)

  private let bytes: [UInt8]
  /// The number of the line that was read last.
  private(set) var line = 0
  private var open: Open?
  /// The level of the heading that was read last.
  private var headingLevel = 0
  private var found: [BlockDocument.Block] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Throws: `Failure` without a place; `line` is where it is.
  mutating func blocks() throws(Failure) -> [BlockDocument.Block] {
    var flow = MarkdownFlow()
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count {
      let next = nextLine(from: position)
      line += 1
      if open == nil {
        if flow.isText(bytes[next.range]) {
          headingLevel = MarkdownHeadings.level(of: bytes[next.range]) ?? headingLevel
          try lookForBegin(next)
        }
      } else {
        // What is generated is ours: whatever somebody did to its fences, the end is the end.
        try lookForEnd(next)
        if open == nil { flow = MarkdownFlow() }
      }
      position = next.range.upperBound + next.end.utf8.count
    }
    if let open {
      line = open.line
      throw Failure(
        "the block of this marker is not closed", advice: "add `\(Marker.endText)` where it ends")
    }
    return found
  }

  private func nextLine(from start: Int) -> Line {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    guard end < bytes.count else { return Line(range: start..<end, end: "") }
    let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    return Line(range: start..<end, end: isPair ? "\r\n" : bytes[end] == 0x0A ? "\n" : "\r")
  }

  private func text(_ line: Line) -> String { String(decoding: bytes[line.range], as: UTF8.self) }

  private mutating func lookForBegin(_ next: Line) throws(Failure) {
    let text = text(next)
    let indentation = String(text.prefix { $0 == " " })
    // Four spaces make a block of code.
    guard indentation.count < 4, text.dropFirst(indentation.count).hasPrefix("<"),
      let marker = try Marker.read(text)
    else { return }
    guard case .begin(let begin) = marker else {
      throw Failure("this marker closes a block that nothing opens", advice: "remove it")
    }
    if let twin = found.first(where: {
      $0.begin.machine == begin.machine && $0.begin.format == begin.format
    }) {
      throw Failure(
        "the same block stands at line \(twin.line) already", advice: "remove one of them")
    }
    open = Open(
      begin: begin, line: line, start: next.range.lowerBound + indentation.utf8.count,
      indentation: indentation, lineEnd: next.end)
  }

  private mutating func lookForEnd(_ next: Line) throws(Failure) {
    let text = text(next)
    guard bytes[next.range].contains(Self.mark), let marker = try marker(text), let block = open
    else { return take(text) }
    guard case .end = marker else {
      throw Failure(
        "a block begins inside the one of line \(block.line)",
        advice: "close that one first, with `\(Marker.endText)`")
    }
    let trailing = bytes[next.range].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    found.append(
      BlockDocument.Block(
        begin: block.begin, line: block.line, range: block.start..<next.range.upperBound - trailing,
        lines: block.lines, indentation: block.indentation, lineEnd: block.lineEnd,
        headingLevel: headingLevel))
    open = nil
  }

  /// Adds a line to the open block, in place: a copy of the lines for each would add up.
  private mutating func take(_ text: String) {
    guard let indentation = open?.indentation else { return }
    let isIndented = !indentation.isEmpty && text.hasPrefix(indentation)
    open?.lines.append(isIndented ? String(text.dropFirst(indentation.count)) : text)
  }

  /// What is no marker of a block is content, such as the facts.
  private func marker(_ text: String) throws(Failure) -> Marker? {
    Facts.isStart(text) ? nil : try Marker.read(text)
  }
}
