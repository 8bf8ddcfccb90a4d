import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Joining ways that a condition split and that then did the same.
extension Interpreter {
  /// A longer condition tells a reader less than its place in the source does.
  static let longestGuard = 160
  /// Where nothing shorter says it, a long condition still tells more than none.
  static let longestRemainder = 400
  static let severalConditions = Clause(text: "one of several conditions")

  /// Whether two ways have changed nothing that a transition shows, or the same.
  ///
  /// - Parameter loosely: Whether it may differ what the properties of an object hold, where neither
  ///   way knows that.
  func sameOutcome(_ a: Path, _ b: Path, loosely: Bool = false) -> Bool {
    guard a.effects == b.effects, a.visited == b.visited, a.segment == b.segment,
      a.writeLocation == b.writeLocation, a.started == b.started, hasBegunSame(a, b)
    else { return false }
    return sameValues(a, b, loosely: loosely) && sameTarget(a, b)
  }

  /// Whether two ways have found out the same of a state that the source leaves open, such as a
  /// parameter that it was set to.
  private func sameTarget(_ a: Path, _ b: Path) -> Bool {
    guard a.writeLocation != nil, let watched, case .unknown(let left)? = a.value(at: watched),
      case .unknown(let right)? = b.value(at: watched)
    else { return true }
    return caseFound(of: left, a) == caseFound(of: right, b)
  }

  private func caseFound(of unknown: Unknown, _ path: Path) -> String? {
    guard case .isCase(let found)? = path.facts[unknown.id] else { return nil }
    return found.name
  }

  /// Whether two ways are walked on as one.
  func isOneWay(_ a: Path, _ b: Path) -> Bool {
    isCoarse ? hasBegunSame(a, b) && isCoarselyOneWay(a, b) : sameOutcome(a, b)
  }

  /// Whether two ways have put off the same tasks.
  private func hasBegunSame(_ a: Path, _ b: Path) -> Bool {
    a.postponed.map(\.closure.node.id) == b.postponed.map(\.closure.node.id)
  }

  /// Joins the ways that are walked on as one.
  func joined(_ ways: [Path]) -> [Path] {
    var result: [Path] = []
    for way in ways {
      if let known = result.firstIndex(where: { isOneWay($0, way) }) {
        result[known] = join(result[known], way, base: way)
      } else {
        result.append(way)
      }
    }
    return result
  }

  /// Joins the ways out of a statement where they are too many to be told apart.
  func narrowed(_ flows: [Flow]) -> [Flow] {
    guard isCoarse, flows.count > 1 else { return flows }
    return joined(flows.map(\.path)).map { Flow(path: $0) }
  }

  /// Whether the same would come of code that starts on either of two ways.
  func startsSame(_ a: Path, _ b: Path) -> Bool {
    // What a way has done since a wait is told where it comes to the next one.
    guard a.frames.count == b.frames.count, a.segment == b.segment, hasBegunSame(a, b),
      a.segment == nil || a.writeLocation == b.writeLocation
    else { return false }
    return zip(a.frames, b.frames).allSatisfy { left, right in
      left.variables.count == right.variables.count
        && left.variables.allSatisfy { name, value in
          guard let other = right.variables[name] else { return false }
          guard case .unknown(let x) = value, case .unknown(let y) = other else {
            return value.isSame(as: other)
          }
          return x.type == y.type && x.atLeast == y.atLeast && isSame(a.facts[x.id], b.facts[y.id])
        }
    }
  }

  func isSame(_ a: Fact?, _ b: Fact?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.agrees(with: b)
  }

  /// Whether all variables hold the same on two ways, as far as that can show.
  func sameValues(_ a: Path, _ b: Path, loosely: Bool = false) -> Bool {
    guard a.frames.count == b.frames.count else { return false }
    return zip(a.frames, b.frames).allSatisfy { left, right in
      left.variables.count == right.variables.count
        && left.variables.allSatisfy { name, value in
          right.variables[name].map { isAlike(value, $0, loosely: loosely) } ?? false
        }
    }
  }

  /// A way, with the numbers and texts that code on it has changed no longer known.
  func loosened(_ path: Path, by ways: [Path]) -> Path {
    var result = path
    for (index, frame) in path.frames.enumerated() {
      for (name, value) in frame.variables {
        guard case .literal = value else { continue }
        let isSame = ways.allSatisfy { way in
          guard way.frames.indices.contains(index) else { return true }
          return way.frames[index].variables[name]?.isSame(as: value) ?? true
        }
        guard !isSame, case .unknown(var unknown) = fresh(name, path) else { continue }
        unknown.isOrdered = ways.contains { way in
          way.frames.indices.contains(index)
            && way.frames[index].variables[name]?.isOrdered == true
        }
        result.frames[index].variables[name] = .unknown(unknown)
      }
    }
    return result
  }

  /// A way behind code that may have run any number of times: what that has put into lists is not
  /// known.
  func withoutLists(_ way: Path, since path: Path) -> Path {
    var result = way
    for (index, frame) in path.frames.enumerated() where way.frames.indices.contains(index) {
      for (name, value) in frame.variables {
        guard case .array(let old) = value,
          case .array(let new)? = way.frames[index].variables[name],
          old.count != new.count
        else { continue }
        result.frames[index].variables[name] = fresh(name, way)
      }
    }
    return result
  }

  /// Joins the open ways that differ only in their conditions; the others stay as they are.
  ///
  /// - Parameters:
  ///   - mark: How many ways had left before the code that the ways have walked.
  ///   - node: That code.
  func merged(
    _ flows: [Flow], from base: Path, since mark: Departures, at node: some SyntaxProtocol
  ) -> [Flow] {
    var result: [Flow] = []
    for flow in flows {
      guard flow.isNext,
        let index = result.firstIndex(where: {
          $0.isNext && isOneWay($0.path, flow.path)
            && !differInErrors($0.path, flow.path, since: base, beside: result.count)
        })
      else {
        result.append(flow)
        continue
      }
      result[index].path = join(result[index].path, flow.path, base: base)
    }
    // All ways are one again: the conditions between decided no more than who has left.
    if result.count == 1, flows.count > 1, result[0].isNext,
      !hasFailed(beside: flows, since: mark),
      let guards = remainder(of: result[0].path, from: base, since: mark)
    {
      result[0].path.guards = guards
    } else if result.count < flows.count, mayStayApart(at: node) {
      return apart(flows, from: base) ?? result
    }
    return result
  }

  func join(_ a: Path, _ b: Path, base: Path) -> Path {
    var path = a
    path.isCoarse = a.isCoarse || b.isCoarse || (isCoarse && !sameOutcome(a, b))
    path.isGuess = a.isGuess || b.isGuess
    path.joinReassigned(with: b)
    path.asksStart = a.asksStart || b.asksStart
    path.visited = b.visited.dropLast().filter { !a.visited.contains($0) } + a.visited
    let common = zip(a.guards, b.guards).prefix { $0 == $1 }.map(\.0)
    let rests = (a.guards.dropFirst(common.count), b.guards.dropFirst(common.count))
    path.guards = common + (Self.agreed(rests.0, rests.1) ?? [Self.oneOf(rests.0, rests.1)])
    let decided = max(a.decided, b.decided)
    path.decided = decided > common.count ? path.guards.count : decided
    path.facts = a.facts.filter { id, fact in b.facts[id]?.agrees(with: fact) ?? false }
    path.refusals = a.commonRefusals(with: b)
    path.wildcard = base.wildcard
    path.tasks += b.tasks.filter { !path.tasks.contains($0) }
    path.started += b.started.filter { !path.started.contains($0) }
    path.branch = base.branch
    path.location = max(a.location, b.location)
    path.innerEnd = a.innerEnd == b.innerEnd ? a.innerEnd : nil
    path.joined.formUnion(b.joined.union([a.last, b.last].compactMap { $0 }))
    path.written.formUnion(b.written)
    path.sharedPlaces.formUnion(b.sharedPlaces)
    path.sharedNames.formUnion(b.sharedNames)
    path.version = max(a.version, b.version) + 1
    path.strangers = max(a.strangers, b.strangers)
    for index in path.frames.indices where b.frames.indices.contains(index) {
      for (name, value) in path.frames[index].variables {
        guard let other = b.frames[index].variables[name] else { continue }
        path.frames[index].variables[name] = join(value, other, name, path.version)
      }
    }
    return path
  }

  /// What both of two ways ask, where one of them asks no more or they differ in one answer alone.
  private static func agreed(
    _ a: ArraySlice<Clause>, _ b: ArraySlice<Clause>
  ) -> [Clause]? {
    if a.isEmpty || b.isEmpty { return [] }
    guard a.count == b.count else { return nil }
    let differences = zip(a, b).enumerated().filter { $1.0 != $1.1 }
    guard differences.count == 1, let (offset, (left, right)) = differences.first,
      left.denies(right)
    else { return nil }
    return Array(a.prefix(offset) + a.dropFirst(offset + 1))
  }

  private static func oneOf(_ a: ArraySlice<Clause>, _ b: ArraySlice<Clause>) -> Clause {
    if let either = either(a, b) { return either }
    let text = "(\([a, b].map { Clause.conjunction(Array($0)) }.joined(separator: ") || (")))"
    let said = text.count > longestRemainder ? severalConditions.text : text
    // Errors of different calls that end alike are one thing to tell.
    guard !(a + b).contains(where: \.isThrow), let left = Clause.spread(Array(a)),
      let right = Clause.spread(Array(b)), left.count + right.count <= Clause.mostWays
    else { return Clause(text: said) }
    return Clause(text: said, ways: left + right)
  }

  /// `!(x && y)`, where either `x` does not hold, or it does and `y` does not.
  static func either(_ a: ArraySlice<Clause>, _ b: ArraySlice<Clause>) -> Clause? {
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard let outer = short.first, short.count == 1, outer.isNegated, long.count == 2,
      long.first == outer.negated, let inner = long.last, inner.isNegated
    else { return nil }
    return Clause(text: Clause.conjunction([outer.negated, inner.negated]), isNegated: true)
  }

  /// What is known of a value that is one of two: of an object each property by itself.
  private func join(_ a: Value, _ b: Value, _ name: String, _ version: Int) -> Value {
    if a.isSame(as: b) { return a }
    if case .enumCase(var either) = a, case .enumCase(let other) = b, either.isNamed(as: other),
      either.payload.count == other.payload.count
    {
      either.payload = zip(either.payload, other.payload).map { left, right in
        let value = join(left.value, right.value, left.value.text, version)
        return Argument(label: left.label, value: value)
      }
      return .enumCase(either)
    }
    guard case .object(let left) = a, case .object(let other) = b,
      left.base.id == other.base.id, left.writes == other.writes
    else {
      var unknown = Unknown(id: "\(name)@\(version)", text: name, type: a.type)
      unknown.isPresent = a.isPresent && b.isPresent
      unknown.isOrdered = a.isOrdered || b.isOrdered
      return .unknown(unknown)
    }
    var object = left
    for field in Set(left.fields.keys).union(other.fields.keys) {
      object.fields[field] = join(
        left.field(field), other.field(field), "\(name).\(field)", version)
    }
    return .object(object)
  }

  /// Whether the difference between two values cannot show: the same, or both not known.
  func isAlike(_ a: Value, _ b: Value, loosely: Bool = false) -> Bool {
    switch (a, b) {
    case (.unknown(let a), .unknown(let b)): a.type == b.type
    case (.literal, .literal), (.unknown, .literal), (.literal, .unknown): true
    // Each place in the source that changes a struct state is a row.
    case (.object(let x), .object(let y)):
      x.writes.map(\.location) == y.writes.map(\.location)
        && (a.isSame(as: b) || loosely && areAlike(x, y))
    default: a.isSame(as: b)
    }
  }

  private func areAlike(_ a: ObjectValue, _ b: ObjectValue) -> Bool {
    a.base.id == b.base.id
      && Set(a.fields.keys).union(b.fields.keys).allSatisfy { name in
        switch (a.fields[name], b.fields[name]) {
        case (let left?, let right?): isAlike(left, right, loosely: true)
        case (.unknown?, nil), (nil, .unknown?), (nil, nil): true
        default: false
        }
      }
  }
}
