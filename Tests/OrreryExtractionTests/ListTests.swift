import OrreryExtraction
import OrreryModel
import Testing

@Suite("Lists of which not all elements are known") struct ListTests {
  private func source(items: String = "[Int]", _ body: String) -> String {
    """
    final class Queue {
      enum State { case idle, busy }
      private(set) var state: State = .idle
      private var items: \(items) = .init()
      func change(_ more: [Int]) {
        \(body)
      }
      func stop() { state = .idle }
    }
    """
  }

  private func targets(_ source: String) throws -> Set<String> {
    Set(try machine(source).transitions.filter { $0.event.name == "change" }.compactMap(\.to))
  }

  @Test(
    "have an element once one is added",
    arguments: [
      "items.append(1)\nif items.isEmpty { state = .idle } else { state = .busy }",
      "items.insert(1, at: 0)\nguard !items.isEmpty else { state = .idle; return }\nstate = .busy",
      "items.append(1)\nguard let first = items.first else { state = .idle; return }\nstate = .busy",
      "items += [1]\nif items.last == nil { state = .idle } else { state = .busy }",
    ])
  func added(body: String) throws {
    #expect(try targets(source(body)) == ["busy"])
  }

  @Test("say nothing of an element that may be absent itself")
  func optionalElements() throws {
    let body = """
      let value: Int? = find()
      let found = [value]
      if let first = found.first, let number = first { state = .busy } else { state = .idle }
      """
    #expect(try targets(source(body)) == ["busy", "idle"])
  }

  @Test(
    "have none once they are emptied",
    arguments: [
      "items.removeAll()\nstate = items.isEmpty ? .idle : .busy",
      "items.removeAll(keepingCapacity: true)\nif let last = items.last { state = .busy } else { state = .idle }",
      "items = []\nif items.first != nil { state = .busy } else { state = .idle }",
      "items = []\nif items.count > 0 { state = .busy } else { state = .idle }",
    ])
  func emptied(body: String) throws {
    #expect(try targets(source(body)) == ["idle"])
  }

  @Test(
    "may have some or none otherwise",
    arguments: [
      "items.append(contentsOf: more)\nstate = items.isEmpty ? .idle : .busy",
      "items.append(1)\nitems.removeFirst()\nstate = items.isEmpty ? .idle : .busy",
      "items += more\nstate = items.isEmpty ? .idle : .busy",
      "items.removeAll { $0 > 1 }\nstate = items.isEmpty ? .idle : .busy",
    ])
  func open(body: String) throws {
    #expect(try targets(source(body)) == ["idle", "busy"])
  }

  @Test("what another type calls `append` tells nothing")
  func ownType() throws {
    let found = try targets(
      source(
        items: "Ring", "items.append(1)\nif items.isEmpty { state = .idle } else { state = .busy }")
    )
    #expect(found == ["idle", "busy"])
  }

  @Test("what is added to a list that was emptied is a write as well")
  func writes() throws {
    try expectActions(
      """
      struct ListState { var items: [String] = []; var isOn = false }
      enum ListAction { case replace(String), toggle }
      func reduce(_ state: inout ListState, _ action: ListAction) {
        switch action {
        case .replace(let name):
          state.items = []
          state.items.append(name)
        case .toggle: state.isOn.toggle()
        }
      }
      """,
      [
        "replace items = []; items mutate append(name)", "toggle isOn mutate toggle()",
      ])
  }

  private func called(_ members: String, _ kind: String = "final class") throws -> Set<String> {
    try targets(
      """
      protocol QueueDelegate: AnyObject { func changed() }
      \(kind) Queue {
        enum State { case idle, busy }
        private(set) var state: State = .idle
        weak var delegate: QueueDelegate?
        var onChange: (() -> Void)?
        \(members)
        func stop() { state = .idle }
      }
      """)
  }

  @Test(
    "may be changed by who is told of it",
    arguments: ["delegate?.changed()", "onChange?()", "Log.shared.note(self)"],
    ["items.append(1)", "items.removeAll()"])
  func toldOthers(call: String, change: String) throws {
    let change = "func change() { \(change); \(call); state = items.isEmpty ? .idle : .busy }"
    #expect(try called("var items: [Int] = []\n\(change)") == ["idle", "busy"])
    let others = "func clear() { items.removeAll() }\nfunc add() { items.append(2) }"
    #expect(try called("private var items: [Int] = []\n\(change)\n\(others)") == ["idle", "busy"])
  }

  @Test("keep their elements where nobody else can change them")
  func keptFromOthers() throws {
    let change = "items.append(1); delegate?.changed(); state = items.isEmpty ? .idle : .busy"
    #expect(try called("private var items: [Int] = []\nfunc change() { \(change) }") == ["busy"])
    let logs = "items.append(1); print(items); state = items.isEmpty ? .idle : .busy"
    #expect(try called("var items: [Int] = []\nfunc change() { \(logs) }") == ["busy"])
    let more = "func clear() { items.removeAll() }"
    #expect(
      try called("private var items: [Int] = []\nfunc change() { \(change) }\n\(more)", "actor")
        == ["busy"])
  }
}
