import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A function that runs effects and throws.
enum ErrorLeavesEffect: SourceRule {
  static let description = RuleDescription(
    "error-leaves-effect", .effects, "A function that runs effects is declared `throws`.",
    why: """
      What is thrown reaches no reducer: the state stays in `loading`, and the user waits for ever. \
      An error is a result like any other; as a case of `IOResult` the compiler asks for its answer.
      """,
    severity: .error,
    sources: [.tcaSM("4. Deterministic Error Handling")],
    wrong: [
      RuleExample(
        "Errors flow past the result.",
        """
        struct Feature: StateMachine {
          enum State { case idle, loading }
          enum Input { case load }
          enum IOEffect { case fetchData }
          enum IOResult {
            case dataLoaded(Result<Data, NetworkError>)
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .fetchData)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
          func runIOEffect(_ effect: IOEffect) throws -> EffectSequence {  // wrong
            let data = try api.fetch()
            return .single { .dataLoaded(.success(data)) }
          }
        }
        """),
      RuleExample(
        "A method of an effect runner.",
        """
        @StateMachine
        @EffectComposition
        struct Presets: StateMachine {
          enum State { case idle, saving }
          enum Input { case saveTapped }
          enum IOEffect { case save }
          enum IOResult { case saved }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.saving, effect: .save)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
        }
        extension Presets: Presets.EffectRunner {
          func runSave() async throws -> IOResult? {  // wrong
            try await storage.save()
            return .saved
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "All errors flow through `IOResult`.",
        """
        struct Feature: StateMachine {
          enum State { case idle, loading }
          enum Input { case load }
          enum IOEffect { case fetchData }
          enum IOResult {
            case dataLoaded(Result<Data, NetworkError>)
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .fetchData)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
          func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            AsyncStream { continuation in
              Task {
                do {
                  continuation.yield(.dataLoaded(.success(try await read())))
                } catch {
                  continuation.yield(.dataLoaded(.failure(.network(error))))
                }
                continuation.finish()
              }
            }
          }
          private func read() async throws -> Data { try await api.fetch() }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let pure = subject.pureMachines
    var known: Set<SyntaxIdentifier> = []
    let ofMachines = pure.flatMap { pure in
      pure.functions.compactMap { function -> Finding? in
        known.insert(function.node.id)
        return found(function.node, in: function.file, of: pure)
      }
    }
    // Protocols and extensions of them declare such functions too.
    let others = subject.files(naming: ["runIOEffect"]).flatMap { file in
      file.tree.descendants(FunctionDeclSyntax.self).filter { node in
        node.name.text == "runIOEffect" && !known.contains(node.id)
      }.compactMap { found(DeclSyntax($0), in: file, of: nil) }
    }
    return ofMachines + others
  }

  private static func found(
    _ node: DeclSyntax, in file: SourceFile, of pure: PureMachine?
  ) -> Finding? {
    guard let node = node.as(FunctionDeclSyntax.self),
      node.signature.effectSpecifiers?.throwsClause != nil
    else { return nil }
    let owner = pure.map { " of \($0.name)" } ?? ""
    return finding(
      at: file.location(of: node), machine: pure?.id,
      "errors leave `\(node.name.text)`\(owner), and no reducer sees them",
      remedy: "catch them inside, and answer with a case of `IOResult` that carries the error")
  }
}
