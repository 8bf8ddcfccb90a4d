import OrreryExtraction
import OrreryModel
import Testing

@Suite("A case that is there only while a handler runs") struct PassingCaseTests {
  @Test("is no state, and a note says so")
  func note() throws {
    let found = extract(
      """
      struct Box {
        enum State { case active([Int]), closed, _modifying }
        private var state: State = .active([])
        mutating func add(_ id: Int) {
          switch state {
          case .active(var ids):
            state = ._modifying
            ids.append(id)
            state = .active(ids)
          case .closed: break
          case ._modifying: preconditionFailure()
          }
        }
        mutating func close() { state = .closed }
      }
      """)
    #expect(found.machines.first?.states.map(\.name) == ["active", "closed"])
    let notes = found.diagnostics.filter { $0.id == "passing-case" }
    #expect(notes.map(\.severity) == [.note])
    #expect(notes.map(\.location.line) == [2])
    #expect(notes.first?.message.hasPrefix("'_modifying' is no state of 'Box'") == true)
  }

  @Test("a value is in no state that every handler leaves, whatever would be done there")
  func leftByAll() throws {
    let found = try machine(
      """
      struct Stream {
        enum State { case open(Int), closed, modifying }
        private var state: State = .open(0)
        mutating func receive(_ count: Int) {
          guard case .open(let old) = state else { state = .closed; return }
          state = .modifying
          state = .open(old + count)
        }
        mutating func fail() {
          switch state {
          case .closed: break
          default: state = .closed
          }
        }
      }
      """)
    #expect(found.states.map(\.name) == ["open", "closed"])
  }
}
