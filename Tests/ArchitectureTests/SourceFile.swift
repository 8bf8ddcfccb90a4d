import SwiftParser
import SwiftSyntax

/// A Swift file with its tree and its place in the package.
struct SourceFile: Sendable {
  /// The path from the repository's root.
  var path: String
  var tree: SourceFileSyntax
  private var lines: SourceLocationConverter

  init(path: String, text: String) {
    self.path = path
    tree = Parser.parse(source: text)
    lines = SourceLocationConverter(fileName: path, tree: tree)
  }

  /// The module: the folder below `Sources`, `Tests` or `Samples`; a plugin's folder for a plugin.
  var module: String {
    let folders = path.split(separator: "/").dropFirst().dropLast().map(String.init)
    return folders.first == "Plugins" ? folders.dropFirst().first ?? "" : folders.first ?? ""
  }

  /// The modules that the file imports, with their lines, `#if` branches included.
  var imports: [(module: String, line: Int)] {
    let visitor = ImportVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found.map { ($0.path.first?.name.text ?? "", line(of: $0)) }
  }

  /// How many lines the file has.
  var lineCount: Int { lines.location(for: tree.endPosition).line - 1 }

  /// The line on which the text of a node starts, from one.
  func line(of node: some SyntaxProtocol) -> Int {
    lines.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  /// The line on which the text of a node ends, from one.
  func lastLine(of node: some SyntaxProtocol) -> Int {
    lines.location(for: node.endPositionBeforeTrailingTrivia).line
  }

  func finding(_ message: String, at node: some SyntaxProtocol) -> Finding {
    Finding(file: path, line: line(of: node), message: message)
  }
}

private final class ImportVisitor: SyntaxVisitor {
  var found: [ImportDeclSyntax] = []

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }
}
