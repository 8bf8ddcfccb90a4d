import LoweredSources
import OrreryExecution
import OrreryModel
import OrreryProgram
import Testing

@Suite("Executing the actions of a struct")
struct StructStateTests {
  @Test("tells each write of a property, and the choice between two values as one")
  func writes() {
    let source = """
      struct Player {
        var volume = 3
        var title = ""
        mutating func play(_ name: String, loud: Bool) {
          title = name
          volume = loud ? 9 : 3
        }
      }
      """
    #expect(
      actions("play", of: "Player", in: source) == ["[] title = name; volume = loud ? 9 : 3"])
  }

  @Test("words a copy or a new value by what the caller gives")
  func copies() {
    let source = """
      struct Player {
        var volume: Int
        var title: String
        init(volume: Int, title: String) { (self.volume, self.title) = (volume, title) }
        func louder() -> Player { self.copy(volume: 9) }
        func muted() -> Player { self.with { $0.volume = 0 } }
        func renamed(to text: String) -> Player { Player(volume: volume, title: text) }
      }
      """
    #expect(actions("louder", of: "Player", in: source) == ["[] volume = 9"])
    #expect(actions("muted", of: "Player", in: source) == ["[] volume = 0"])
    #expect(actions("renamed", of: "Player", in: source) == ["[] title = text"])
  }

  @Test("counts what a loop writes to the action around it")
  func loops() {
    let source = """
      struct List {
        struct Item { var isDone = false; var count = 0 }
        var items: [Item] = []
        mutating func finish() {
          for index in items.indices where items[index].count > 3 { items[index].isDone = true }
        }
      }
      """
    #expect(actions("finish", of: "List", in: source) == ["[] items[index].isDone = true"])
  }

  @Test("changes what a case carries, and leaves any other case alone")
  func casePaths() {
    let source = """
      enum Door {
        case open(Int), shut
        mutating func widen() { self.modify(\\.open) { $0 += 1 } }
        mutating func close() { if self.is(\\.open) { self = .shut } }
      }
      """
    #expect(
      paths("widen", of: "Door", in: source) == ["open [] -> open", "shut [] -> shut"])
    #expect(paths("close", of: "Door", in: source) == ["open [] -> shut", "shut [] -> shut"])
  }
}

/// The paths of a method of a struct that is its own state and of which nothing is known:
/// `[guard] writes`.
private func actions(_ method: String, of name: String, in source: String) -> [String] {
  let sources = program(source)
  guard let type = sources.type("App.\(name)"),
    let function = type.functions.first(where: { $0.name == method }), let body = function.body
  else { return [] }
  let symbols = SymbolTable()
  let me = Place(frame: 0, .me)
  var setting = Setting()
  (setting.state.place, setting.state.structType, setting.followed) = (me, type.key, [type.key])
  let execution = Execution(sources, setting, symbols: symbols)
  let state = Unknown(symbols.symbol(.start), text: "state", type: type.key)
  var frame = Frame(me: .unknown(state), selfType: type.key, returnType: function.returnType)
  frame.variables = function.parameters.map { parameter in
    let name = parameter.variable.name
    return .unknown(Unknown(symbols.symbol(.parameter(name)), text: name))
  }
  let start = Path(frames: [frame], location: function.location, symbols: symbols)
  return execution.execute(body, from: start).map { flow in
    var end = flow.path.value(at: me)
    if case .returned(let value) = flow.exit, case .object = value { end = value }
    let guards = Clause.wording(of: flow.path.guards) ?? ""
    guard case .object(let object)? = end else { return "[\(guards)]" }
    let writes = object.writes.map { "\($0.path) \($0.op) \($0.value)" }
    return "[\(guards)] \(writes.joined(separator: "; "))"
  } + execution.findings.notes.map(\.reason)
}
