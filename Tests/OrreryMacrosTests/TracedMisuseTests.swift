import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@Traced says what it cannot do")
struct TracedMisuseTests {
  private let macros: [String: any Macro.Type] = ["Traced": TracedMacro.self]

  @Test("on a type without a state of its own")
  func misplaced() {
    expect(
      """
      @Traced
      enum Light {
        case red, green
      }
      @Traced
      protocol Machine {
      }
      @Traced(state: name)
      struct Named {
        var state = State.a
      }
      """,
      expandsTo: """
        enum Light {
          case red, green
        }
        protocol Machine {
        }
        struct Named {
          var state = State.a

          let _traced = OrreryTraced.TracedInstance(machine: "Module.Named")

          var _tracedState: String {
            OrreryTraced.TracedName.of(self.state)
          }

          func _tracedBegin(waits: Bool = false) -> OrreryTraced.TracedStep? {
            self._traced.begin(self._tracedState)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Traced' cannot record an enum that is its own state, which has no room for "
            + "who it is; mark the struct, class or actor that keeps it",
          line: 1, column: 1, fixIts: [FixItSpec(message: "remove '@Traced'")]),
        DiagnosticSpec(
          message: "'@Traced' marks a struct, a class or an actor: a protocol has no state",
          line: 5,
          column: 1, fixIts: [FixItSpec(message: "remove '@Traced'")]),
        DiagnosticSpec(
          message: "'@Traced' takes the name of a property as a literal: "
            + "'@Traced(state: \"phase\")'",
          line: 8, column: 16),
      ],
      macros: macros)
  }

  @Test("where the state has another name, and proposes it")
  func otherName() {
    expect(
      """
      @Traced struct Door {
        enum Phase {
          case open, shut
        }
        private var count = 0
        private var phase = Phase.open
      }
      """,
      expandsTo: """
        struct Door {
          enum Phase {
            case open, shut
          }
          private var count = 0
          private var phase = Phase.open
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Door' has no stored property 'state' in its declaration; name the property "
            + "that holds the state: '@Traced(state: \"phase\")'",
          line: 1, column: 1, fixIts: [FixItSpec(message: "add '(state: \"phase\")'")])
      ],
      fixedTo: """
        @Traced(state: "phase") struct Door {
          enum Phase {
            case open, shut
          }
          private var count = 0
          private var phase = Phase.open
        }
        """,
      macros: macros)
  }

  @Test("where the state is a constant, or no enum")
  func wrongState() {
    let members = """

        let _traced = OrreryTraced.TracedInstance(machine: "Module.A")

        var _tracedState: String {
          OrreryTraced.TracedName.of(self.state)
        }

        func _tracedBegin(waits: Bool = false) -> OrreryTraced.TracedStep? {
          self._traced.begin(self._tracedState)
        }
      }
      """
    expect(
      "@Traced struct A {\n  let state: State = .a\n}",
      expandsTo: "struct A {\n  let state: State = .a\n" + members,
      diagnostics: [
        DiagnosticSpec(
          message: "'state' never changes: the state is a variable", line: 2, column: 3,
          fixIts: [FixItSpec(message: "replace with 'var'")])
      ],
      fixedTo: "@Traced struct A {\n  var state: State = .a\n}", macros: macros)
    expect(
      "@Traced struct A {\n  var state = false\n}",
      expandsTo: "struct A {\n  var state = false\n" + members,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Traced' records a state that is an enum, which 'state' is not", line: 2,
          column: 3)
      ],
      macros: macros)
  }

  @Test(
    "where the state is held by what it does not know as a lock, which is no constant to be changed"
  )
  func unknownLock() {
    expect(
      """
      @Traced final class A {
        let state: Guarded<State>
      }
      """,
      expandsTo: """
        final class A {
          let state: Guarded<State>

          let _traced = OrreryTraced.TracedInstance(machine: "Module.A")

          var _tracedState: String {
            OrreryTraced.TracedName.of(self.state)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Traced' does not know 'Guarded', which holds 'state', as a lock; it knows "
            + "'Mutex', 'NIOLockedValueBox', 'ManagedCriticalState', 'OSAllocatedUnfairLock', "
            + "'LockIsolated', 'Locked', 'Lock', 'Protected'. Mark what it holds, or record by hand "
            + "with a 'TraceInstance'",
          line: 2, column: 3)
      ],
      macros: macros)
  }

  @Test("where a lock is released before the step ends")
  func released() {
    expect(
      """
      @Traced final class A {
        private var state = Signal.red
        func change() {
          lock.lock()
          state = .green
          lock.unlock()
        }
      }
      """,
      expandsTo: """
        final class A {
          private var state = Signal.red
          @OrreryTraced._TracedMethod("change")
          func change() {
            lock.lock()
            state = .green
            lock.unlock()
          }

          let _traced = OrreryTraced.TracedInstance(machine: "Module.A")

          var _tracedState: String {
            OrreryTraced.TracedName.of(self.state)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "the step of 'change' is recorded outside of 'lock', where other threads come "
            + "between; write 'defer { lock.unlock() }' behind 'lock.lock()'",
          line: 3, column: 8, severity: .warning)
      ],
      macros: macros)
  }

  @Test("where a type is coded by itself")
  func coding() {
    expect(
      """
      @Traced struct A: Codable {
        var state: State
        var count = 0
      }
      """,
      expandsTo: """
        struct A: Codable {
          var state: State
          var count = 0

          let _traced = OrreryTraced.TracedInstance(machine: "Module.A")

          var _tracedState: String {
            OrreryTraced.TracedName.of(self.state)
          }

          func _tracedBegin(waits: Bool = false) -> OrreryTraced.TracedStep? {
            self._traced.begin(self._tracedState)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Codable' needs 'CodingKeys' in a type that is traced: who it is in a log is "
            + "not coded",
          line: 1, column: 19, fixIts: [FixItSpec(message: "add 'enum CodingKeys'")])
      ],
      fixedTo: """
        @Traced struct A: Codable {
          private enum CodingKeys: String, CodingKey { case state, count }
          var state: State
          var count = 0
        }
        """,
      macros: macros)
  }

  @Test("of what changes the state and is no method that can be recorded")
  func unseen() {
    expect(
      """
      @Traced final class A {
        var state: State
        var isOn: Bool {
          get { true }
          set { state = .on }
        }
        subscript(index: Int) -> Int {
          get { 1 }
          set { self.state = .off }
        }
        func send(_ body: () throws -> Void) rethrows {
          run { [state] in log(state) }
          self.state = .on
        }
        deinit { state = .off }
      }
      """,
      expandsTo: """
        final class A {
          var state: State
          var isOn: Bool {
            get { true }
            set { state = .on }
          }
          subscript(index: Int) -> Int {
            get { 1 }
            set { self.state = .off }
          }
          func send(_ body: () throws -> Void) rethrows {
            run { [state] in log(state) }
            self.state = .on
          }
          deinit { state = .off }

          let _traced = OrreryTraced.TracedInstance(machine: "Module.A")

          var _tracedState: String {
            OrreryTraced.TracedName.of(self.state)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'isOn' changes the state, which '@Traced' does not see: it records methods only",
          line: 3, column: 7, severity: .warning),
        DiagnosticSpec(
          message: "the subscript changes the state, which '@Traced' does not see: it records "
            + "methods only",
          line: 7, column: 3, severity: .warning),
        DiagnosticSpec(
          message:
            "'send' changes the state and is not recorded: Swift fails on a capture list in a "
            + "method that rethrows; keep the values in variables",
          line: 11, column: 8, severity: .warning),
        DiagnosticSpec(
          message: "the deinitializer changes the state, which '@Traced' does not see: it records "
            + "methods only",
          line: 15, column: 3, severity: .warning),
      ],
      macros: macros)
  }
}
