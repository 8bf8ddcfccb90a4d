import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Branches of a loop that ask for its elements: one element may take one of them, and the next one
/// another.
extension Interpreter {
  /// The ends of a round, those that differ in nothing but what they ask of an element and what they
  /// change as one, which changes all of it.
  func together(_ flows: [Flow], in node: ForStmtSyntax, from base: Path) -> [Flow] {
    guard belongsToAction, flows.count > 1, flows.contains(where: \.goesOn) else { return flows }
    let names = Self.boundNames(in: Syntax(node))
    var result: [(flow: Flow, outside: [Clause])] = []
    for flow in flows {
      guard flow.goesOn, flow.path.guards.starts(with: base.guards) else {
        result.append((flow, []))
        continue
      }
      let asked = flow.path.guards.dropFirst(base.guards.count)
      let outside = base.guards + asked.filter { !$0.text.names(anyOf: names) }
      let known = result.firstIndex { other in
        other.flow.goesOn && other.outside == outside
          && differ(other.flow.path, flow.path, inWritesFrom: base)
      }
      if let known {
        result[known].flow.path = both(result[known].flow.path, flow.path, under: outside, base)
      } else {
        result.append((flow, outside))
      }
    }
    return result.map(\.flow)
  }

  /// Whether two ways have come to the same but for what they have changed of the state.
  private func differ(_ a: Path, _ b: Path, inWritesFrom base: Path) -> Bool {
    guard let watched, let (left, right) = states(a, b), left.base.id == right.base.id,
      a.effects == b.effects, a.segment == b.segment, a.frames.count == b.frames.count,
      a.postponed.isEmpty, b.postponed.isEmpty
    else { return false }
    let root = a.resolved(watched)
    return zip(a.frames, b.frames).enumerated().allSatisfy { index, frames in
      frames.0.variables.allSatisfy { name, value in
        if index == root.frame, name == root.name { return true }
        return frames.1.variables[name].map { isAlike(value, $0) } ?? false
      }
    }
  }

  private func states(_ a: Path, _ b: Path) -> (ObjectValue, ObjectValue)? {
    guard let watched, case .object(let left)? = a.value(at: watched),
      case .object(let right)? = b.value(at: watched)
    else { return nil }
    return (left, right)
  }

  /// Two ways as one, which changes what each of them does.
  private func both(_ a: Path, _ b: Path, under guards: [Clause], _ base: Path) -> Path {
    guard let watched, var (left, right) = states(a, b) else { return a }
    let known = left.writes
    left.writes += right.writes.filter { !known.contains($0) }.map { write in
      var write = write
      write.isOneOfSeveral = true
      return write
    }
    let depth = guards.count - a.loopGuards
    for index in left.writes.indices {
      left.writes[index].depth = left.writes[index].depth.map { min($0, depth) }
    }
    right.writes = left.writes
    var (a, b) = (a, b)
    a.set(.object(left), at: watched)
    b.set(.object(right), at: watched)
    var path = join(a, b, base: base)
    path.guards = guards
    path.writeLocation = a.writeLocation ?? b.writeLocation
    return path
  }
}

extension String {
  /// Whether one of several names stands in the text of a condition.
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { names.contains(String($0)) }
  }
}
