import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

/// The marks that `@ComposableStateMachine` reads, which expand to nothing.
@Suite("A mark")
struct MarkerTests {
  private let macros: [String: any Macro.Type] = [
    "NestedState": NestedStateMacro.self, "Forward": ForwardMacro.self,
    "NestedFeature": NestedFeatureMacro.self,
  ]

  @Test("says what it belongs to, and can be taken away")
  func misplaced() {
    expect(
      """
      @NestedState
      func f() {
      }
      @Forward(A.Input.b)
      var x = 1
      @NestedFeature(Counter.self, state: \\.derived)
      struct Alone {
      }
      """,
      expandsTo: """
        func f() {
        }
        var x = 1
        struct Alone {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@NestedState' marks a stored property that holds a child's state", line: 1,
          column: 1, fixIts: [FixItSpec(message: "remove '@NestedState'")]),
        DiagnosticSpec(
          message: "'@Forward' marks a case of 'Input' or 'IOResult'", line: 4, column: 1,
          fixIts: [FixItSpec(message: "remove '@Forward'")]),
        DiagnosticSpec(
          message: "'@NestedFeature' marks a type that is marked '@ComposableStateMachine'",
          line: 6, column: 1, fixIts: [FixItSpec(message: "remove '@NestedFeature'")]),
      ],
      // The line of an attribute stays where it was.
      fixedTo: """

        func f() {
        }

        var x = 1

        struct Alone {
        }
        """,
      macros: macros)
  }

  @Test("of a child's state is on a variable that is stored")
  func variable() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState let counter = Counter.State()
          @NestedState var derived: Counter.State {
            Counter.State()
          }
          @NestedState static var shared = Counter.State()
          @NestedState private var hidden = Counter.State()
          @NestedState private(set) var constant = Counter.State()
          @NestedState var good = Counter.State()
        }
      }
      """,
      expandsTo: """
        @ComposableStateMachine
        struct Parent {
          struct State {
            let counter = Counter.State()
            var derived: Counter.State {
              Counter.State()
            }
            static var shared = Counter.State()
            private var hidden = Counter.State()
            private(set) var constant = Counter.State()
            var good = Counter.State()
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@NestedState' marks a variable: a child changes its state", line: 4,
          column: 18, fixIts: [FixItSpec(message: "replace with 'var'")]),
        DiagnosticSpec(
          message: "'@NestedState' marks a stored property; name a computed one with "
            + "'@NestedFeature(Child.self, state: \\.property)' on the machine",
          line: 5, column: 5, fixIts: [FixItSpec(message: "remove '@NestedState'")]),
        DiagnosticSpec(
          message: "'@NestedState' marks a stored property; name a computed one with "
            + "'@NestedFeature(Child.self, state: \\.property)' on the machine",
          line: 8, column: 5, fixIts: [FixItSpec(message: "remove '@NestedState'")]),
        DiagnosticSpec(
          message: "'private' hides a '@NestedState' property from the machine around 'State'",
          line: 9, column: 18, fixIts: [FixItSpec(message: "replace with 'fileprivate'")]),
        DiagnosticSpec(
          message: "'private' hides a '@NestedState' property from the machine around 'State'",
          line: 10, column: 18, fixIts: [FixItSpec(message: "replace with 'fileprivate(set)'")]),
      ],
      fixedTo: """
        @ComposableStateMachine
        struct Parent {
          struct State {
            @NestedState var counter = Counter.State()
            var derived: Counter.State {
              Counter.State()
            }
            static var shared = Counter.State()
            @NestedState fileprivate var hidden = Counter.State()
            @NestedState fileprivate(set) var constant = Counter.State()
            @NestedState var good = Counter.State()
          }
        }
        """,
      macros: macros)
  }

  @Test("that nothing will read is a warning which says why")
  func unread() {
    expect(
      """
      struct Plain {
        enum Input {
          @Forward(Counter.Input.add)
          case add
        }
      }
      extension Parent {
        enum IOResult {
          @Forward(Counter.IOResult.self)
          case counter(Counter.IOResult)
        }
      }
      struct Model {
        @NestedState var counter = Counter.State()
      }
      """,
      expandsTo: """
        struct Plain {
          enum Input {
            case add
          }
        }
        extension Parent {
          enum IOResult {
            case counter(Counter.IOResult)
          }
        }
        struct Model {
          var counter = Counter.State()
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Forward' does nothing here: the machine around 'Input' is not marked "
            + "'@ComposableStateMachine'",
          line: 3, column: 5, severity: .warning),
        DiagnosticSpec(
          message: "'@Forward' does nothing in an extension, which '@ComposableStateMachine' "
            + "cannot see; move 'IOResult' into the declaration of the machine",
          line: 9, column: 5, severity: .warning),
        DiagnosticSpec(
          message: "'@NestedState' does nothing here: it belongs inside a type called 'State'",
          line: 14, column: 3, severity: .warning),
      ],
      macros: macros)
  }
}

@Suite("@ObservableState")
struct ObservableStateMacroTests {
  @Test("conforms a struct or an enum, and nothing else")
  func expansion() {
    expect(
      """
      extension Feature {
        @ObservableState
        struct State {
          var count = 0
        }
      }
      @ObservableState
      class Model {
      }
      """,
      expandsTo: """
        extension Feature {
          struct State {
            var count = 0
          }
        }
        class Model {
        }

        extension Feature.State: Orrery.ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' marks a struct or an enum: a state is a value",
          line: 7, column: 1, fixIts: [FixItSpec(message: "remove '@ObservableState'")])
      ],
      macros: ["ObservableState": ObservableStateMacro.self], conformances: ["ObservableState"])
  }
}
