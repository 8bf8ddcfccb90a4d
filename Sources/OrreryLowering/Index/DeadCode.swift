import SwiftParser
import SwiftSyntax

/// Branches that no build has: `#if false`.
///
/// What stands in them is left out of the tree, and so is the condition of a branch that every build
/// has; all else keeps its place.
package enum DeadCode {
  package static func parse(_ text: String) -> SourceFileSyntax {
    let tree = Parser.parse(source: text)
    guard mayStand(in: text), case let finder = DeadCodeFinder(viewMode: .sourceAccurate) else {
      return tree
    }
    finder.walk(tree)
    guard !finder.edits.isEmpty else { return tree }
    var bytes = Array(text.utf8)
    for edit in finder.edits { edit.apply(to: &bytes) }
    return Parser.parse(source: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a line that has a number sign has `false` or `true` behind it: only then is it worth to
  /// look through the tree.
  private static func mayStand(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "#")) {
        let end = bytes[sign...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        let line = String(decoding: bytes[sign..<end], as: UTF8.self)
        if line.contains("false") || line.contains("true") { return true }
        start = end
      }
      return false
    }
  }
}

/// A part of a text that something of the same length takes the place of.
private struct Edit {
  var range: Range<Int>
  /// What it begins with; all else is blank but for the ends of lines.
  var text = ""

  func apply(to bytes: inout [UInt8]) {
    for offset in range where bytes.indices.contains(offset) {
      if bytes[offset] != 0x0A, bytes[offset] != 0x0D { bytes[offset] = UInt8(ascii: " ") }
    }
    for (offset, byte) in zip(range, text.utf8) where bytes.indices.contains(offset) {
      bytes[offset] = byte
    }
  }
}

private final class DeadCodeFinder: SyntaxVisitor {
  private(set) var edits: [Edit] = []

  override func visitPost(_ node: IfConfigDeclSyntax) {
    let verdicts = node.clauses.map { $0.condition.map(Self.verdict) ?? true }
    guard zip(node.clauses, verdicts).contains(where: { $0.condition != nil && $1 != nil }) else {
      return
    }
    var isFirst = true
    var isOver = false
    for (clause, verdict) in zip(node.clauses, verdicts) {
      if isOver || verdict == false {
        edits.append(Edit(range: Self.range(of: clause)))
        continue
      }
      isOver = verdict == true
      let keyword = isOver ? (isFirst ? "" : "#else") : (isFirst ? "#if" : "#elseif")
      edits.append(Edit(range: Self.directive(of: clause, whole: isOver), text: keyword))
      isFirst = isFirst && isOver
    }
    // Where nothing is left to decide, nothing ends.
    if isFirst { edits.append(Edit(range: Self.range(of: node.poundEndif))) }
  }

  private static func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// The `#if` of a clause, with the condition where it is left out as well.
  private static func directive(of clause: IfConfigClauseSyntax, whole: Bool) -> Range<Int> {
    let keyword = range(of: clause.poundKeyword)
    guard whole, let condition = clause.condition else { return keyword }
    return keyword.lowerBound..<range(of: condition).upperBound
  }

  /// What a condition is in every build; nothing where builds differ.
  private static func verdict(of node: ExprSyntax) -> Bool? {
    switch node.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let node): return node.literal.tokenKind == .keyword(.true)
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.flatMap { verdict(of: $0.expression) }
    case .prefixOperatorExpr(let node) where node.operator.text == "!":
      return verdict(of: node.expression).map { !$0 }
    case .sequenceExpr(let node): return verdict(of: Array(node.elements)[...])
    default: return nil
    }
  }

  /// `a && b || c`: the second operator binds less.
  private static func verdict(of elements: ArraySlice<ExprSyntax>) -> Bool? {
    for (name, deciding) in [("||", true), ("&&", false)] {
      let parts = elements.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == name }
      guard parts.count > 1 else { continue }
      let verdicts = parts.map(verdict)
      if verdicts.contains(deciding) { return deciding }
      return verdicts.contains(nil) ? nil : !deciding
    }
    return elements.count == 1 ? elements.first.flatMap(verdict) : nil
  }
}
