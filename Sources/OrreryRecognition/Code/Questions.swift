import OrreryExecution
import OrreryLowering
import OrreryProgram

/// Getters that ask for the state: a condition that is made of one asks for the state as well, and so does
/// whoever reads one that traps in some states.
struct Questions {
  private let names: Set<String>
  private let trapping: Set<String>

  init(among getters: [ComputedInfo], about access: StateAccess, in index: SourceIndex) {
    let found = getters.filter { !access.names.contains($0.name) }.map { getter in
      (getter.name, index.mentions(of: access, in: getter))
    }.filter { $0.1.tests > 0 }
    names = Set(found.map(\.0))
    trapping = Set(found.filter { !$0.1.calls.isDisjoint(with: Library.traps) }.map(\.0))
  }

  func areAsked(in code: Code) -> Bool {
    guard !names.isEmpty else { return false }
    return code.uses.all.contains { use in
      guard code.holds(use.id), let name = use.place.property, names.contains(name) else {
        return false
      }
      if trapping.contains(name) { return true }
      switch use.kind {
      case .asked, .compared: return true
      case .read, .called: return use.context.isCondition
      default: return false
      }
    }
  }
}
