import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

extension ReduceClosure {
  /// Whether the closure hands its state to the reducer that it is a method of: it adds something to
  /// what any reducer does, and is no machine itself.
  func runsItsOwner(at node: DeclSyntax) -> Bool {
    guard let state = stateName else { return false }
    let around = node.ancestors.first {
      $0.is(ExtensionDeclSyntax.self) || $0.is(ClassDeclSyntax.self) || $0.is(EnumDeclSyntax.self)
    }
    let extended = around?.as(ExtensionDeclSyntax.self)?.extendedType
    guard let name = extended.flatMap(SourceIndex.parts)?.last, NamedType.reducers.contains(name)
    else { return false }
    // `self.run(&state, action, environment)`, `reduce(&state, action)`.
    return self.node.statements.all(FunctionCallExprSyntax.self).contains { call in
      call.calledExpression.ownName.map(WrappingReducers.runners.contains) ?? false
        && call.arguments.contains {
          $0.expression.as(InOutExprSyntax.self)?.expression.plainName == state
        }
    }
  }
}

/// Reducers that add something to what any other does.
enum WrappingReducers {
  fileprivate static let runners: Set = ["run", "reduce", "callAsFunction"]
  private static let words = Set(runners.map { Word($0) })

  /// What is to be said of each, with the file that it stands in.
  static func diagnostics(in index: SourceIndex) -> [NoteOfFile] {
    let files = index.files.filter { file in
      !file.isGenerated && file.words.containsAny(of: ReduceClosureFinder.words)
        && file.words.containsAny(of: words)
    }
    return files.flatMap { file in
      ReduceClosureFinder.find(in: file.tree).compactMap { closure -> NoteOfFile? in
        guard let (name, node) = ClosureStyle.declaration(around: Syntax(closure.node)),
          closure.runsItsOwner(at: node)
        else { return nil }
        return file.noMachine(
          TypePath.enclosing(node) + [name], "wraps another reducer and is no machine of its own",
          at: node)
      }
    }
  }
}
