import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("A misuse of @ComposableStateMachine")
struct CompositionMisuseTests {
  private let macros: [String: any Macro.Type] = [
    "ComposableStateMachine": ComposableStateMachineMacro.self,
    "NestedState": NestedStateMacro.self, "Forward": ForwardMacro.self,
    "NestedFeature": NestedFeatureMacro.self, "ObservableState": ObservableStateMacro.self,
  ]

  @Test("is shown at the user's own line")
  func misuse() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState var child = make()
          @NestedState var counter = Counter.State()
          @NestedState var other = Counter.State()
        }
        enum Input {
          @Forward(Stranger.Input.add)
          case a
          @Forward("text")
          case b
          @Forward(Counter.Input.add)
          case c
        }
        enum IOResult {
          @Forward(Counter.IOResult.done)
          case d
          @Forward(Counter.IOResult.self)
          case e
        }
      }
      @ComposableStateMachine
      struct Childless {
        struct State {
        }
      }
      @ComposableStateMachine
      struct Stateless {
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
            var child = make()
            var counter = Counter.State()
            var other = Counter.State()
          }
          enum Input {
            case a
            case b
            case c
          }
          enum IOResult {
            case d
            case e
          }

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.counter,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .c:
                    return .input(.add)
                  default:
                    return nil
                  }
                case .ioResult:
                  return nil
                case nil:
                  return nil
                }
              },
              fromChildAction: { (action: Counter.Action) -> Action? in
                return nil
              },
              child: {
                // Where 'Counter' has parameters, declare 'let counter: Counter' in the machine.
                Counter()
              }
            )
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.other,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .c:
                    return .input(.add)
                  default:
                    return nil
                  }
                case .ioResult:
                  return nil
                case nil:
                  return nil
                }
              },
              fromChildAction: { (action: Counter.Action) -> Action? in
                return nil
              },
              child: {
                // Where 'Counter' has parameters, declare 'let other: Counter' in the machine.
                Counter()
              }
            )
          }
        }
        struct Childless {
          struct State {
          }
        }
        struct Stateless {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "cannot tell the child machine of 'child'; write its type as 'Child.State'",
          line: 4, column: 5),
        DiagnosticSpec(
          message: "'@Forward' here takes a case of a child's input, such as 'Child.Input.tapped'",
          line: 11, column: 5),
        DiagnosticSpec(
          message: "results are forwarded as a whole: write '@Forward(Counter.IOResult.self)'",
          line: 17, column: 5,
          fixIts: [FixItSpec(message: "replace with 'Counter.IOResult.self'")]),
        DiagnosticSpec(
          message: "'e' needs one associated value, the event of 'Counter' that it carries",
          line: 19, column: 5, fixIts: [FixItSpec(message: "add '(Counter.IOResult)'")]),
        DiagnosticSpec(
          message: "'State' has no '@NestedState' property of type 'Stranger.State' to forward to",
          line: 9, column: 5),
        DiagnosticSpec(
          message: "'State' has several '@NestedState' properties of type 'Counter.State'; "
            + "'@Forward' cannot tell them apart",
          line: 13, column: 5),
        DiagnosticSpec(
          message: "'@ComposableStateMachine' needs a property marked '@NestedState' in 'State', "
            + "or a '@NestedFeature'",
          line: 23, column: 1,
          fixIts: [FixItSpec(message: "remove '@ComposableStateMachine'")]),
        DiagnosticSpec(
          message:
            "'@ComposableStateMachine' needs a struct 'State' inside the type it is attached to",
          line: 28, column: 1,
          fixIts: [FixItSpec(message: "remove '@ComposableStateMachine'")]),
      ],
      macros: macros)
  }

  @Test("is fixed where that is mechanical")
  func fixes() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState var counter = Counter.State()
          @NestedState var presets: Presets
        }
        enum Input {
          @Forward(Counter.Input.set(to: 1))
          case set(to: Int)
          @Forward(Counter.Input.self)
          case counter
        }
        enum IOResult {
          @Forward(Counter.IOResult.done)
          case done(Counter.IOResult)
          @Forward(Counter.IOResult)
          case result(Counter.IOResult)
          @Forward(Counter.IOResult.self)
          case empty
          @Forward(Counter.IOResult.self)
          case all(Counter.IOResult)
          @Forward(Counter.IOResult.self)
          case again(Counter.IOResult)
        }
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
            var counter = Counter.State()
            var presets: Presets
          }
          enum Input {
            case set(to: Int)
            case counter
          }
          enum IOResult {
            case done(Counter.IOResult)
            case result(Counter.IOResult)
            case empty
            case all(Counter.IOResult)
            case again(Counter.IOResult)
          }

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.counter,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input:
                  return nil
                case .ioResult(let ioResult):
                  switch ioResult {
                  case .all(let value):
                    return .ioResult(value)
                  case .again(let value):
                    return .ioResult(value)
                  default:
                    return nil
                  }
                case nil:
                  return nil
                }
              },
              fromChildAction: { (action: Counter.Action) -> Action? in
                guard case .ioResult(let result)? = Counter.Action.map(action) else {
                  return nil
                }
                return .ioResult(.all(result))
              },
              child: {
                // Where 'Counter' has parameters, declare 'let counter: Counter' in the machine.
                Counter()
              }
            )
          }
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "cannot tell the child machine of 'presets'; write its type as 'Child.State'",
          line: 5, column: 5, fixIts: [FixItSpec(message: "replace with 'Presets.State'")]),
        DiagnosticSpec(
          message: "'@Forward' here takes a case of a child's input, such as 'Child.Input.tapped'",
          line: 8, column: 5, fixIts: [FixItSpec(message: "replace with 'Counter.Input.set'")]),
        DiagnosticSpec(
          message: "'counter' needs one associated value, the event of 'Counter' that it carries",
          line: 10, column: 5, fixIts: [FixItSpec(message: "add '(Counter.Input)'")]),
        DiagnosticSpec(
          message: "results are forwarded as a whole: write '@Forward(Counter.IOResult.self)'",
          line: 14, column: 5,
          fixIts: [FixItSpec(message: "replace with 'Counter.IOResult.self'")]),
        DiagnosticSpec(
          message: "'@Forward' here takes a child's results, 'Child.IOResult.self'", line: 16,
          column: 5, fixIts: [FixItSpec(message: "replace with 'Counter.IOResult.self'")]),
        DiagnosticSpec(
          message: "'empty' needs one associated value, the event of 'Counter' that it carries",
          line: 18, column: 5, fixIts: [FixItSpec(message: "add '(Counter.IOResult)'")]),
        DiagnosticSpec(
          message: "another case carries the results of 'Counter' already", line: 22, column: 5,
          fixIts: [FixItSpec(message: "remove '@Forward'")]),
      ],
      fixedTo: """
        @ComposableStateMachine
        struct Parent {
          struct State {
            @NestedState var counter = Counter.State()
            @NestedState var presets: Presets.State
          }
          enum Input {
            @Forward(Counter.Input.set)
            case set(to: Int)
            @Forward(Counter.Input.self)
            case counter(Counter.Input)
          }
          enum IOResult {
            @Forward(Counter.IOResult.self)
            case done(Counter.IOResult)
            @Forward(Counter.IOResult.self)
            case result(Counter.IOResult)
            @Forward(Counter.IOResult.self)
            case empty(Counter.IOResult)
            @Forward(Counter.IOResult.self)
            case all(Counter.IOResult)

            case again(Counter.IOResult)
          }
        }
        """,
      macros: macros)
  }

  @Test("is to forward a case to two children")
  func repeated() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState var counter = Counter.State()
        }
        enum Input {
          @Forward(Counter.Input.add)
          @Forward(Counter.Input.set)
          case both
        }
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
            var counter = Counter.State()
          }
          enum Input {
            case both
          }

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.counter,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .both:
                    return .input(.add)
                  }
                case .ioResult:
                  return nil
                case nil:
                  return nil
                }
              },
              fromChildAction: { (action: Counter.Action) -> Action? in
                return nil
              },
              child: {
                // Where 'Counter' has parameters, declare 'let counter: Counter' in the machine.
                Counter()
              }
            )
          }
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "a case is forwarded to one child; add a case for another", line: 8, column: 5,
          fixIts: [FixItSpec(message: "remove '@Forward'")])
      ],
      macros: macros)
  }

  @Test("is a '@NestedFeature' without its property")
  func unreadableFeature() {
    expect(
      """
      @ComposableStateMachine
      @NestedFeature(Counter.self)
      struct Parent {
        struct State {
        }
      }
      """,
      expandsTo: """
        struct Parent {
          struct State {
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@NestedFeature' takes a child and a property: "
            + "'@NestedFeature(Child.self, state: \\.property)'",
          line: 2, column: 1, fixIts: [FixItSpec(message: "add 'state: \\.property'")])
      ],
      applyFixIts: ["add 'state: \\.property'"],
      fixedTo: """
        @ComposableStateMachine
        @NestedFeature(Counter.self, state: \\.<#property#>)
        struct Parent {
          struct State {
          }
        }
        """,
      macros: macros)
  }

  @Test("with a collection of children says where such children run")
  func collections() {
    for type in ["[Row.State]", "[Int: Row.State]", "IdentifiedArrayOf<Row.State>"] {
      expect(
        """
        @ComposableStateMachine
        struct Parent {
          struct State {
            @NestedState var rows: \(type)
          }
        }
        """,
        expandsTo: """
          struct Parent {
            struct State {
              var rows: \(type)
            }
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message:
              "'rows' holds several children, which flat events do not tell apart; run them in "
              + "'body', with '.forEach(\\.rows, action: …) { Child() }'",
            line: 4, column: 5)
        ],
        macros: macros)
    }
  }
}
