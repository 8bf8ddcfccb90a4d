import OrreryExecution
import OrreryLowering

/// What the code that makes an object leaves as the state.
struct MadeStates {
  /// The state that the property is declared with: what an initializer finds.
  var declared: String?
  /// The state where all ways of all initializers end that others may call.
  var state: String?
  /// The same of a struct.
  fileprivate var values: [Value] = []

  /// What all of them leave in a property of a struct.
  func value(of property: String) -> String? {
    let found = values.map { value -> String? in
      guard case .object(let object) = value else { return nil }
      return object.fields[property].map { $0.stateName ?? $0.text }
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
    if !ends.contains(where: { $0?.made == nil }) {
      result.values = ends.flatMap { $0?.made ?? [] }
      result.state = name(of: result.values)
    }
    if result.state == nil {
      let kept = Set(site.keepers.compactMap { keeping($0).madeStates.state })
      if kept.count == 1 { result.state = kept.first }
    }
    return result
  }

  private func name(of values: [Value]) -> String? {
    let names = Set(values.map(\.stateName))
    guard names.count == 1, let name = names.first ?? nil else { return nil }
    return site.stateNames.contains(name) ? name : nil
  }
}
