import OrreryExtraction
import OrreryModel
import Testing

@Suite("Writes to the state of an object that is reached somehow") struct OtherObjectTests {
  private let gate = """
    final class Gate: Lockable {
      enum Status { case idle, open, closed }
      static let shared = Gate()
      static var main: Gate { shared }
      var status: Status = .idle
      func shut() { status = .closed }
      func reopen() { if status == .closed { status = .idle } }
    }
    protocol Lockable: AnyObject { var status: Gate.Status { get set } }
    final class Keeper {
      var gate: Gate { Gate.main }
      func find() -> Gate { gate }
    }
    func findGate() -> Gate { Gate.shared }
    struct Weak<Value: AnyObject> { weak var value: Value? }
    let mainGate = Gate.shared
    """

  @Test(
    "are listed, whatever says what the object is",
    arguments: [
      "func go() { Gate.shared.status = .open }", "func go() { Gate.main.status = .open }",
      "func go() { let gate = Gate.shared; gate.status = .open }",
      "func go() { findGate().status = .open }",
      "func go(_ all: [Gate]) { all[0].status = .open }",
      "func go(_ all: [String: Gate]) { all[\"a\"]?.status = .open }",
      "func go(_ all: [Gate]) { for one in all { one.status = .open } }",
      "func go(_ all: [Gate]) { all.forEach { $0.status = .open } }",
      "func go(_ all: [Gate]) { all.first?.status = .open }",
      "func go(_ keeper: Keeper) { keeper.gate.status = .open }",
      "func go(_ keeper: Keeper) { keeper.find().status = .open }",
      "func go(_ any: Any) { (any as? Gate)?.status = .open }",
      "func go(_ any: Any) { guard let gate = any as? Gate else { return }; gate.status = .open }",
      "func go(_ gate: Lockable) { gate.status = .open }",
      "var keeper = Keeper()\n  func go() { keeper.gate.status = .open }",
      "@Environment(Gate.self) private var gate\n  func go() { gate.status = .open }",
      "func go(_ one: Gate?) { (one ?? Gate.shared).status = .open }",
      "func go() { later { [gate = Gate.shared] in gate.status = .open } }",
      "func go(_ gate: inout Gate) { gate.status = .open }",
      "func go(_ all: [String: Gate]) { for (_, gate) in all { gate.status = .open } }",
      "func go(_ all: [Gate]) { for (_, gate) in all.enumerated() { gate.status = .open } }",
      "func go(_ all: [Gate]) { all.enumerated().forEach { $1.status = .open } }",
      "func go(_ all: [Gate]) { for (_, gate) in zip([1], all) { gate.status = .open } }",
      "func go(_ all: [Gate?]) { for case let gate? in all { gate.status = .open } }",
      "func go(_ all: [Gate]) { all[0...].forEach { $0.status = .open } }",
      "func go(_ all: [Gate]) { (all + all).forEach { $0.status = .open } }",
      "func go(_ all: [[Gate]]) { all.joined().forEach { $0.status = .open } }",
      "func go(_ pair: (Gate, Int)) { pair.0.status = .open }",
      "func go(_ gate: () -> Gate) { gate().status = .open }",
      "func go(_ all: [Gate]) { guard case let gate? = all.first else { return }; gate.status = .open }",
      "func go(_ any: Any) { switch any { case let gate as Gate: gate.status = .open; default: break } }",
      "func go(_ gate: Unmanaged<Gate>) { gate.takeUnretainedValue().status = .open }",
      "func go(_ gate: Weak<Gate>) { gate.value?.status = .open }",
      "func go() { mainGate.status = .open }",
    ])
  func reached(_ code: String) throws {
    for sources in [[gate + "\nstruct View {\n\(code)\n}"], [gate, "struct View {\n\(code)\n}"]] {
      let machine = try machine(sources)
      #expect(machine.unresolved.count == 1, "\(machine.unresolved)")
      #expect(machine.unresolved.first?.reason.contains("status = .open") == true)
    }
  }

  @Test("are listed also where the state is lent, or nothing says what it is given")
  func lent() throws {
    for code in [
      "func go(_ gate: Gate) { change(&gate.status) }",
      "func go(_ gate: Gate) { gate[keyPath: \\.status] = .open }",
      "func go(_ a: Gate, _ all: [Gate]) { for (_, b) in all.enumerated() { b.status = next() } }",
      "func go(_ a: Gate, _ b: Door) { swap(&a.status, &b.status) }",
    ] {
      let machine = try machine([gate, "final class Door { var status: Gate.Status? }", code])
      #expect(machine.unresolved.map(\.location.file) == ["Sources/App/File2.swift"], "\(code)")
    }
  }

  @Test(
    "are none of the machine's where the object is another one",
    arguments: [
      "let door = makeDoor(); door.status = .open", "makeDoor().status = .open",
      "Door.shared.status = .open",
      "for door in doors { door.status = .open }", "doors.forEach { $0.status = .open }",
      "let gate = Door.shared; gate.status = .open",
    ])
  func another(_ code: String) throws {
    let door = """

      final class Door {
        static let shared = Door()
        var status: Gate.Status?
      }
      func makeDoor() -> Door { Door.shared }
      struct View {
        let doors: [Door]
        func go() { \(code) }
      }
      """
    #expect(try machine([gate + door]).unresolved.isEmpty)
  }

  @Test("are listed also where their file names neither a state nor the machine")
  func plainFile() throws {
    let view = "func go(_ keeper: Keeper, next: Int) { keeper.gate.status = make(next) }"
    let machine = try machine([gate, view])
    #expect(machine.unresolved.map(\.location.file) == ["Sources/App/File1.swift"])
    let closed = gate.replacing("var status:", with: "private(set) var status:")
    #expect(Extractor.candidates(among: files([closed, view])).count == 1)
  }

  @Test("are listed also where they are made by another name, which stands for a state of its own")
  func otherNames() throws {
    let gate = """
      final class Gate: Lockable {
        enum Status { case idle, open, closed }
        private var _status: Status = .idle
        var status: Status {
          get { _status }
          set { if _status != newValue { _status = newValue } }
        }
        func shut() { status = .closed }
        func reopen() { if status == .closed { status = .idle } }
      }
      """
    let asked = "protocol Lockable: AnyObject { var status: Gate.Status { get set } }"
    let found = try machine([gate, asked, "func go(_ gate: Lockable) { gate.status = .open }"])
    #expect(found.unresolved.count == 1, "\(found.unresolved)")
    #expect(found.unresolved.first?.reason.contains("status = .open") == true)
    let closed = gate.replacing("var status: Status", with: "private(set) var status: Status")
    #expect(try machine([closed, "func go() { gate.status = .open }"]).unresolved.isEmpty)
  }

  @Test("are no part of the machine where a test makes them")
  func tests() throws {
    let test = """
      import XCTest
      final class GateTests: XCTestCase { func testOpen() { Gate.shared.status = .open } }
      """
    #expect(try machine([gate, test]).unresolved.isEmpty)
  }

  @Test(
    "are listed wherever the property or its type has another name",
    arguments: [
      ("var status: Status = .idle", "var status:\n    Status = .idle"),
      ("var status: Status = .idle", "typealias Mode = Status\n  var status: Mode = .idle"),
      (
        "var status: Status = .idle",
        "private(set) var current: Status = .idle\n  var status: Status { get { current } set { current = newValue } }"
      ),
    ])
  func otherNames(_ old: String, _ new: String) throws {
    let view = "func go(_ keeper: Keeper, next: Int) { keeper.gate.status = make(next) }"
    let machine = try machine([gate.replacing(old, with: new), view])
    #expect(machine.unresolved.map(\.location.file) == ["Sources/App/File1.swift"])
  }

  @Test("are found again when one of the files changes")
  func session() {
    let open = "func go() { Gate.shared.status = .open }"
    var session = ExtractionSession()
    for sources in [
      [gate], [gate, open], [gate, "func go() {}"], [gate + "\n", open],
      [gate.replacing("var status:", with: "private var status:"), open], [gate, open],
    ] {
      let files = files(sources)
      #expect(session.extract(files) == Extractor().extract(files))
    }
  }

  private func files(_ sources: [String]) -> [SourceText] {
    sources.enumerated().map { number, text in
      SourceText(module: "App", path: "Sources/App/File\(number).swift", text: text)
    }
  }

  private func machine(_ sources: [String]) throws -> Machine {
    let extract = Extractor().extract(files(sources))
    return try #require(extract.machines.first { $0.name == "Gate" })
  }
}
