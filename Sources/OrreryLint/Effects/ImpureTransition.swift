import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A pure transition that does something, or looks at something besides its arguments.
enum ImpureTransition: SourceRule {
  static let description = RuleDescription(
    "impure-transition", .effects,
    "`reduceInput` or `reduceIOResult` of a pure machine that works outside of its arguments.",
    why: """
      The methods are static so that they cannot reach a dependency: the same state and event always \
      give the same transition, and a test needs no more than a call. A clock, chance, a singleton, a \
      task, or `unsafe`, brings back what the split has taken out.
      """,
    sources: [
      .tcaSM("StateMachine Protocol"), .tcaSM("Why Static vs Instance Methods"),
      .tcaSM("Pure Function Testing"),
    ],
    wrong: [
      RuleExample(
        "The time is read, a singleton is told, a task is started.",
        """
        struct Login: StateMachine {
          struct State { var date: Date?; var count = 0 }
          enum Input { case tapped, shown, left }
          enum IOEffect { case log }
          enum IOResult { case logged }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .tapped:
              return nextState(withVar(state, \\.date, Date()))  // wrong
            case .shown:
              Analytics.shared.track("shown")  // wrong
              return identity
            case .left:
              return Self.unsafe { print("left") }  // wrong
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            Task { await Log.flush() }  // wrong
            return identity
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "What is needed comes with the event; what is to be done is an effect.",
        """
        struct Login: StateMachine {
          struct State { var date: Date?; var count = 0 }
          enum Input { case tapped(Date), shown }
          enum IOEffect { case log }
          enum IOResult { case logged(UUID) }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .tapped(let date): nextState(withVar(state, \\.date, date))
            case .shown: run(.log)
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            nextState(withVar(state, \\.date, Date(timeIntervalSince1970: 0)))
          }
          func runIOEffect(_ effect: IOEffect) -> IOResultStream {
            .single { .logged(UUID()) }
          }
        }
        """)
    ])

  private static let names: Set = ["reduceInput", "reduceIOResult"]
  private static let makers: Set = ["Date", "UUID", "SystemRandomNumberGenerator"]

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.files(naming: names.sorted()).flatMap { file in
      file.tree.descendants(FunctionDeclSyntax.self).filter {
        names.contains($0.name.text)
          && $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
      }.flatMap { function -> [Finding] in
        guard let body = function.body else { return [] }
        let machine = subject.machine(around: function, in: file)
        return body.descendants(FunctionCallExprSyntax.self).compactMap { call in
          guard let what = impurity(of: call) else { return nil }
          return finding(
            at: file.location(of: call), machine: machine,
            "`\(function.name.text)` \(what), so that its transition depends on more than its "
              + "arguments",
            remedy: "let the event carry what is needed, or make it an `IOEffect`")
        }
      }
    }
  }

  private static func impurity(of call: FunctionCallExprSyntax) -> String? {
    let path = call.calledExpression.dottedNames ?? []
    if path.count == 1, makers.contains(path[0]), call.arguments.isEmpty {
      return "makes `\(path[0])()`"
    }
    if path == ["Task"] || path == ["Task", "detached"] { return "starts a task" }
    if path == ["unsafe"] || path == ["Self", "unsafe"] { return "runs a closure with `unsafe`" }
    if path.last == "random" || path.last == "randomElement" || path.last == "shuffled" {
      return "asks chance with `\(path.last ?? "")`"
    }
    guard path.count > 2, ["shared", "standard", "current"].contains(path[1]),
      path[0].first?.isUppercase ?? false
    else { return nil }
    return "works with the singleton `\(path[0]).\(path[1])`"
  }
}

extension LintSubject {
  /// The id of the machine of the type that a node stands in.
  ///
  /// - Complexity: Linear in the depth of the node.
  func machine(around node: some SyntaxProtocol, in file: SourceFile) -> String? {
    let path = node.typePath().joined(separator: ".")
    let key = index.resolve(name: path, in: nil, module: file.module, file: file)
    return key.flatMap { machine($0.hasPrefix(".") ? String($0.dropFirst()) : $0) }?.machine.id
  }
}
