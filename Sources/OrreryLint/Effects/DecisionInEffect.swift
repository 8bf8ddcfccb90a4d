import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A branch in the code of an effect that decides what is done.
enum DecisionInEffect: SourceRule {
  static let description = RuleDescription(
    "decision-in-effect", .effects,
    "An effect that decides by what it was handed, or whether more is to be done.",
    why: """
      Decisions in effects are in no diagram, and a test of them needs a stand-in for the whole \
      outside world. An effect does its work and tells what came of it; the reducer decides.
      """,
    sources: [
      .tcaSM("5. Decision Logic in Reducers"), .tcaSM("1. Effect Abstraction"),
    ],
    wrong: [
      RuleExample(
        "Whether the cache will do is decided in IO.",
        """
        struct Feature: StateMachine {
          enum State { case idle, loading }
          enum Input { case load }
          enum IOEffect { case fetchData(useCache: Bool) }
          enum IOResult { case dataFetched(Data) }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .fetchData(useCache: true))
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
          func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case .fetchData(let useCache):
              return AsyncStream { continuation in
                if useCache && cache.hasData {  // wrong
                  continuation.yield(.dataFetched(cache.data))
                }
                continuation.finish()
              }
            }
          }
        }
        """),
      RuleExample(
        "The answer decides on a second request; it is a step of its own.",
        """
        @StateMachine
        @EffectComposition
        struct Session: StateMachine {
          enum State { case idle, loading }
          enum Input { case opened }
          enum IOEffect { case loadUser }
          enum IOResult { case userLoaded(User?) }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .loadUser)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
        }
        extension Session: Session.EffectRunner {
          func runLoadUser() -> IOResultStream {
            .single {
              var token = await keychain.token()
              if token.isExpired {  // wrong
                token = await server.refresh(token)
              }
              return .userLoaded(await server.user(of: token))
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Pure IO: requests are executed and outcomes surface.",
        """
        struct Login: StateMachine {
          enum State { case idle, loading }
          enum Input { case submit }
          enum IOEffect {
            case authenticate(username: String, password: String)
          }
          enum IOResult {
            case loginResponse(Result<Token, NetworkError>)
            case profileResponse(Result<Profile, NetworkError>)
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .authenticate(username: "", password: ""))
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.idle)
          }
          func runIOEffect(_ effect: IOEffect) -> EffectSequence {
            switch effect {
            case let .authenticate(username, password):
              return AsyncStream { continuation in
                Task {
                  do {
                    let token = try await api.login(username, password)
                    continuation.yield(.loginResponse(.success(token)))
                  } catch {
                    continuation.yield(.loginResponse(.failure(.network(error))))
                  }
                  do {
                    let profile = try await api.fetchProfile()
                    continuation.yield(.profileResponse(.success(profile)))
                  } catch {
                    continuation.yield(.profileResponse(.failure(.network(error))))
                  }
                  continuation.finish()
                }
              }
            }
          }
        }
        """),
      RuleExample(
        "An outcome is told by one case or another, and a cancelled effect is silent.",
        """
        struct Shop: StateMachine {
          enum State { case browsing, paying }
          enum Input { case payTapped }
          enum IOEffect { case charge(Int) }
          enum IOResult { case charged, refused }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.paying, effect: .charge(1))
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(.browsing)
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            switch ioEffect {
            case .charge(let cost):
              let isPaid = await bank.charge(cost) ? true : false
              if Task.isCancelled { return nil }
              return isPaid ? .charged : .refused
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.pureMachines.flatMap { pure in
      var known: Set<SyntaxIdentifier> = []
      return pure.runners.flatMap { runner in
        EffectBranch.all(in: runner.statements).filter { known.insert($0.node.id).inserted }
          .compactMap { branch in
            reason(for: branch, runner).map { reason in
              finding(
                at: runner.function.file.location(of: branch.node), machine: pure.id,
                "the effect `\(runner.effect)` of \(pure.name) \(reason)",
                remedy: "decide in the reducer: start one effect or another, or let a result of "
                  + "its own come back in between")
            }
          }
      }
    }
  }

  private static func reason(for branch: EffectBranch, _ runner: EffectRunner) -> String? {
    guard !branch.isAboutErrors, !branch.condition.says("isCancelled") else { return nil }
    let names =
      branch.condition.descendants(DeclReferenceExprSyntax.self).map(\.baseName.text)
      + branch.condition.descendants(IdentifierPatternSyntax.self).map(\.identifier.text)
    // What comes of the work itself is no decision, whatever it was asked for.
    if !branch.condition.says("await"), let handed = names.first(where: runner.payload.contains) {
      return "decides by `\(handed)`, which the reducer handed it"
    }
    guard branch.ways.contains(where: { $0.says("await") }) else { return nil }
    return "decides by `\(branch.condition.trimmedText)` whether more is to be done"
  }
}
