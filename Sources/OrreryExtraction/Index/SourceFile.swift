import OrreryModel
import SwiftSyntax

/// A parsed source file.
final class SourceFile {
  let module: String
  let path: String
  let tree: SourceFileSyntax
  private let converter: SourceLocationConverter

  init(_ text: SourceText, tree: SourceFileSyntax) {
    module = text.module
    path = text.path
    self.tree = tree
    converter = SourceLocationConverter(fileName: text.path, tree: tree)
  }

  /// Where a node begins, its comments left out.
  func location(of node: some SyntaxProtocol) -> OrreryModel.SourceLocation {
    location(at: node.positionAfterSkippingLeadingTrivia)
  }

  func location(at position: AbsolutePosition) -> OrreryModel.SourceLocation {
    let place = converter.location(for: position)
    return .init(file: path, line: place.line, column: place.column)
  }

  func endLine(of node: some SyntaxProtocol) -> Int {
    converter.location(for: node.endPositionBeforeTrailingTrivia).line
  }
}
