import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Bodies in which a machine is told transitions that others may never come to.
extension RouteReader {
  /// What a framework calls once an object is there.
  private static let starts: Set = [
    "viewDidLoad", "loadView", "awakeFromNib", "didMove", "setUp", "setUpWithError",
    "applicationDidFinishLaunching", "application",
  ]

  /// The functions that run once an object is made: what its initializers and properties call, and
  /// what a framework does.
  static func startingNames(of owner: TypeInfo, in index: SourceIndex) -> Set<String> {
    let initial = owner.stored.compactMap { stored in
      stored.property.initializer.map { index.uses(ofStart: $0, of: owner, in: stored.file) }
    }
    let called = (owner.initializers.map { index.uses(of: $0) } + initial).flatMap {
      Code(uses: $0).ownCalls
    }
    return (called + owner.functions.map(\.name).filter(starts.contains)).closed { name in
      owner.functions.filter { $0.name == name }.flatMap { index.code(of: $0).ownCalls }
    }
  }

  /// Transitions that a function of the owner tells a machine which it is handed, where nobody here
  /// hands it one.
  func lent(but followed: Set<SyntaxIdentifier>) -> [Unresolved] {
    owner.functions.filter { !followed.contains(Syntax($0.node).id) }.flatMap { function in
      function.parameters.filter(isMachine).flatMap { parameter -> [Unresolved] in
        let name = parameter.ownName
        let place = RoutePlace(
          node: Syntax(function.node), file: function.file, name: name, isHanded: true)
        return RouteCalls(on: name, at: place).calls.map(\.call)
          .filter { $0.calleeName.hasPrefix("add") && $0.calleeName.contains("Route") }
          .map { untold($0, function.file, "other code hands a machine to '\(function.name)'") }
      }
    }
  }

  private func isMachine(_ parameter: FunctionParameterSyntax) -> Bool {
    guard let type = NamedType(parameter.type.presentType),
      RouteTables.machines.contains(type.name)
    else { return false }
    return type.types.first.map { index.resolve($0, in: owner) == state.key } ?? false
  }
}
