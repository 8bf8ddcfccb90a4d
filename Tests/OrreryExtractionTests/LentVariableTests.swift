import OrreryExtraction
import OrreryModel
import Testing

@Suite("Code that is lent the state in a variable") struct LentVariableTests {
  private func door(_ members: String, lending: String = Self.assigning) -> String {
    """
    struct Door {
      enum State { case open, shut(by: String), gone, moving }
      private var state: State = .open
      \(lending)
      \(members)
    }
    """
  }

  private static let assigning = """
    mutating func lend<T>(_ body: (inout State) -> T) -> T {
        var state = State.moving
        swap(&self.state, &state)
        defer { self.state = state }
        return body(&state)
      }
    """

  private static let swapping = """
    mutating func lend<T>(_ body: (inout State) -> T) -> T {
        var state = State.moving
        swap(&self.state, &state)
        defer { swap(&self.state, &state) }
        return body(&state)
      }
    """

  private let push = """
    mutating func push(_ name: String) -> Bool {
        lend { state in
          switch state {
          case .open:
            state = .shut(by: name)
            return true
          case .shut, .gone: return false
          case .moving: preconditionFailure()
          }
        }
      }
    """

  @Test("a row stands where the lent code assigns it", arguments: [assigning, swapping])
  func places(lending: String) throws {
    let source = door(push, lending: lending)
    let found = try machine(source)
    #expect(
      found.transitions.map(describe) == [
        "open push shut", "shut push ignored", "gone push ignored",
      ])
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("= .shut(by: name)") }.map { $0 + 1 }
    #expect(found.transitions.first?.location.line == line)
    let returned = lines.firstIndex { $0.contains("return false") }.map { $0 + 1 }
    #expect(found.transitions.dropFirst().allSatisfy { $0.location.line == returned })
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: source)]
    let audit = Audit(files, extract: extract(source))
    #expect(audit.count(.write, .missing) == 0)
    #expect(audit.count(.write, .row) == 1)
  }

  @Test("what is assigned again stands where that is done")
  func again() throws {
    let source = door(
      """
      mutating func push() {
          lend { state in state = .shut(by: "") }
          let old = state
          state = .gone
          state = old
        }
      """)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("state = old") }.map { $0 + 1 }
    #expect(Set(try machine(source).transitions.map(\.location.line)) == [line])
  }

  @Test("what no closure puts there stands where the state is assigned")
  func notLent() throws {
    let source = """
      final class Door {
        enum State {
          case open, shut
          init(_ number: Int) {
            if number > 0 { self = .open } else { self = .shut }
          }
        }
        private var state: State = .open
        func push(_ isFar: Bool) {
          let next: State
          if isFar { next = .shut } else { next = .open }
          state = next
        }
        func turn(_ number: Int) {
          state = State(number)
        }
        func lock() { if state == .open { state = .shut } }
      }
      """
    let moves = try machine(source).transitions.filter { $0.kind == .move }
    #expect(moves.map(\.event.name) == ["push", "push", "turn", "turn", "lock"])
    #expect(moves.map(\.location.line) == [12, 12, 15, 15, 17])
  }
}

@Suite("Results that are mapped") struct MappedResultTests {
  private func rows(_ use: String) throws -> [String] {
    try machine(
      """
      enum Door {
        case open, shut
        mutating func push(_ text: String) -> Result<Int, Failure> {
          switch self {
          case .open: return \(use)
          case .shut: return .failure(.late)
          }
        }
        func read(_ text: String) -> Result<Int, Failure> {
          guard let number = Int(text) else { return .failure(.unreadable) }
          return .success(number)
        }
      }
      """
    ).transitions.map(describe)
  }

  @Test("the closure runs where there is a value", arguments: ["map", "flatMap"])
  func success(name: String) throws {
    let answer = name == "map" ? "$0 + 1" : ".success($0)"
    #expect(
      try rows("read(text).\(name) { self = .shut; return \(answer) }") == [
        "open push[!(let number = Int(text))]/.failure open",
        "open push[let number = Int(text)]/.success shut",
        "shut push/.failure shut",
      ])
  }

  @Test("or where there is an error", arguments: ["mapError", "flatMapError"])
  func failure(name: String) throws {
    let answer = name == "mapError" ? "$0" : ".failure($0)"
    #expect(
      try rows("read(text).\(name) { self = .shut; return \(answer) }") == [
        "open push[!(let number = Int(text))]/.failure shut",
        "open push[let number = Int(text)]/.success open",
        "shut push/.failure shut",
      ])
  }
}
