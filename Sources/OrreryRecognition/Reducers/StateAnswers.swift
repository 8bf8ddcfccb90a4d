import OrreryTrace
import SwiftSyntax

extension ReduceClosure {
  /// Whether it answers with the state that it is handed or with a copy of that, as one never does
  /// that answers with an effect.
  var answersWithState: Bool {
    guard let stateName else { return false }
    let copies = node.statements.flatMap { item -> [String] in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return [] }
      return variable.bindings.compactMap { binding -> String? in
        binding.initializer?.value.isCopy(of: stateName) ?? false ? binding.boundName : nil
      }
    }
    return node.statements.all(ReturnStmtSyntax.self, without: \.isCode).contains {
      $0.expression?.plainName.map((copies + [stateName]).contains) ?? false
    }
  }
}

extension ExprSyntax {
  /// `state`, or `state ?? …`.
  fileprivate func isCopy(of name: String) -> Bool {
    guard let first = firstToken(viewMode: .sourceAccurate), first.text == name else {
      return false
    }
    return first == lastToken(viewMode: .sourceAccurate)
      || first.nextToken(viewMode: .sourceAccurate)?.text == "??"
  }
}
