import OrreryLowering
import SwiftSyntax

/// Telling fewer ways apart, where a handler has too many: by their states and effects alone.
extension Interpreter {
  /// Whether two ways have the same states and effects, so that they are walked on as one.
  func isCoarselyOneWay(_ a: Path, _ b: Path) -> Bool {
    isCoarselyAt(a, b)
      && zip(a.frames, b.frames).allSatisfy { left, right in
        left.variables.count == right.variables.count
          && left.variables.allSatisfy { name, value in
            right.variables[name].map { isCoarselyAlike(value, $0) } ?? false
          }
      }
  }

  /// Whether two ways stand in the same code, and have done the same; where each has written the
  /// state is told by one of the places.
  private func isCoarselyAt(_ a: Path, _ b: Path) -> Bool {
    a.effects == b.effects && a.segment == b.segment && a.frames.count == b.frames.count
      && (a.writeLocation == nil) == (b.writeLocation == nil)
  }

  /// Whether two values may be one that is not known: neither is a state, an effect, or code.
  private func isCoarselyAlike(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.bool, .bool), (.bool, .unknown), (.unknown, .bool): return true
    case (.absent, .unknown), (.unknown, .absent): return true
    case (.array(let a), .array(let b)): return !(a + b).contains(where: \.isDecisive)
    case (.array(let items), .unknown), (.unknown, .array(let items)):
      return !items.contains(where: \.isDecisive)
    case (.object(let x), .object(let y)):
      return x.base.id == y.base.id && x.writes == y.writes
        && Set(x.fields.keys).union(y.fields.keys).allSatisfy { field in
          isCoarselyAlike(x.field(field), y.field(field))
        }
    case (.enumCase(let x), .enumCase(let y)) where !x.isStart && !y.isStart:
      return x.isNamed(as: y) && x.payload.count == y.payload.count
        && zip(x.payload, y.payload).allSatisfy { areContents($0.value, $1.value) }
    default: return isAlike(a, b)
    }
  }

  /// Whether two values may be one that is not known, as what comes with a case.
  private func areContents(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.object, .object), (.object, .unknown), (.unknown, .object): a.type == b.type
    default: isCoarselyAlike(a, b)
    }
  }

  /// Whether a walk that has started on one way has come to all that one from another would.
  func covers(_ a: Path, _ b: Path) -> Bool {
    guard isCoarse else { return startsSame(a, b) }
    return isCoarselyAt(a, b)
      && zip(a.frames, b.frames).allSatisfy { left, right in
        left.variables.count == right.variables.count
          && left.variables.allSatisfy { name, value in
            right.variables[name].map { covers(value, a, $0, b) } ?? false
          }
      }
  }

  private func covers(_ value: Value, _ a: Path, _ other: Value, _ b: Path) -> Bool {
    switch (value, other) {
    case (.unknown(let x), .unknown(let y)):
      return x.type == y.type && (x.atLeast == nil || x.atLeast == y.atLeast)
        && (a.facts[x.id] == nil || isSame(a.facts[x.id], b.facts[y.id]))
    case (.unknown(let x), .bool), (.unknown(let x), .absent), (.unknown(let x), .literal):
      return a.facts[x.id] == nil && x.atLeast == nil
    case (.unknown(let x), .array(let items)):
      return a.facts[x.id] == nil && !items.contains(where: \.isDecisive)
    case (.unknown(let x), .object(let y)):
      return a.facts[x.id] == nil && x.type == y.base.type && y.writes.isEmpty
    case (.object(let x), .object(let y)):
      return x.base.id == y.base.id && x.writes == y.writes
        && Set(x.fields.keys).union(y.fields.keys).allSatisfy { field in
          covers(x.field(field), a, y.field(field), b)
        }
    case (.enumCase(let x), .enumCase(let y)) where !x.isStart && !y.isStart:
      return x.isNamed(as: y) && x.payload.count == y.payload.count
        && zip(x.payload, y.payload).allSatisfy { covers($0.value, a, $1.value, b) }
    default: return value.isSame(as: other)
    }
  }
}
