import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A stream of results that nothing ever ends.
enum UnfinishedEffect: SourceRule {
  static let description = RuleDescription(
    "unfinished-effect", .effects,
    "A stream of an effect's results that is never finished and sets no `onTermination`.",
    why: """
      Who runs the effect waits for the end of the stream: what comes after it in a `.concat` never \
      runs, a test never ends, and the task stays. A stream that is meant to last sets \
      `onTermination`, so that its source is let go with it.
      """,
    sources: [.tcaSM("1. Effect Abstraction"), .tcaSM("EffectComposition Macro")],
    wrong: [
      RuleExample(
        "One result, and no end.",
        """
        struct Fact: StateMachine {
          enum IOEffect { case fetch }
          enum IOResult { case fetched(String) }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream {
            switch effect {
            case .fetch:
              return AsyncStream { continuation in  // wrong
                Task {
                  let text = await api.fetch()
                  continuation.yield(.fetched(text))
                }
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "One ends, the other lasts until it is let go.",
        """
        struct Fact: StateMachine {
          enum IOEffect { case fetch, observe }
          enum IOResult { case fetched(String) }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream {
            switch effect {
            case .fetch:
              return AsyncStream { continuation in
                Task {
                  continuation.yield(.fetched(await api.fetch()))
                  continuation.finish()
                }
              }
            case .observe:
              return AsyncStream { continuation in
                let token = api.observe { continuation.yield(.fetched($0)) }
                continuation.onTermination = { _ in token.cancel() }
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.files(naming: ["runIOEffect", "EffectRunner"]).flatMap { file in
      file.tree.calls(of: ["AsyncStream", "IOResultStream"]).compactMap { call -> Finding? in
        guard let closure = call.lastClosure, let name = closure.parameterNames.first,
          let function = call.nearest(FunctionDeclSyntax.self), function.name.text.hasPrefix("run")
        else { return nil }
        let asked = closure.statements.descendants(MemberAccessExprSyntax.self)
          .compactMap { ExprSyntax($0).dottedNames }.filter { $0.first == name }
        let uses = Set(asked.compactMap { $0.count == 2 ? $0[1] : nil })
        let isHanded = closure.statements.descendants(LabeledExprSyntax.self).contains {
          $0.expression.dottedNames == [name]
        }
        guard uses.contains("yield"), uses.isDisjoint(with: ["finish", "onTermination"]), !isHanded
        else { return nil }
        return finding(
          at: file.location(of: call), machine: subject.machine(around: function, in: file),
          "the stream of `\(function.name.text)` yields and is never finished",
          remedy: "call `\(name).finish()` after the last result, or set "
            + "`\(name).onTermination` where it is meant to last")
      }
    }
  }
}
