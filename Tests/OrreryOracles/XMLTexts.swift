import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The character data of elements of one name, read by a real XML parser.
public final class XMLTexts: NSObject, XMLParserDelegate {
  private let element: String
  private var texts: [String] = []
  private var depth = 0

  private init(_ element: String) {
    self.element = element
  }

  /// The texts in document order; an XML error ends the list.
  public static func texts(of element: String, in document: Data) -> [String] {
    let reader = XMLTexts(element)
    let parser = XMLParser(data: document)
    parser.delegate = reader
    return parser.parse() ? reader.texts : []
  }

  public func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard name == element else { return }
    depth += 1
    texts.append("")
  }

  public func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == element { depth -= 1 }
  }

  public func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard depth > 0, !texts.isEmpty else { return }
    texts[texts.count - 1] += string
  }
}
