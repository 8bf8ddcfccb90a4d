import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Setters and functions of a state that none of its reducers speaks of, and that nobody else may call:
/// what they do is no event.
final class UnusedCode {
  private let site: Site
  private let program: LoweredProgram
  /// What the handlers speak of, themselves or through what they speak of.
  private lazy var used: Set<String> = namesInUse()
  /// What the code of the machine speaks of, by the function.
  private lazy var spoken = (members + entries).map(speaking)

  private typealias Speaking = (function: Function, names: Set<String>)

  init(of site: Site, in program: LoweredProgram) { (self.site, self.program) = (site, program) }

  private var members: [Function] {
    let infos = [site.owner, site.state].compactMap { $0 }
    return infos.flatMap(\.functions).map(program.function)
      + infos.flatMap(\.computed).map(program.getter)
      + infos.flatMap(\.accessors).map(program.function)
  }

  private var entries: [Function] {
    site.handlers.flatMap { [$0] + $0.next }.map(program.function(of:))
      + program.reactions(of: site)
  }

  private func speaking(_ function: Function) -> Speaking {
    (function, program.names(spokenOfBy: function))
  }

  private func namesInUse() -> Set<String> {
    var used: Set<String> = []
    let own = Set(entries.map(\.id))
    var open = spoken.filter { own.contains($0.function.id) }.map(\.names)
    while let names = open.popLast() {
      let new = names.subtracting(used)
      used.formUnion(new)
      open += spoken.filter { new.contains($0.function.name) }.map(\.names)
    }
    return used
  }

  /// Whether a place stands in such a setter or function.
  func holds(_ standing: Standing) -> Bool {
    guard site.holder == .parameter, standing.owner == site.state.key,
      let function = standing.declaration
    else { return false }
    switch function.kind {
    case .function:
      return function.access == .file && !used.contains(function.name)
        && !isCalledOutside(function)
    case .setter:
      // Views set any property by a binding.
      return function.access != .everyone
        && !spoken.contains { other in
          other.function.id != function.id
            && !other.names.isDisjoint(with: [function.name, "BindingReducer"])
        }
    default: return false
    }
  }

  /// Whether code of its file that is no reducer speaks of a function, be it through others of the state.
  private func isCalledOutside(_ function: Function) -> Bool {
    guard let file = program.index.file(at: function.location.file) else {
      return false
    }
    let own = Set(spoken.map(\.function.id))
    let state = site.state.key
    // What other reducers of the state do with it is told of them.
    let others = program.functions(in: file).filter { other in
      !own.contains(other.id)
        && !other.parameters.contains { $0.isInOut && $0.type?.key == state }
    }.map { program.names(spokenOfBy: $0) }
    var (seen, open) = (Set([function.name]), [function.name])
    while let name = open.popLast() {
      if others.contains(where: { $0.contains(name) }) { return true }
      for (caller, names) in spoken where names.contains(name) && caller.owner == site.state.key {
        guard caller.access == .file else { return true }
        if seen.insert(caller.name).inserted { open.append(caller.name) }
      }
    }
    return false
  }
}

extension LoweredProgram {
  /// The names in a function, those in key paths too.
  fileprivate func names(spokenOfBy function: Function) -> Set<String> {
    var names = References(of: function).names
    var visitor = CodeVisitor(self) { node, _, _ in
      if case .keyPath(let path?) = node.form { names.formUnion(path) }
    }
    visitor.visit(function)
    return names
  }
}
