import LoweredSources
import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import Testing

@Suite("What follows a wait")
struct SuspensionTests {
  @Test("goes on from the block that waits, in the state that holds then")
  func goingOn() {
    let source = """
      actor Loader {
        enum State { case idle, busy, done, failed }
        var state = State.idle
        func load() async {
          guard state == .idle else { return }
          state = .busy
          do {
            let item = try await api.load()
            state = item.isGood ? .done : .failed
          } catch { state = .failed }
        }
      }
      """
    #expect(
      ends("load", of: "Loader", in: source, from: "idle", meanwhile: "busy") == [
        "idle [] -> busy, asks api.load", "api.load.success: busy [item.isGood] -> done",
        "api.load.success: busy [!(item.isGood)] -> failed",
        "api.load.failure: busy [] -> failed",
      ])
  }

  @Test("leaves the functions and the constructs around it as they were entered")
  func leaving() {
    let source = """
      actor Loader {
        enum State { case idle, busy, done, failed }
        var state = State.idle
        func load() async {
          state = .busy
          for item in items {
            defer { log(item) }
            await save(item)
          }
          state = .done
        }
        private func save(_ item: Item) async { await disk.write(item) }
      }
      """
    #expect(
      ends("load", of: "Loader", in: source, from: "idle", meanwhile: "busy") == [
        "idle [!(for item in items)] -> done",
        "idle [for item in items] -> busy, asks disk.write",
        "disk.write: busy [!(for item in items)] -> done",
        "disk.write: busy [for item in items] -> busy, asks disk.write",
      ])
  }

  @Test("knows what no one else can have changed, and nothing else")
  func knowledge() {
    let source = """
      actor Loader {
        enum State { case idle, busy, done, failed }
        var state = State.idle
        var isOn = false
        func load(_ isFast: Bool) async {
          isOn = true
          guard isFast else { return }
          await api.load()
          if isFast && isOn { state = .done }
        }
      }
      """
    #expect(
      ends("load", of: "Loader", in: source, from: "idle", meanwhile: "idle") == [
        "idle [!(isFast)] -> idle", "idle [isFast] -> idle, asks api.load",
        "api.load: idle [isOn] -> done", "api.load: idle [!(isOn)] -> idle",
      ])
  }
}

/// The ends of a method of an actor from one state, then those of what follows each wait in another.
private func ends(
  _ method: String, of name: String, in source: String, from start: String, meanwhile: String
) -> [String] {
  let sources = program(source)
  guard let type = sources.type("App.\(name)"),
    let function = type.functions.first(where: { $0.name == method }), let body = function.body
  else { return [] }
  let symbols = SymbolTable()
  let state = { (name: String) in
    Value.enumCase(CaseValue(name: name, type: "App.Loader.State", text: ".\(name)"))
  }
  var setting = Setting()
  setting.state.place = Place(frame: 0, .me, path: ["state"])
  setting.state.type = "App.Loader.State"
  setting.followed = [type.key]
  setting.isSuspending = true
  let first = Execution(sources, setting, symbols: symbols)
  let me = Unknown(symbols.symbol(.me), text: "self", type: type.key)
  var frame = Frame(
    me: .object(ObjectValue(base: me, fields: ["state": state(start)])), selfType: type.key)
  frame.variables = function.parameters.map { parameter in
    let name = parameter.variable.name
    return .unknown(Unknown(symbols.symbol(.parameter(name)), text: name))
  }
  let path = Path(frames: [frame], location: function.location, symbols: symbols)
  var lines = first.execute(body, from: path).map { line($0, from: start) }
  for suspension in first.waits.suspensions {
    let key = suspension.key
    for succeeds in key.mayFail ? [true, false] : [true] {
      let then = Execution(sources, setting, symbols: symbols)
      let flows = then.resume(
        suspension, .init(succeeds: succeeds, state: state(meanwhile), origin: nil, open: []))
      let ending = key.mayFail ? succeeds ? ".success" : ".failure" : ""
      lines += flows.map { "\(key.callee)\(ending): \(line($0, from: meanwhile))" }
    }
  }
  return lines
}

private func line(_ flow: Flow, from name: String) -> String {
  let guards = Clause.wording(of: flow.path.guards) ?? ""
  let state = flow.path.value(at: Place(frame: 0, .me, path: ["state"]))?.stateName ?? "?"
  let asked = flow.path.progress.asked.map(\.description)
  return "\(name) [\(guards)] -> \(state)"
    + (asked.isEmpty ? "" : ", asks \(asked.joined(separator: ", "))")
}
