import OrreryExtraction
import OrreryModel
import Testing

@Suite("Functions of others that the machine is handed to") struct HandedMachineTests {
  private let lamp = """
    final class Lamp {
      enum Mode { case off, on, broken }
      fileprivate(set) var mode: Mode = .off
      private let helper = Helper()
      func reset() { if mode == .broken { mode = .off } }
      func go() { if mode == .off { helper.start(self) } }

    """

  private func files(_ sources: [String]) -> [SourceText] {
    sources.enumerated().map { number, text in
      SourceText(module: "App", path: "Sources/App/File\(number).swift", text: text)
    }
  }

  private func machine(_ sources: [String]) throws -> Machine {
    try #require(Extractor().extract(files(sources)).machines.first { $0.name == "Lamp" })
  }

  private func rows(_ machine: Machine, _ event: String) -> [String] {
    machine.transitions.filter { $0.event.name == event }.map(describe)
  }

  private let open =
    "'lamp.mode = .on' changes the state, also where no transition shows it: other code may call "
    + "'start' too"

  @Test("what they do is told, and that others may call them")
  func walked() throws {
    let machine = try machine([
      lamp + """
          func later() { if mode == .on { helper.start(self) } }
        }
        final class Helper { func start(_ lamp: Lamp) { lamp.mode = .on } }
        """
    ])
    #expect(rows(machine, "go") == ["off go on", "on go ignored", "broken go ignored"])
    #expect(machine.unresolved.map(\.reason) == [open])
  }

  @Test(
    "so it is said whoever calls them",
    arguments: [
      ("", "final class Owner { let lamp = Lamp(); func panic() { Helper().start(lamp) } }"),
      ("", "func panic(_ lamp: Lamp, _ helper: Helper?) { helper?.start(lamp) }"),
      ("", "let all = lamps.map(Helper().start)"),
      ("", "final class Motor { func start(_ count: Int) {}; func run() { start(3) } }"),
      (
        "func tell() { if mode == .broken { helper.deep(self) } }",
        "extension Helper { func deep(_ lamp: Lamp) { start(lamp) }; func more() { deep(Lamp()) } }"
      ),
    ])
  func calledByOthers(_ own: String, _ other: String) throws {
    let machine = try machine([
      lamp + "\(own) }\nfinal class Helper { func start(_ lamp: Lamp) { lamp.mode = .on } }\n"
        + other
    ])
    #expect(machine.unresolved.map(\.location.line) == [8])
    #expect(machine.unresolved.map(\.reason) == [open])
  }

  @Test(
    "a method that does no more than to hand it over is an event, and no question where it is long")
  func handedOver() throws {
    let machine = try machine([
      lamp + """
          func force() { helper.start(self) }
          func work() { if mode == .on { slowly() } }
          private func slowly() {
            print("a")
            print("b")
            Helper.halt(self)
          }
          func tell() { helper.ask(self) }
        }
        final class Helper {
          func start(_ lamp: Lamp) { lamp.mode = .on }
          func ask(_ lamp: Lamp) { print(lamp.mode) }
          static func halt(_ lamp: Lamp) { lamp.mode = .off }
        }
        """
    ])
    #expect(rows(machine, "force") == ["off force on", "on force ignored", "broken force on"])
    #expect(rows(machine, "work") == ["off work ignored", "on work off", "broken work ignored"])
    #expect(rows(machine, "tell") == [])
    #expect(machine.unresolved.count == 2)
  }

  @Test("one that hands it on is walked as well")
  func handedOn() throws {
    let machine = try machine([
      lamp + """
          func deep() { if mode == .broken { helper.deep(self) } }
        }
        final class Helper {
          fileprivate func start(_ lamp: Lamp) { lamp.mode = .on }
          fileprivate func deep(_ lamp: Lamp) { deep(lamp, 3) }
          fileprivate func deep(_ lamp: Lamp, _ count: Int) { start(lamp) }
        }
        """
    ])
    #expect(rows(machine, "deep") == ["off deep ignored", "on deep ignored", "broken deep on"])
    #expect(machine.unresolved.map(\.reason) == [open])
  }

  @Test("other files may call them, whether they name the machine or not")
  func otherFiles() throws {
    let open = lamp.replacing("fileprivate(set) ", with: "") + "}"
    let helper = "final class Helper { func start(_ lamp: Lamp) { lamp.mode = .on } }"
    let caller = "func panic(_ house: House) { house.helper.start(house.main) }"
    #expect(try machine([open, helper]).unresolved.map(\.reason) == [self.open])
    #expect(try machine([open, helper, caller]).unresolved.map(\.reason) == [self.open])
    var session = ExtractionSession()
    for sources in [
      [open, helper], [open, helper, caller], [open, helper, "func other() {}"],
      [open, helper, caller], [open, helper],
    ] {
      let files = files(sources)
      #expect(session.extract(files) == Extractor().extract(files))
    }
  }
}
