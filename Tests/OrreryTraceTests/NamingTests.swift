import OrreryTrace
import Testing

@Suite struct NamingTests {
  @Test(
    "Properties are found again in the name that they make",
    arguments: [
      "idle", "", "a, b=c", "\\", "\\,", " ", "\u{301}", ",\u{301}", "=\u{20E3}", "\"", "a\nb",
    ])
  func properties(text: String) {
    let made = Naming.state(properties: [(text, "1"), ("x", text), (text + "y", text)])
    let read = Naming.properties(ofState: made)
    #expect(read.map(\.name) == [text, "x", text + "y"])
    #expect(read.map(\.value) == ["1", text, text])
  }

  @Test("One projected property is its bare value, several keep their names")
  func projection() {
    let recorded = Naming.state(properties: [("isLoading", "true"), ("alert", "nil"), ("n", "1")])
    #expect(recorded == "isLoading=true, alert=nil, n=1")
    #expect(Naming.project(recorded, onto: ["alert"]) == "nil")
    #expect(Naming.project(recorded, onto: ["isLoading", "alert"]) == "isLoading=true, alert=nil")
    #expect(Naming.project(recorded, onto: ["other"]) == nil)
    #expect(Naming.project(recorded, onto: []) == recorded)
    #expect(Naming.project("idle", onto: ["phase"]) == "idle")
    #expect(Naming.state(properties: []) == "any", "a state of which no property tells has a name")
    #expect(Naming.project("any", onto: []) == "any")
  }

  @Test("Backticks, generic arguments and raw identifiers")
  func identifiers() {
    #expect(Naming.identifier("`default`") == "default")
    #expect(Naming.identifier("`a, \"b\"`") == "a, \"b\"")
    #expect(Naming.identifier("`") == "`")
    #expect(Naming.typeName("Box<[Int]>") == "Box")
    #expect(Naming.typeName("`a < b`") == "a < b")
    #expect(Naming.typeName("`Box`<Int>") == "Box")
    #expect(Naming.machine(module: "App", path: ["Outer<T>", "`Type`"]) == "App.Outer.Type")
    #expect(Naming.machine(module: "", path: ["A", "B"]) == "A.B")
  }

  @Test(
    "A type that only the running program knows is named with module and enclosing types",
    arguments: [
      ("App.Door", "App.Door"), ("App.House.Door", "App.House.Door"),
      ("App.House<Swift.Array<(Swift.Int) -> Swift.Bool>>.Door", "App.House.Door"),
      ("App.(unknown context at $5d30f0).Door", "App.Door"),
      ("App.(House in _0A1B).Door", "App.House.Door"),
      ("App.House.(unknown context at $5d30f0).(unknown context at $1).Door", "App.House.Door"),
      ("(extension in App):Swift.Array<Swift.Int>.Door", "App.Array.Door"),
      ("App.`the house`.`a.b<c>`", "App.the house.a.b<c>"), ("", ""), ("App.Box<", "App.Box"),
      ("App.(", "App"),
    ])
  func reflecting(type: String, id: String) {
    #expect(Naming.machine(reflecting: type) == id)
  }

  @Test("What Swift prints of types is read as it is written here")
  func reflected() {
    func id<Value>(_ type: Value.Type) -> String {
      Naming.machine(reflecting: String(reflecting: type))
    }
    struct Local {}
    #expect(id(Local.self) == "OrreryTraceTests.NamingTests.Local")
    #expect(id(Hidden<[Int]>.Inner.self) == "OrreryTraceTests.Hidden.Inner")
    #expect(id([Int].Door.self) == "OrreryTraceTests.Array.Door")
    #expect(id(Hidden<(Int) -> Bool>.`raw.name`.self) == "OrreryTraceTests.Hidden.raw.name")
  }

  @Test("Modules of targets and of files")
  func modules() {
    #expect(Naming.module(target: "my-app") == "my_app")
    #expect(Naming.module(target: "3d") == "_3d")
    #expect(Naming.module(fileID: "App/Sub/File.swift") == "App")
  }

  @Test("An id is matched by itself and by what stands behind a dot")
  func matches() {
    #expect(Naming.matches(id: "App.Search", name: "App.Search"))
    #expect(Naming.matches(id: "App.Search", name: "Search"))
    #expect(!Naming.matches(id: "App.ReSearch", name: "Search"))
  }

  @Test("The method that sends is traced back to the events that lead to it")
  func senders() {
    let calls = [
      (caller: "eventA", callee: "eventAInternal"), ("eventB", "shared"), ("eventC", "shared"),
      ("shared", "publish"), ("publish", "shared"),
    ]
    let events = ["eventA", "eventB", "eventC"]
    #expect(Naming.method("eventB(param:)") == "eventB")
    #expect(Naming.method("`raw name`(x:)") == "raw name")
    func reach(_ method: String) -> [String] {
      Naming.events(sendingIn: method, events: events, calls: calls)
    }
    #expect(reach("eventAInternal") == ["eventA"])
    #expect(reach("eventB") == ["eventB"])
    #expect(reach("publish") == ["eventB", "eventC"])
    #expect(reach("stranger").isEmpty)
  }

  @Test("A method is told from its namesakes by its labels, and from what follows a wait in it")
  func parts() {
    #expect(Naming.method("open", labels: []) == "open()")
    #expect(Naming.method("open", labels: ["at", "_"]) == "open(at:_:)")
    #expect(
      Naming.method("open", labels: ["at", "_"], types: ["Int", "Door?"])
        == "open(at: Int, _: Door?)")
    #expect(Naming.continuation(of: "load", behind: "self.api?.fetch") == "load#api.fetch")
    #expect(Naming.continuation(of: "load", behind: "get(\"a?\")") == "load#get(\"a?\")")
  }

  private enum Mode { case on, off }

  private struct Panel {
    var isLit = true
    var mode = Mode.off
    var wish: Mode?
    var door: Panel.Door?
    var count = 3
    struct Door {}
  }

  @Test("Reflection names a state by its case, or by its properties of few values")
  func reflection() {
    #expect(Naming.state(reflecting: Mode.on) == "on")
    #expect(Naming.state(reflecting: Mode?.none) == "nil")
    #expect(Naming.state(reflecting: Panel()) == "isLit=true, mode=off, wish=nil, door=nil")
    let full = Panel(wish: .on, door: Panel.Door())
    #expect(Naming.state(reflecting: full) == "isLit=true, mode=off, wish=on, door=some")
    #expect(Naming.state(reflecting: 3) == "any")
  }
}

private enum Hidden<Value> {
  struct Inner {}
  struct `raw.name` {}
}

extension Array {
  fileprivate struct Door {}
}
