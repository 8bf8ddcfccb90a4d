import OrreryProgram
import SwiftSyntax

/// What code is lowered to, for all that work with an index at the same time.
extension SourceIndex {
  /// Lends the lowered program to one thread: what this one lowers, the next one finds.
  ///
  /// A program belongs to the thread that lowers with it, so that there are as many as threads at work.
  package func withProgram<Result>(_ work: (LoweredProgram) -> Result) -> Result {
    let known = idle.withLock { Unchecked($0.popLast()) }.value as? LoweredProgram
    let found = known ?? LoweredProgram(self)
    defer {
      let back = Unchecked(found)
      idle.withLock { $0.append(back.value) }
    }
    return work(found)
  }

  /// Forgets what has been lowered: it refers to the index, which so would last for ever.
  package func forgetPrograms() {
    idle.withLock { $0 = [] }
    knownUses.withLock { $0 = [:] }
  }

  /// What a function does, those of its closures included.
  package func uses(of function: FunctionInfo) -> Uses {
    uses(MemberKey(function.node, of: function.owner)) { $0.function(function) }
  }

  /// What a getter does.
  package func uses(of getter: ComputedInfo) -> Uses {
    uses(MemberKey(getter.body, of: getter.owner)) { $0.getter(getter) }
  }

  /// What is done to find what a property starts as.
  package func uses(ofStart start: ExprSyntax, of info: TypeInfo, in file: SourceFile) -> Uses {
    uses(MemberKey(start, of: info.key)) { $0.function(giving: start, owner: info, file: file) }
  }

  private func uses(_ key: MemberKey, _ function: (LoweredProgram) -> Function) -> Uses {
    if let known = knownUses.withLock({ $0[key] }) { return known.value }
    let found = Recorded { withProgram { $0.uses(of: function($0)) } }
    knownUses.withLock { $0[key] = found }
    return found.value
  }

  /// The number of the function that a declaration is lowered to.
  package func id(of function: FunctionInfo) -> NodeID { withProgram { $0.id(of: function) } }

  /// The numbers of a node and of all in it.
  package func span(of node: some SyntaxProtocol, in file: SourceFile) -> ClosedRange<NodeID> {
    withProgram { program in
      let start = program.id(of: node, in: file)
      let end = node.lastToken(viewMode: .all).map { program.id(of: $0, in: file) } ?? start
      return start...max(start, end)
    }
  }
}

extension LoweredProgram {
  fileprivate func uses(of function: Function) -> Uses {
    Uses(of: function) { [origins, index] id in
      origins.closures[id].map(index.fate) ?? ClosureFate()
    }
  }
}

extension SourceIndex {
  /// Whether a function changes one of some properties.
  func changes(
    _ names: Set<String>, orPartsOf structs: Set<String> = [], in function: FunctionInfo
  ) -> Bool {
    uses(of: function).all.contains { use in
      switch use.kind {
      case .assigned, .lent, .operated:
        use.place == .me || use.place.plainProperty.map(names.contains) ?? false
          || use.place.property.map(structs.contains) ?? false
      case .read, .called, .asked, .compared: false
      }
    }
  }

  /// The names of the functions of its own type that a function calls.
  func ownCalls(in function: FunctionInfo) -> Set<String> {
    Set(uses(of: function).calls.filter { $0.receiver == .me }.map(\.name))
  }
}
