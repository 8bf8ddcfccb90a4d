import Foundation
import OrreryRendering
import OrreryTrace

/// The page of the inspector: one HTML file that needs nothing else, neither a network nor another file.
///
/// Its policy lets nothing run or load but what is written into it, by
/// https://www.w3.org/TR/CSP3/#grammardef-hash-source.
public struct InspectorPage: Sendable {
  /// How the data in the page are packed.
  public enum Packing: String, Sendable {
    case none, gzip
  }

  /// What stands before the data, and behind them.
  public let head: String
  public let tail: String

  /// - Parameters:
  ///   - title: What the page is called until it is shown.
  ///   - follows: The number of the chunk from which on the page asks where it came from for more;
  ///     nothing where nothing follows.
  ///   - dropped: How many steps were there before those of the chunks, besides what the chunks tell.
  public init(title: String, follows: Int? = nil, dropped: Int = 0) {
    let style = Self.text(PackageResources.page_css) + ThemeStyle.css
    let script = Self.script
    let policy = [
      "default-src 'none'", "script-src '\(Self.hash(of: script))'",
      "style-src '\(Self.hash(of: style))'", "img-src data:",
      "connect-src \(follows == nil ? "'none'" : "'self'")", "base-uri 'none'",
      "form-action 'none'",
    ].joined(separator: "; ")
    let values = [
      "policy": policy, "title": Self.escaped(title), "style": style, "script": script,
      "dropped": String(dropped), "follows": follows.map(String.init) ?? "",
    ]
    var parts = [""]
    // Every second piece is the name of a value; what a value holds is not looked at again.
    for (position, piece) in Self.text(PackageResources.page_html).split(
      separator: "@", omittingEmptySubsequences: false
    ).enumerated() {
      if position.isMultiple(of: 2) {
        parts[parts.count - 1] += piece
      } else if piece == "data" {
        parts.append("")
      } else {
        parts[parts.count - 1] += values[String(piece)] ?? ""
      }
    }
    (head, tail) = (parts[0], parts.last ?? "")
  }

  /// The page of records that are at hand, without pictures.
  public static func text(of records: some Sequence<Record>, title: String) -> String {
    var run = RunCollector()
    for record in records { run.add(record) }
    let models = MachineModel.all(of: run, declared: nil, log: title) { _, _ in nil }
    var tables = RunTables()
    let chunks =
      [tables.chunk(of: &run, models: models)].compactMap(\.self)
      + run.takeSteps().map(\.chunk)
    let page = InspectorPage(title: title)
    return page.head + chunks.map { element($0.bytes, packing: .none) }.joined() + page.tail
  }

  /// What holds a chunk in the page: it stands behind the head, or behind another one.
  ///
  /// - Parameter bytes: The chunk, packed.
  public static func element(_ bytes: [UInt8], packing: Packing) -> String {
    """
    <script type="application/octet-stream" class="chunk" data-packing="\(packing.rawValue)">\
    \(Data(bytes).base64EncodedString())</script>

    """
  }

  /// The files of the script, one behind the other: a later one uses what an earlier one declares.
  private static let script = [
    PackageResources.elements_js, PackageResources.run_js, PackageResources.filter_js,
    PackageResources.steps_js, PackageResources.detail_js, PackageResources.picture_js,
    PackageResources.timeline_js, PackageResources.sequence_js, PackageResources.live_js,
    PackageResources.page_js,
  ].map(text).joined(separator: "\n")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(of text: String) -> String {
    let digits = Array(Digest.sha256Hex(of: text.utf8))
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return "sha256-\(Data(bytes).base64EncodedString())"
  }

  private static func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
