import Foundation
import OrreryModel
import OrreryModelFile
import Testing

@Suite("The model as JSON")
struct ModelFileTests {
  @Test("comes back equal")
  func roundTrip() throws {
    let extract = RichModel.extract()
    #expect(try ModelFile.decode(ModelFile.encode(extract)) == extract)
    #expect(try ModelFile.decode(ModelFile.encode(Extract())) == Extract())
  }

  @Test("is the same bytes for the same model")
  func deterministic() throws {
    let text = ModelFile.encode(RichModel.extract())
    #expect(ModelFile.encode(try ModelFile.decode(text)) == text)
  }

  @Test("is JSON that Foundation reads, with the keys of the published form")
  func keys() throws {
    let text = ModelFile.encode(RichModel.extract())
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "orrery.model/2")
    let machine = try #require((root["machines"] as? [[String: Any]])?.first)
    #expect(
      Set(machine.keys).isSuperset(of: [
        "id", "name", "style", "file", "line", "stateKind", "states", "initial", "events",
        "transitions", "actions", "children", "regions", "hash", "vocabulary", "unresolved",
      ]))
    let edge = try #require((machine["transitions"] as? [[String: Any]])?.first)
    #expect(edge["effects"] as? [String] == [".log", ".fetch", "cancel(id)", "raise loaded"])
    #expect(edge["raises"] as? [String] == ["loaded"])
    let open = try #require((machine["transitions"] as? [[String: Any]])?.last)
    for key in ["guard", "to", "effectTree", "wildcard"] { #expect(open[key] is NSNull, "\(key)") }
    #expect(machine["hash"] as? String == MachineHash.structure(RichModel.extract().machines[0]))
  }

  @Test("is flat where a struct has one region, which is named and no more")
  func oneRegion() throws {
    var machine = Machine(
      id: "Shop.Timer", name: "Timer", style: .reducer,
      location: SourceLocation(file: "Timer.swift", line: 1), stateKind: .struct)
    machine.states = [State("idle", isInitial: true), State("running")]
    machine.initial = "idle"
    machine.regions = [Region(name: "phase", states: ["idle", "running"], initial: "idle")]
    machine.transitions = [
      Transition(
        from: "idle", event: .init(.input, "start"), to: "running", location: machine.location,
        kind: .move)
    ]
    let text = ModelFile.encode(Extract(machines: [machine]))
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let written = try #require((root?["machines"] as? [[String: Any]])?.first)
    #expect((written["states"] as? [Any])?.count == 2)
    #expect((written["transitions"] as? [Any])?.count == 1)
    #expect(written["initial"] as? String == "idle")
    let region = try #require((written["regions"] as? [[String: Any]])?.first)
    #expect(region["name"] as? String == "phase")
    #expect((region["states"] as? [Any])?.isEmpty == true)
    #expect(try ModelFile.decode(text).machines == [machine])
  }

  @Test("writes one transition a line, as published")
  func layout() {
    let text = ModelFile.encode(RichModel.extract())
    let line = text.split(separator: "\n").first { $0.contains("\"wildcard\": 19") }
    #expect(
      line.map(String.init) == #"""
                {"from": "idle", "origin": "input", "event": "search", "guard": "let q = \"<a>\"", "to": "loading", "effects": [".log", ".fetch", "cancel(id)", "raise loaded"], "effectTree": {"op": "merge", "of": [{"name": ".log"}, {"op": "concat", "of": [{"name": ".fetch"}, {"op": "cancel", "name": "id"}]}, {"op": "merge", "of": []}, {"op": "raise", "name": "loaded"}]}, "file": "Sources/Shop/Search.swift", "line": 20, "kind": "move", "certainty": "inferred", "wildcard": 19, "column": 7, "forwards": "Row.Input.tap", "raises": ["loaded"]},
        """#)
  }

  @Test("holds no character that could steer a terminal")
  func terminal() {
    let text = ModelFile.encode(RichModel.extract())
    #expect(!text.unicodeScalars.contains("\u{1B}"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(text.contains(#"\u001b[31m"#))
  }
}

@Suite("A text that is not a model")
struct ModelFileErrorTests {
  private func failure(_ text: String) -> ModelFileError? {
    do {
      _ = try ModelFile.decode(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("is refused as no JSON", arguments: ["", "{", "schema", "{\"schema\": }"])
  func syntax(text: String) {
    guard case .syntax = failure(text) else {
      Issue.record("\(String(describing: failure(text)))")
      return
    }
  }

  @Test("is refused where it is of another version, whatever else it holds")
  func schema() throws {
    let error = try #require(failure(#"{"schema": "orrery.model/3", "machines": 1}"#))
    #expect(error == .schema(found: "orrery.model/3"))
    #expect(error.description.contains("'orrery.model/2'"))
  }

  @Test("is refused with the place of a value that is missing or wrong")
  func places() {
    let head = #"{"schema": "orrery.model/1", "diagnostics": [], "machines": ["#
    #expect(failure(#"{"machines": []}"#) == .missing(key: "schema", path: "."))
    #expect(failure(head + #"{"id": "M"}]}"#) == .missing(key: "name", path: ".machines[0]"))
    let style = failure(head + #"{"id": "M", "name": "M", "style": "magic"}]}"#)
    #expect(style?.description.hasPrefix("a wrong value at .machines[0].style: ") == true)
  }

  @Test("cannot exhaust the stack with nested effects")
  func depth() {
    var effect = #"{"name": "x"}"#
    for _ in 0..<200 { effect = #"{"op": "merge", "of": [\#(effect)]}"# }
    let text = ModelFile.encode(RichModel.extract())
      .replacingOccurrences(
        of: #""effectTree": {"name": ".send"}"#, with: #""effectTree": \#(effect)"#)
    #expect(text.contains(effect))
    #expect(failure(text) != nil)
  }
}
