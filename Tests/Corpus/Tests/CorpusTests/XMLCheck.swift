import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Foundation's XML parser, asked for nothing but a verdict.
enum XMLCheck {
  /// The first error in a document, with its line; nothing where it is well-formed.
  static func error(in data: Data) -> String? {
    let parser = XMLParser(data: data)
    guard !parser.parse() else { return nil }
    return "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "not well-formed")"
  }
}
