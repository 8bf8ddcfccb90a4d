import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@ComposableStateMachine")
struct ComposableStateMachineMacroTests {
  private let macros: [String: any Macro.Type] = [
    "ComposableStateMachine": ComposableStateMachineMacro.self,
    "NestedState": NestedStateMacro.self, "Forward": ForwardMacro.self,
    "NestedFeature": NestedFeatureMacro.self, "ObservableState": ObservableStateMacro.self,
  ]

  @Test("writes a nested machine for each child, with the cases that are forwarded to it")
  func expansion() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState var counter = Counter.State()
          @NestedState var presets: Presets.State
        }
        enum Input {
          case tap
          @Forward(Counter.Input.add)
          case add
          @Forward(Presets.Input.save)
          case save(count: Int, String)
        }
        enum IOResult {
          @Forward(Presets.IOResult.self)
          case presets(result: Presets.IOResult)
        }
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
            var counter = Counter.State()
            var presets: Presets.State
          }
          enum Input {
            case tap
            case add
            case save(count: Int, String)
          }
          enum IOResult {
            case presets(result: Presets.IOResult)
          }

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.counter,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .add:
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
            Orrery.NestedStateMachine<State, Action, Presets>(
              state: \.presets,
              toChildAction: { (action: Action) -> Presets.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .save(let count, let value2):
                    return .input(.save(count: count, value2))
                  default:
                    return nil
                  }
                case .ioResult(let ioResult):
                  switch ioResult {
                  case .presets(let result):
                    return .ioResult(result)
                  }
                case nil:
                  return nil
                }
              },
              fromChildAction: { (action: Presets.Action) -> Action? in
                guard case .ioResult(let result)? = Presets.Action.map(action) else {
                  return nil
                }
                return .ioResult(.presets(result: result))
              },
              child: {
                // Where 'Presets' has parameters, declare 'let presets: Presets' in the machine.
                Presets()
              }
            )
          }
        }
        """#,
      macros: macros)
  }

  @Test("writes a nested machine that comes and goes for a child whose state is optional")
  func optional() {
    for type in ["Sheet.State?", "Sheet.State!", "Optional<Sheet.State>"] {
      expect(
        """
        @ComposableStateMachine
        struct Parent {
          struct State {
            @NestedState var sheet: \(type)
          }
          enum Input {
            @Forward(Sheet.Input.close)
            case close
          }
        }
        """,
        expandsTo: #"""
          struct Parent {
            struct State {
              var sheet: \#(type)
            }
            enum Input {
              case close
            }

            @Orrery.ReducerBuilder<State, Action>
            var nestedBody: some Orrery.Reducer<State, Action> {
              Orrery.OptionalNestedStateMachine<State, Action, Sheet>(
                state: \.sheet,
                toChildAction: { (action: Action) -> Sheet.Action? in
                  switch Action.map(action) {
                  case .input(let input):
                    switch input {
                    case .close:
                      return .input(.close)
                    }
                  case .ioResult:
                    return nil
                  case nil:
                    return nil
                  }
                },
                fromChildAction: { (action: Sheet.Action) -> Action? in
                  return nil
                },
                child: {
                  // Where 'Sheet' has parameters, declare 'let sheet: Sheet' in the machine.
                  Sheet()
                }
              )
            }
          }
          """#,
        macros: macros)
    }
  }

  @Test("takes children that the machine names itself, for states that are computed")
  func nestedFeature() {
    expect(
      """
      @ComposableStateMachine
      @NestedFeature(Counter.self, state: \\.derived)
      struct Parent {
        struct State {
        }
        enum Input {
          @Forward(Counter.Input.add)
          case add
        }
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
          }
          enum Input {
            case add
          }

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.derived,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input(let input):
                  switch input {
                  case .add:
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
                // Where 'Counter' has parameters, declare 'let derived: Counter' in the machine.
                Counter()
              }
            )
          }
        }
        """#,
      macros: macros)
  }

  @Test(
    "takes a child with parameters from a property of the machine, by its type and then its name")
  func parameters() {
    expect(
      """
      @ComposableStateMachine
      struct Parent {
        struct State {
          @NestedState var left = Counter.State()
          @NestedState var right = Counter.State()
        }
        private let right: Counter
        private let left: Counter
        let step = 2
      }
      """,
      expandsTo: #"""
        struct Parent {
          struct State {
            var left = Counter.State()
            var right = Counter.State()
          }
          private let right: Counter
          private let left: Counter
          let step = 2

          @Orrery.ReducerBuilder<State, Action>
          var nestedBody: some Orrery.Reducer<State, Action> {
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.left,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input:
                  return nil
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
                self.left
              }
            )
            Orrery.NestedStateMachine<State, Action, Counter>(
              state: \.right,
              toChildAction: { (action: Action) -> Counter.Action? in
                switch Action.map(action) {
                case .input:
                  return nil
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
                self.right
              }
            )
          }
        }
        """#,
      macros: macros)
  }
}
