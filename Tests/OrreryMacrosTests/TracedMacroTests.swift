import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@Traced")
struct TracedMacroTests {
  private let macros: [String: any Macro.Type] = ["Traced": TracedMacro.self]

  @Test("marks the methods that change the state, themselves or through helpers")
  func methods() {
    expect(
      """
      extension Outer {
        @Traced struct Door {
          enum State {
            case open, `in between`(Int)
          }
          private var state = State.open
          mutating func push() {
            set()
          }
          mutating func log() {
            count += 1
          }
          mutating func help() {
            elsewhere()
          }
          func isOpen() -> Bool {
            state == .open
          }
          mutating func turn(by angle: Int) {
            state = .open
          }
          mutating func turn(to angle: Int) {
            state = .open
          }
          mutating func handle(_ event: Event) {
            switch event {
            case .push: state = .open
            }
          }
          private mutating func set() {
            state = .`in between`(1)
          }
        }
      }
      """,
      expandsTo: """
        """,
      macros: macros)
  }
}

@Suite("@TracedMethod")
struct TracedMethodMacroTests {
  private let macros: [String: any Macro.Type] = ["TracedMethod": TracedMethodMacro.self]

  @Test("begins a step before the body and ends it behind, which stays on its lines")
  func step() {
    expect(
      """
      struct Door {
        @TracedMethod("push") mutating func push() throws -> Int {
          guard state == .open else { throw Refused() }
          state = .shut
          return 1
        }
        @TracedMethod("count", state: "phase", ifMoved: true) mutating func count() -> Int { next() }
        @TracedMethod("handle", parameter: "event") mutating func handle(_ event: Event) {
          switch event {
          case .push: state = .open
          }
        }
      }
      """,
      expandsTo: """
        """,
      macros: macros)
  }

  @Test("ends the step before each wait, and begins another one behind it")
  func waits() {
    expect(
      """
      actor Loader {
        @TracedMethod("load", parts: ["finish"]) func load() async throws {
          state = .loading
          do {
            let items = try await api.fetch()
            state = items.isEmpty ? .none : .some
          } catch {
            state = .failed
          }
          if await api.isReady() { state = .some }
          while let next = await list.next() { state = next }
          await finish()
        }
      }
      """,
      expandsTo: """
        """,
      macros: macros)
  }

  @Test("follows tasks that change the state, in a function of its own for a capture list")
  func tasks() {
    expect(
      """
      final class Model {
        @TracedMethod("load") func load() {
          Task { [weak self] in
            self?.state = await api.fetch()
          }
        }
      }
      """,
      expandsTo: """
        """,
      macros: macros)
  }

  @Test("reads a state behind a lock while that is held")
  func locked() {
    expect(
      """
      final class Gate {
        @TracedMethod("open", locked: true) func open() -> Bool {
          state.withLock { $0 == .open }
        }
      }
      """,
      expandsTo: """
        """,
      macros: macros)
  }

  @Test("marks nothing but methods")
  func misplaced() {
    expect(
      "struct A {\n  @TracedMethod init() {\n    state = .a\n  }\n}",
      expandsTo: "struct A {\n  init() {\n    state = .a\n  }\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@TracedMethod' marks a method of a type", line: 2, column: 3,
          fixIts: [FixItSpec(message: "remove '@TracedMethod'")])
      ],
      macros: macros)
  }
}
