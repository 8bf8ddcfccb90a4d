import SwiftSyntax

/// Code of which builds have different parts.
extension Interpreter {
  /// Each branch of an `#if` is taken, with its condition in the guard.
  ///
  /// Where one build goes on with other values than another, what follows is told of each.
  func run(_ node: IfConfigDeclSyntax, _ base: Path) -> [Flow] {
    let mark = departures
    var path = base
    var flows: [Flow] = []
    var apart: [Flow] = []
    var isOpen = true
    for clause in node.clauses {
      guard case .statements(let items)? = clause.elements else { continue }
      guard let condition = clause.condition else {
        isOpen = false
        if items.stopBuilds { break }
        build(items, path, &flows, &apart)
        continue
      }
      let guarded = Clause(text: "#if \(text(of: condition))")
      if !items.stopBuilds {
        var taken = path
        taken.guards.append(guarded)
        build(items, taken, &flows, &apart)
      }
      path.guards.append(guarded.negated)
    }
    if isOpen {
      flows.append(Flow(path: path))
      apart.append(Flow(path: path))
    }
    let open = flows.filter(\.isNext).map(\.path)
    if isCoarse || open.dropFirst().allSatisfy({ holdSame(open[0], $0) }) {
      return merged(flows, from: base, since: mark, at: node)
    }
    return apart
  }

  /// Adds the ways through what one build has, as they are and joined.
  private func build(
    _ items: CodeBlockItemListSyntax, _ path: Path, _ flows: inout [Flow], _ apart: inout [Flow]
  ) {
    let mark = departures
    let found = run(items, path)
    flows += found
    apart += merged(found, from: path, since: mark, at: items)
  }

  /// Whether all variables surely hold the same on two ways.
  private func holdSame(_ a: Path, _ b: Path) -> Bool {
    a.frames.count == b.frames.count
      && zip(a.frames, b.frames).allSatisfy { left, right in
        left.variables.count == right.variables.count
          && left.variables.allSatisfy { name, value in
            right.variables[name]?.isSame(as: value) ?? false
          }
      }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a build that has the statements does not come to an end: `#error("…")`.
  var stopBuilds: Bool {
    contains { item in
      let name =
        item.item.as(MacroExpansionExprSyntax.self)?.macroName
        ?? item.item.as(MacroExpansionDeclSyntax.self)?.macroName
      return name?.text == "error"
    }
  }
}
