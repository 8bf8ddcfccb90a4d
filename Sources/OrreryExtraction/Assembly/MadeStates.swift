import OrreryExecution
import OrreryLowering
import OrreryRecognition

/// What the code that makes an object leaves as the state.
struct MadeStates {
  /// The state that the property is declared with: what an initializer finds.
  var declared: String?
  /// The state where all ways of all initializers end that others may call.
  var state: String?
  /// What the ways leave.
  fileprivate var values: [Value] = []
  /// Whether some way gives the state a value, be that one that is not told.
  fileprivate var isAssigned = false

  /// Whether some way leaves an optional empty, or may.
  var mayBeAbsent: Bool {
    isAssigned
      && values.contains { value in
        if case .absent = value { return true }
        guard let unknown = value.unknown, !unknown.isPresent else { return false }
        return unknown.isDeclaredOptional || unknown.domain?.isOptional == true
      }
  }

  /// What all of them leave in a property of a struct.
  func value(of property: String) -> String? {
    let found = values.map { value -> String? in
      guard case .object(let object) = value else { return nil }
      switch object.fields[property] {
      case .bool(let value): return "\(value)"
      case let value: return value?.stateName
      }
    }
    return Set(found).count == 1 ? found[0] : nil
  }
}

extension MachineBuilder {
  var madeStates: MadeStates {
    let state = Unknown(scope.symbols.open, text: "state", type: site.state.key)
    let ends = site.makers.flatMap { walks($0, from: .unknown(state), within: Budget()) }
      .map { $0.made() }
    var result = MadeStates(declared: ends.first.flatMap { name(of: $0?.declared ?? []) })
    guard !ends.contains(where: { $0?.made == nil }) else {
      result.isAssigned = true
      return result
    }
    result.values = ends.flatMap { $0?.made ?? [] }
    result.isAssigned = result.values.contains { $0.unknown?.symbol != state.symbol }
    result.state = result.isAssigned ? name(of: result.values) : keptState
    return result
  }

  /// The state that all begin with who keep it and say so: an optional may well be absent.
  private var keptState: String? {
    let made = site.keepers.lazy.map { self.keeping($0).madeStates }
      .filter { $0.isAssigned && $0.state != Site.absent }
    guard let first = made.first?.state, site.stateNames.contains(first) else { return nil }
    return made.allSatisfy { $0.state == first } ? first : nil
  }

  private func name(of values: [Value]) -> String? {
    let names = Set(values.map(\.stateName))
    guard names.count == 1, let name = names.first ?? nil else { return nil }
    return site.stateNames.contains(name) ? name : nil
  }
}
