import OrreryExtraction
import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A machine with static reducers and with effects that an instance runs, in the shape of TCA-SM.
struct PureMachine {
  let info: TypeInfo
  /// The types of effects and results; nothing where they are no enums of the source.
  let effect: TypeInfo?
  let result: TypeInfo?
  /// The functions that run effects: `runIOEffect`, or `runFetch`.
  let functions: [FunctionInfo]
  let runners: [EffectRunner]
  /// What is known of its states, where it has one state variable and no open questions.
  let machine: MachineIndex?
  let initial: String?
  /// The calls of the static reducers, by their places: `transition(…)`, `run(…)`.
  private let answers: [OrreryModel.SourceLocation: String]

  var name: String { info.path.joined(separator: ".") }
  var id: String { info.key.hasPrefix(".") ? String(info.key.dropFirst()) : info.key }

  /// - Complexity: Linear in the number of types, and in the size of the functions that run effects.
  static func all(in subject: LintSubject) -> [PureMachine] {
    let starts = subject.startingStates
    return subject.index.keys.compactMap { subject.index.info($0) }.compactMap { info in
      guard info.kind != .protocol, !info.file.isGenerated else { return nil }
      return PureMachine(info, subject, starts)
    }
  }

  private init?(_ info: TypeInfo, _ subject: LintSubject, _ starts: StartingStates) {
    let reduces = info.functions.contains {
      $0.isStatic && ["reduceInput", "reduceIOResult"].contains($0.name)
    }
    let runs = info.functions.contains { !$0.isStatic && $0.name == "runIOEffect" }
    guard reduces || runs else { return nil }
    let index = subject.index
    func type(_ name: String) -> TypeInfo? {
      let found = index.info(index.resolve(name: name, in: info, module: info.module))
      return found?.kind == .enum ? found : nil
    }
    (self.info, effect, result) = (info, type("IOEffect"), type("IOResult"))
    let cases = effect?.cases.map(\.name) ?? []
    functions = info.functions.filter { function in
      !function.isStatic && function.body != nil
        && (function.name == "runIOEffect"
          || cases.contains { function.name == EffectRunner.method(of: $0) })
    }
    let result = result
    runners = functions.flatMap { EffectRunner.all(in: $0, of: info, effects: cases, result) }
    let id = info.key.hasPrefix(".") ? String(info.key.dropFirst()) : info.key
    let machine = subject.machine(id).flatMap { $0.machine.isWhole ? $0 : nil }
    let isSingle = machine.map {
      $0.machine.stateKind == .enum || $0.machine.regions.count == 1
    }
    self.machine = isSingle == true ? machine : nil
    answers = Self.answers(of: info)
    initial = self.machine.flatMap {
      starts.initial(of: $0.machine) ?? $0.machine.regions.first?.initial
    }
  }

  func runner(of effect: String) -> EffectRunner? {
    let found = runners.filter { $0.effect == effect }
    return found.count == 1 ? found[0] : nil
  }

  /// The results that come from nested machines: these may always come.
  var forwarded: Set<String> {
    let cases = result?.cases.filter { item in
      item.declaration.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "Forward"
      }
    }
    return Set(cases?.map(\.name) ?? [])
  }

  /// Whether the runtime is ours, of which is known what a state change ends.
  var isOrrery: Bool {
    info.file.tree.statements.contains {
      $0.item.as(ImportDeclSyntax.self)?.path.trimmedText == "Orrery"
    }
  }

  /// How long an effect runs, as ``EffectLifetime`` of the runtime says it: `untilFinished`,
  /// `untilReplaced`, `whileInState`; nothing where that is not clear.
  func lifetime(of effect: String) -> String? {
    guard isOrrery else { return nil }
    guard let function = info.functions.first(where: { $0.name == "lifetime" && $0.isStatic })
    else { return "untilReplaced" }
    guard let item = function.body?.statements.first?.item, function.body?.statements.count == 1
    else { return nil }
    if let word = Self.word(item) { return word }
    guard
      let node = item.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self)
        ?? item.as(SwitchExprSyntax.self)
    else { return nil }
    let clauses = EffectRunner.clauses(of: node)
    let clause = clauses.first { $0.names.contains(effect) } ?? clauses.first(where: \.isDefault)
    return clause?.statements.first.flatMap { Self.word($0.item) }
  }

  private static func word(_ item: CodeBlockItemSyntax.Item) -> String? {
    let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    return value?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  private static func answers(of info: TypeInfo) -> [OrreryModel.SourceLocation: String] {
    var found: [OrreryModel.SourceLocation: String] = [:]
    for function in info.functions where function.isStatic {
      for call in function.body?.calls(of: ["transition", "nextState", "run"]) ?? [] {
        found[function.file.location(of: call)] = call.calleeName
        guard let statement = call.parent?.as(ReturnStmtSyntax.self) else { continue }
        found[function.file.location(of: statement)] = call.calleeName
      }
    }
    return found
  }

  /// Whether `nextState`, `transition` or `run` stands at a place of the reducers.
  func answers(at location: OrreryModel.SourceLocation) -> Bool { answers[location] != nil }

  /// Whether a row surely writes the state.
  func writes(_ row: Transition) -> Bool {
    answers[row.location].map { $0 != "run" } ?? (row.kind == .move && row.to != row.from)
  }

  /// The effects that a row starts; nothing where one of them is not known.
  func effects(of row: Transition) -> [String]? {
    let names = row.effect?.leaves.map { leaf -> String? in
      guard case .run(let text) = leaf else { return nil }
      let name = String(text.drop { $0 == "." }.prefix { $0 != "(" })
      return effect?.enumCase(name) == nil ? nil : name
    }
    guard let names else { return [] }
    return names.contains(nil) ? nil : names.compactMap { $0 }
  }
}
