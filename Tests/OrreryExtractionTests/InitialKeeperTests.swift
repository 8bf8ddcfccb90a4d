import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an object is made with") struct InitialKeeperTests {
  private func light(_ keepers: String) throws -> String? {
    let source = """
      enum Light {
        case red, green
        mutating func go() { self = .green }
        mutating func stop() { self = .red }
      }
      \(keepers)
      """
    return try #require(extract(source).machines.first { $0.name == "Light" }).initial
  }

  @Test("is the first state of an enum, where all that keep it and give it a value agree")
  func keepers() throws {
    let red = "struct A { var light: Light = .red }"
    #expect(try light(red) == "red")
    #expect(try light(red + "\nstruct B { var light: Light? }") == "red")
    #expect(try light("struct B { var light: Light? }") == nil)
    #expect(try light(red + "\nstruct B { var light = Light.green }") == nil)
    let told = "\nstruct B { var light: Light; init(light: Light) { self.light = light } }"
    #expect(try light(red + told) == nil)
  }

  @Test(
    "is what an initializer that waits assigns; a task comes later",
    arguments: [
      ("mode = .locked", "locked"), ("Task { await self.lock() }", "closed"),
      ("await load(); mode = .locked", "locked"), ("Task { mode = .locked }", "closed"),
    ])
  func tasks(start: String, expected: String?) throws {
    let source = """
      actor Door {
        enum Mode { case closed, locked }
        var mode: Mode = .closed
        init() async { \(start) }
        func lock() { if mode == .closed { mode = .locked } }
        func open() { if mode == .locked { mode = .closed } }
      }
      """
    #expect(try machine(source).initial == expected)
  }

  @Test("is what an inherited initializer leaves, which runs once")
  func inherited() throws {
    let source = """
      class Base: NSObject {
        enum Mode {
          case a, b, c
          mutating func advance() { if self == .a { self = .b } else { self = .c } }
        }
        var mode = Mode.a
        override init() {
          super.init()
          mode.advance()
        }
      }
      final class Door: Base {
        func close() { if mode == .b { mode = .a } }
        func push() { if mode == .a { mode = .b } }
      }
      """
    let door = extract(source).machines.first { $0.name == "Door" }
    #expect(try #require(door).initial == "b")
  }
}

@Suite("A result that is waited for") struct AwaitedResultNameTests {
  @Test("is part of the event's name, and no condition, however it is asked for")
  func guarded() throws {
    let source = """
      final class Session {
        enum Phase { case idle, ready, failed }
        private var phase = Phase.idle
        func start() async {
          guard phase == .idle else { return }
          guard case .success(let user) = await load() else {
            phase = .failed
            return
          }
          phase = .ready
          print(user)
        }
      }
      """
    let rows = try machine(source).sure.filter { $0.kind == .move }.map(describe)
    #expect(
      rows == [
        "idle start#load[!(case .success(let user) = await load())] failed",
        "idle start#load.success ready",
      ])
  }
}
