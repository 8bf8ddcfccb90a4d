import SwiftSyntax

/// A variable in one of the calls around a place, counted from the innermost outwards.
struct Constant: Hashable {
  var call: Int
  var name: String
}

/// A helper that waits and is called from several places goes on from each of them: what they have
/// handed it differently is a condition then.
extension Interpreter {
  /// The calls by which the walk has come to a place, where they are told apart: once around is as
  /// good as twice.
  var callsAround: [SyntaxIdentifier] {
    guard tellsCalls else { return [] }
    return callers.reduce(into: []) { calls, caller in
      if let known = calls.firstIndex(of: caller.id) { calls.removeSubrange(known...) }
      calls.append(caller.id)
    }
  }

  /// What the calls around a place have been handed that decides conditions.
  func constants(_ path: Path) -> [Constant: String] {
    let state = watched.flatMap(path.value)?.type
    var result: [Constant: String] = [:]
    for (number, frame) in path.frames.enumerated().dropFirst() {
      for (name, value) in frame.variables {
        guard let text = value.constant(but: state) else { continue }
        result[Constant(call: path.depth - 1 - number, name: name)] = text
      }
    }
    return result
  }

  /// Forgets what has decided otherwise for another call of the same helper.
  ///
  /// - Parameter isTold: Whether an answer is kept, and told where something asks for it: behind the
  ///   wait of one of the calls.
  func open(_ constants: Set<Constant>, _ path: inout Path, isTold: Bool = false) {
    for constant in constants.sorted(by: { ($0.call, $0.name) < ($1.call, $1.name) }) {
      let number = path.depth - 1 - constant.call
      guard number > 0, number < path.depth,
        let value = path.frames[number].variables[constant.name]
      else { continue }
      guard isTold, case .bool(let known) = value else {
        path.frames[number].variables[constant.name] = fresh(
          constant.name, path, type: value.type)
        continue
      }
      let id = "\(constant.name)\(Self.toldMark)\(number)"
      path.frames[number].variables[constant.name] = .unknown(
        Unknown(id: id, text: constant.name))
      path.facts[id] = .bool(known)
    }
  }
}

extension Interpreter {
  private static let toldMark = "@told"

  /// The answer of a value that is known: of what differs for another call with its condition.
  func answer(_ holds: Bool, of id: String, text: String, _ path: Path) -> Answer {
    guard id.contains(Self.toldMark) else { return .known(path, holds) }
    var (yes, no) = (path, path)
    (yes.isImpossible, no.isImpossible) = (!holds, holds)
    return .open(yes: yes, no: no, text: text)
  }
}

extension Value {
  /// A value that decides conditions, as text; nothing for the state itself.
  fileprivate func constant(but state: String?) -> String? {
    switch self {
    case .bool(let known): "\(known)"
    case .enumCase(let known) where known.payload.isEmpty && known.type != state: known.name
    default: nil
    }
  }
}
