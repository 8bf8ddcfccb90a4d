import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Which parts of an expression an `await` before it, or further left, is for.
///
/// It is never for nothing: where no part is known to wait, it is for the first that may.
extension FunctionLowering {
  /// How likely an `await` is for an expression: not known, a property of something else may wait, a
  /// call of something else rather does.
  enum Chance: Comparable { case never, hardly, asProperty, asCall, surely }

  /// The parts of an expression, by their places, that an `await` before one of them is for.
  ///
  /// What is called on the same as the first that waits is taken to be alike. Of what need not be asked,
  /// and of the elements of a literal, each call of something else is.
  func awaitedParts(of value: Expression, from start: Int = 0) -> Set<Int> {
    let parts = value.children
    let chances = parts.map(chance)
    let places = parts.indices.dropFirst(start)
    guard
      let first = places.first(where: { chances[$0] >= .asCall })
        ?? places.first(where: { chances[$0] == .asProperty })
        ?? places.first(where: { chances[$0] == .hardly })
    else { return [] }
    let isEach = value.leavesOutLater ?? value.isListOfParts
    return Set(
      places.filter { place in
        if place == first { return true }
        // The tasks of one operator are waited for together.
        if chances[place] == .surely { return isEach || parts[place].calls }
        guard chances[place] == .asCall else { return place == start && chances[place] > .never }
        return isEach || parts[place].receiver == parts[first].receiver
      })
  }

  func chance(_ value: Expression) -> Chance {
    switch value.form {
    case .call(let call): chance(call)
    case .variable(let variable):
      variable.depth == 0 && besides.contains(variable.slot) ? .surely : .never
    case .name(let name): hasGetter(name) ? .asProperty : .never
    case .member(let base, let name):
      if base.isPlainSelf {
        hasGetter(name) ? .asProperty : .never
      } else if case .type = base.form {
        .never
      } else {
        max(.asProperty, chance(base))
      }
    case .element(let base, let arguments):
      ([base] + arguments.map(\.value)).map(chance).max { $0 < $1 }.map { part in
        part == .never && !isList(base) ? .hardly : part
      } ?? .never
    case .closure: .never
    default: value.children.map(chance).max() ?? .never
    }
  }

  private func chance(_ call: Call) -> Chance {
    let own = ownFunctions(of: call)
    if !own.isEmpty { return own.contains(where: \.isAsync) ? .surely : .never }
    switch call.callee {
    case .localFunction(let function, _): return function.isAsync ? .surely : .never
    case .member(let base, _): return isList(base) ? .never : .asCall
    case .name(let name) where !(name.first?.isUppercase ?? false): return .hardly
    case .name, .implicitMember, .type:
      return call.arguments.map { chance($0.value) }.max() ?? .never
    default: return .hardly
    }
  }

  /// The functions of the type around, and those of no type, that a call by its name alone may mean.
  func ownFunctions(of call: Call) -> [FunctionInfo] {
    guard call.isOnSelf else { return [] }
    let members = context.owner?.functions.filter { $0.name == call.name } ?? []
    return members.isEmpty ? context.index.globals(named: call.name) : members
  }

  private func hasGetter(_ name: String) -> Bool {
    context.owner?.computed.contains { $0.name == name } ?? false
  }

  /// Whether an expression is known to be an array or a dictionary, whose methods do not wait.
  private func isList(_ value: Expression) -> Bool {
    switch value.form {
    case .array, .dictionary, .literal: return true
    case .name, .member:
      guard let name = value.ownMemberName, let stored = context.owner?.property(name)?.property
      else { return false }
      let kind = stored.type?.kind ?? stored.initializer?.kind
      return [.arrayType, .dictionaryType, .arrayExpr, .dictionaryExpr].contains(kind)
    default: return false
    }
  }
}

extension Expression {
  /// Of an operator between operands: whether it may leave out one behind the first.
  var leavesOutLater: Bool? {
    switch form {
    case .and, .or, .coalesce, .conditional: true
    case .equal, .order, .arithmetic, .custom, .opaque: false
    default: nil
    }
  }

  /// Whether it is a literal of a list, or a tuple.
  var isListOfParts: Bool {
    switch form {
    case .tuple, .array, .dictionary: true
    default: false
    }
  }

  /// What is called on, as written; nothing where it is no call of a method.
  fileprivate var receiver: String? {
    switch form {
    case .call(let call): if case .member(let base, _) = call.callee { base.text } else { nil }
    case .not(let inner), .attempt(_, let inner), .wait(let inner): inner.receiver
    default: nil
    }
  }
}
