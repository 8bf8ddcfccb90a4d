import OrreryModel
import OrreryTrace
import SwiftSyntax

/// Code that asks for events: patterns and key paths outside of their own machines, and clauses that
/// do what no row tells.
struct EventReaders {
  private var places: [String: [OrreryModel.SourceLocation]] = [:]
  private var busy: Set<String> = []

  /// - Complexity: Linear in the size of the files that say one of the names.
  init(of names: Set<String>, in subject: LintSubject) {
    guard !names.isEmpty else { return }
    for file in subject.files(naming: names.sorted()) {
      for node in file.tree.descendants(MemberAccessExprSyntax.self) where node.isPattern {
        let name = Naming.identifier(node.declName.baseName.text)
        guard names.contains(name) else { continue }
        places[name, default: []].append(file.location(of: node))
        if node.nearest(SwitchCaseSyntax.self).map(Self.isBusy) ?? true { busy.insert(name) }
      }
      for node in file.tree.descendants(KeyPathPropertyComponentSyntax.self) {
        let name = Naming.identifier(node.declName.baseName.text)
        if names.contains(name) { busy.insert(name) }
      }
    }
  }

  func reads(_ candidate: IdleEvent) -> Bool {
    let machine = candidate.machine
    return busy.contains(candidate.item.name)
      || (places[candidate.item.name] ?? []).contains { place in
        place.file != machine.location.file
          || !(machine.location.line...max(machine.location.line, machine.endLine))
            .contains(place.line)
      }
  }

  /// Whether a clause does something: it calls, computes or writes.
  private static func isBusy(_ clause: SwitchCaseSyntax) -> Bool {
    let code = clause.statements
    return !code.descendants(FunctionCallExprSyntax.self).isEmpty
      || !code.descendants(AssignmentExprSyntax.self).isEmpty
      || !code.descendants(BinaryOperatorExprSyntax.self).isEmpty
  }
}
