import OrreryModel
import SwiftSyntax

/// What is read off nodes time and again: made once for all walks of a machine.
///
/// A machine is walked on one thread, so that nothing is locked.
final class NodeCache {
  /// Helpers that turned out to decide nothing and to have many answers.
  var manyAnswers: Set<SyntaxIdentifier> = []
  private var texts: [SyntaxIdentifier: String] = [:]
  private var patterns: [SyntaxIdentifier: Pattern] = [:]
  private var operations: [SyntaxIdentifier: Operation] = [:]
  private var locations: [SyntaxIdentifier: OrreryModel.SourceLocation] = [:]

  /// The source of a node on one line.
  func text(of node: some SyntaxProtocol) -> String {
    if let known = texts[node.id] { return known }
    let text = node.folded
    texts[node.id] = text
    return text
  }

  func pattern(_ node: PatternSyntax) -> Pattern {
    if let known = patterns[node.id] { return known }
    let pattern = Pattern(node)
    patterns[node.id] = pattern
    return pattern
  }

  func operation(_ node: SequenceExprSyntax) -> Operation {
    if let known = operations[node.id] { return known }
    let operation = Operation(Array(node.elements))
    operations[node.id] = operation
    return operation
  }

  func location(of node: some SyntaxProtocol, in file: SourceFile) -> OrreryModel.SourceLocation {
    if let known = locations[node.id] { return known }
    let location = file.location(of: node)
    locations[node.id] = location
    return location
  }
}

extension Interpreter {
  /// The source of a node on one line.
  func text(of node: some SyntaxProtocol) -> String { cache.text(of: node) }

  /// Where a node of the file that a way is in begins.
  func location(of node: some SyntaxProtocol, _ path: Path) -> OrreryModel.SourceLocation {
    cache.location(of: node, in: path.file)
  }
}
