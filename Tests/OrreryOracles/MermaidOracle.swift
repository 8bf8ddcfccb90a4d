import Foundation

/// Mermaid's own parser, in a browser without a window.
public enum MermaidOracle {
  public static let reason: String =
    "chromium or mermaid.js is missing: apt-get install chromium, \(install)"

  private static let install =
    "pip install --target DIR --no-deps mmdc and set ORRERY_MERMAID_JS=DIR/mmdc/assets/mermaid.js"

  /// Whether tests that need it run; where it is required and missing, they run and fail.
  public static var isEnabled: Bool { (browser != nil && script != nil) || Tool.isRequired }

  private static var browser: Tool? { Tool("chromium", "chromium-browser", "google-chrome") }

  private static var script: String? {
    ProcessInfo.processInfo.environment["ORRERY_MERMAID_JS"]
      .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// What the parser makes of a diagram: of states, or a sequence with its messages and notes.
  public struct Reading: Decodable, Sendable {
    public struct Edge: Decodable, Sendable, Hashable {
      public var source: String
      public var target: String
      public var label: String
    }

    /// Nothing where the diagram is valid.
    public var error: String?
    public var edges: [Edge]
    public var labels: [String]
  }

  private static func missing(_ name: String) -> MissingTool {
    MissingTool(name, install: "apt-get install chromium; " + install)
  }

  /// Reads all diagrams in one browser; `draws` lays them out too, which takes longer.
  public static func read(_ diagrams: [String], draws: Bool = false) throws -> [Reading] {
    guard let browser, let script else { throw missing("mermaid.js") }
    let cases = try JSONEncoder().encode(diagrams).base64EncodedString()
    let page = """
      <!doctype html><meta charset="utf-8"><pre id="out">pending</pre>
      <script src="\(URL(fileURLWithPath: script).absoluteString)"></script>
      <script>const cases = "\(cases)", draws = \(draws);\(judge)</script>
      """
    let dump = try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("page.html")
      try Data(page.utf8).write(to: file)
      return try browser.run(
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
          "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=600000", "--dump-dom",
          file.absoluteString,
        ], in: folder)
    }
    let parts = dump.components(separatedBy: "<pre id=\"out\">")
    let text = parts.last?.components(separatedBy: "</pre>").first ?? ""
    guard let data = Data(base64Encoded: text) else {
      throw missing("a working browser (it printed \(dump.prefix(200)))")
    }
    return try JSONDecoder().decode([Reading].self, from: data)
  }

  /// Entity codes are held by the parser in a form of its own until it draws.
  private static let judge = """
    const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const plain = text => String(text).replace(/\u{FB02}\u{B0}\u{B0}(\\d+)\u{B6}\u{DF}/g,
      (_, code) => String.fromCodePoint(Number(code)));
    (async () => {
      mermaid.initialize({ startOnLoad: false });
      const readings = [];
      for (const text of JSON.parse(new TextDecoder().decode(bytes(cases)))) {
        try {
          await mermaid.parse(text);
          const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
          const edges = [], labels = [];
          const walk = doc => { for (const item of doc) {
            if (item.stmt === "relation") edges.push({ source: item.state1.id,
              target: item.state2.id, label: plain(item.description || "") });
            if (item.stmt === "state" && item.description) labels.push(
              plain([item.description].flat().join("")));
            if (item.doc) walk(item.doc);
          } };
          if (db.getMessages) for (const item of db.getMessages()) {
            if (item.from === undefined || item.from === item.to && item.placement !== undefined)
              labels.push(plain(item.message));
            else edges.push({ source: item.from, target: item.to, label: plain(item.message) });
          } else walk(db.rootDoc ?? db.getRootDoc());
          if (draws) await mermaid.render("drawing", text);
          readings.push({ edges, labels });
        } catch (error) {
          readings.push({ error: String(error), edges: [], labels: [] });
        }
      }
      const out = new TextEncoder().encode(JSON.stringify(readings));
      document.getElementById("out").textContent =
        btoa(Array.from(out, byte => String.fromCharCode(byte)).join(""));
    })();
    """
}
