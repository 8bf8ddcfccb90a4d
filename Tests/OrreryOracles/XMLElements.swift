import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of a document, read by a real XML parser.
public final class XMLElements: NSObject, XMLParserDelegate {
  /// One element without its content.
  public struct Element: Sendable {
    public var name: String
    public var attributes: [String: String]
    /// The name of the element around it; empty at the root.
    public var parent: String
  }

  private var elements: [Element] = []
  private var path: [String] = []

  /// The elements in document order; nothing where the document is not well formed.
  public static func all(in document: Data) -> [Element]? {
    let reader = XMLElements()
    let parser = XMLParser(data: document)
    parser.delegate = reader
    return parser.parse() ? reader.elements : nil
  }

  /// The values of an attribute, in document order; nothing where the document is not well formed.
  public static func attributes(_ name: String, in document: Data) -> [String]? {
    all(in: document)?.compactMap { $0.attributes[name] }
  }

  public func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, parent: path.last ?? ""))
    path.append(name)
  }

  public func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if !path.isEmpty { path.removeLast() }
  }
}
