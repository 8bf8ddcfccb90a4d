import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@StateMachine")
struct StateMachineMacroTests {
  @Test("writes the action type, the id and the names of what it can see")
  func enumState() {
    expect(
      """
      extension Outer {
        @StateMachine
        public struct Door {
          enum State {
            case open, `in between`(Int)
          }
          enum Input {
            case push
          }
          typealias IOResult = Never
        }
      }
      """,
      expandsTo: """
        extension Outer {
          public struct Door {
            enum State {
              case open, `in between`(Int)
            }
            enum Input {
              case push
            }
            typealias IOResult = Never

            public typealias Action = Orrery.StateMachineEvent<Input, IOResult>

            public static var traceID: String {
              "Module.Outer.Door"
            }

            public static var traceVocabulary: Orrery.Vocabulary {
              Orrery.Vocabulary(
                states: ["open", "in between"],
                inputs: ["push"],
                ioResults: [],
                hash: "b31f7664b47abb191d37a63f2921410adb4501c21fa7bfe3513ed8392d9b00a5"
              )
            }

            public static func traceName(state: State) -> String {
              switch state {
              case .open:
                "open"
              case .`in between`:
                "in between"
              }
            }

            public static func traceName(input: Input) -> String {
              switch input {
              case .push:
                "push"
              }
            }
          }
        }
        """,
      macros: ["StateMachine": StateMachineMacro.self])
  }

  @Test("names a struct state by its properties, and leaves a declared action alone")
  func structState() {
    expect(
      """
      @StateMachine
      struct Form {
        struct State {
          var isLoading = false, alert: Alert?
          private var secret = 1
          static var shared = 2
        }
        enum Input {
          case a
          #if DEBUG
          case b
          #endif
        }
        enum Action {
        }
      }
      """,
      expandsTo: """
        struct Form {
          struct State {
            var isLoading = false, alert: Alert?
            private var secret = 1
            static var shared = 2
          }
          enum Input {
            case a
            #if DEBUG
            case b
            #endif
          }
          enum Action {
          }

          static var traceID: String {
            "Module.Form"
          }

          static var traceVocabulary: Orrery.Vocabulary {
            Orrery.Vocabulary()
          }

          static func traceName(state: State) -> String {
            Orrery.StateName.of([
              ("isLoading", Orrery.StateName.value(state.isLoading)),
              ("alert", Orrery.StateName.value(state.alert)),
            ])
          }

          static func traceName(input: Input) -> String {
            switch input {
            case .a:
              "a"
            default:
              Orrery.CaseName.of(input) ?? "unknown"
            }
          }
        }
        """,
      macros: ["StateMachine": StateMachineMacro.self])
  }

  @Test("says where it belongs")
  func misplaced() {
    expect(
      """
      @StateMachine
      extension Form {
      }
      """,
      expandsTo: """
        extension Form {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          id: .init(domain: "OrreryMacros", id: "state-machine-not-a-type"),
          message: "'@StateMachine' can only be attached to the declaration of a type", line: 1,
          column: 1, fixIts: [FixItSpec(message: "remove '@StateMachine'")])
      ],
      macros: ["StateMachine": StateMachineMacro.self])
  }

  /// What is written into a machine of which nothing is declared.
  private static let members = """

      typealias Action = Orrery.StateMachineEvent<Input, IOResult>

      static var traceID: String {
        "Module.Door"
      }

      static var traceVocabulary: Orrery.Vocabulary {
        Orrery.Vocabulary()
      }
    }
    """

  @Test("says that a step which is made by hand is made by nobody")
  func reducesByHand() {
    let declared = """
      struct Door: StateMachine {
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      """
    expect(
      "@StateMachine\n\(declared)\n}",
      expandsTo: declared + "\n" + Self.members,
      diagnostics: [
        DiagnosticSpec(
          id: .init(domain: "OrreryMacros", id: "state-machine-reduces-by-hand"),
          message: """
            a store runs 'Door' by its static functions, and does not call a \
            'reduce(into:action:)' that is written by hand. To fix, say that nothing else makes its \
            steps: 'typealias Body = Never'; or build a 'body'
            """, line: 3, column: 8,
          fixIts: [FixItSpec(message: "add 'typealias Body = Never'")])
      ],
      applyFixIts: ["add 'typealias Body = Never'"],
      fixedTo: """
        @StateMachine
        struct Door: StateMachine {
          typealias Body = Never

          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      macros: ["StateMachine": StateMachineMacro.self])
  }
}
