import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Whether a text is XML, and the attributes of its elements.
final class XMLDocumentCheck: NSObject, XMLParserDelegate {
  struct Broken: Error {
    var line: Int
  }

  private(set) var elements: [(name: String, attributes: [String: String])] = []

  /// - Throws: ``Broken`` where the text is not well formed.
  @discardableResult
  static func parse(_ text: String) throws -> XMLDocumentCheck {
    let check = XMLDocumentCheck()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = check
    guard parser.parse() else { throw Broken(line: parser.lineNumber) }
    return check
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
  }
}
