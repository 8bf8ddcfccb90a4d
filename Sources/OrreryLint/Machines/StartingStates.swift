import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// Where machines start, also where only who makes a store says so:
/// `Store(initialState: Search.State.idle) { Search() }`.
struct StartingStates {
  private var told: [String: Set<String>] = [:]
  private let index: SourceIndex

  /// - Complexity: Linear in the size of the files that say `initialState`.
  init(_ subject: LintSubject) {
    index = subject.index
    for file in subject.files(naming: ["initialState"]) {
      for call in file.tree.descendants(FunctionCallExprSyntax.self) {
        guard let argument = call.arguments.first(where: { $0.label?.text == "initialState" }),
          let made = Self.made(by: argument.expression)
        else { continue }
        let machine = made.owner ?? call.trailingClosure.flatMap(Self.machine(in:))
        if let machine { told[machine, default: []].insert(made.name) }
      }
    }
  }

  /// The state that a machine starts in; nothing where nobody says so, or not always the same.
  func initial(of machine: Machine) -> String? {
    if let initial = machine.initial { return initial }
    guard machine.stateKind == .enum, let info = index.type(ofMachine: machine.id) else {
      return nil
    }
    let own = index.info(index.resolve(name: "State", in: info, module: info.module))
    let names = (told[info.name] ?? []).union(constants(of: own))
    let states = Set(machine.states.map(\.name))
    return names.count == 1 ? names.first.flatMap { states.contains($0) ? $0 : nil } : nil
  }

  /// `static let initial = State.idle` of the state.
  private func constants(of state: TypeInfo?) -> [String] {
    guard let state else { return [] }
    return state.stored.map(\.property).filter {
      $0.isStatic && ["initial", "initialState"].contains($0.name)
    }.compactMap { $0.initializer.flatMap { Self.made(by: $0)?.name } }
  }

  /// `Search.State.idle`: the case, and whose state it is.
  private static func made(by node: ExprSyntax) -> (name: String, owner: String?)? {
    let callee = node.as(FunctionCallExprSyntax.self)?.calledExpression ?? node
    guard let member = callee.as(MemberAccessExprSyntax.self) else { return nil }
    let name = Naming.identifier(member.declName.baseName.text)
    guard name != "init", name.first?.isLowercase ?? false else { return nil }
    guard let base = member.base else { return (name, nil) }
    let parts = base.trimmedText.split(separator: ".").map(String.init)
    guard parts.last == "State" else { return nil }
    return (name, parts.dropLast().last)
  }

  /// What a closure makes last: `{ Search() }`.
  private static func machine(in closure: ClosureExprSyntax) -> String? {
    closure.statements.last?.item.descendants(FunctionCallExprSyntax.self)
      .map(\.calleeName).first { $0.first?.isUppercase ?? false }
  }
}
