import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@ComposableEffect")
struct ComposableEffectMacroTests {
  @Test("lifts each case, with the enum's access, labels and defaults")
  func lifts() {
    expect(
      """
      @ComposableEffect
      public enum IOEffect: Equatable {
        case fetch(Int), log
        case save(count: Int = 1, in: String)
      }
      """,
      expandsTo: """
        public enum IOEffect: Equatable {
          case fetch(Int), log
          case save(count: Int = 1, in: String)

          public struct Composed: Orrery.ComposedEffect, Equatable {
            public var tree: Orrery.ComposableEffect<IOEffect>
            public init(tree: Orrery.ComposableEffect<IOEffect>) {
              self.tree = tree
            }
            public static func fetch(_ value: Int) -> Self {
              .just(.fetch(value))
            }
            public static var log: Self {
              .just(.log)
            }
            public static func save(count: Int = 1, in: String) -> Self {
              .just(.save(count: count, in: `in`))
            }
          }
        }
        """,
      macros: ["ComposableEffect": ComposableEffectMacro.self])
  }

  @Test("refuses what is no enum, and names that it needs itself")
  func misuse() {
    expect(
      """
      @ComposableEffect
      struct A {
      }
      @ComposableEffect
      enum B {
        case merge
      }
      """,
      expandsTo: """
        struct A {
        }
        enum B {
          case merge
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ComposableEffect' can only be attached to an enum", line: 1, column: 1,
          fixIts: [FixItSpec(message: "remove '@ComposableEffect'")]),
        DiagnosticSpec(
          message:
            "'@ComposableEffect' names a part of its tree 'merge'; rename the case",
          line: 6, column: 8),
      ],
      macros: ["ComposableEffect": ComposableEffectMacro.self])
  }
}

@Suite("@EffectComposition")
struct EffectCompositionMacroTests {
  @Test("writes a runner with a method for each effect, and the dispatcher")
  func expansion() {
    expect(
      """
      @EffectComposition
      struct Feature {
        enum IOEffect {
          case fetch(Int)
          case save(count: Int, for: String)
          case log
        }
      }
      """,
      expandsTo: """
        struct Feature {
          @ComposableEffect
          enum IOEffect {
            case fetch(Int)
            case save(count: Int, for: String)
            case log
          }

          typealias Composed = IOEffect.Composed

          typealias Transition = (State?, IOEffect.Composed?)

          protocol EffectRunner {
            func runFetch(_ value: Int) -> AsyncStream<Feature.IOResult>
            func runSave(count: Int, for: String) -> AsyncStream<Feature.IOResult>
            func runLog() -> AsyncStream<Feature.IOResult>
          }

          func runIOEffect(_ ioEffect: IOEffect) -> AsyncStream<IOResult> {
            let runner: any EffectRunner = self
            return switch ioEffect {
            case .fetch(let value):
              runner.runFetch(value)
            case .save(let count, let `for`):
              runner.runSave(count: count, for: `for`)
            case .log:
              runner.runLog()
            }
          }
        }

        extension Feature: Orrery.EffectComposing {
        }
        """,
      macros: ["EffectComposition": EffectCompositionMacro.self],
      conformances: ["EffectComposing"])
  }

  @Test("needs effects, and a type that is not generic")
  func misuse() {
    expect(
      """
      @EffectComposition
      struct A {
      }
      @EffectComposition
      struct B<T> {
        enum IOEffect {
        }
      }
      """,
      expandsTo: """
        struct A {
        }
        struct B<T> {
          @ComposableEffect
          enum IOEffect {
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@EffectComposition' needs an enum 'IOEffect' inside the type it is attached to",
          line: 1, column: 1, fixIts: [FixItSpec(message: "remove '@EffectComposition'")]),
        DiagnosticSpec(
          message:
            "'@EffectComposition' writes a nested protocol, which the generic type 'B' cannot hold",
          line: 4, column: 1),
      ],
      macros: ["EffectComposition": EffectCompositionMacro.self],
      conformances: ["EffectComposing"])
  }
}
