import OrreryTrace

/// What steps and effects are counted into: flat lists, so that to count a step is to add to some numbers.
///
/// Machines, states and kinds of step are known by their place in the lists; names are looked up once
/// for each kind, not once for each step.
struct StepFigures: Sendable {
  /// Steps of one machine that look the same.
  struct Kind: Sendable {
    let machine: Int
    let from: Int
    let to: Int
    var step: ObservedStep
  }

  struct State: Sendable {
    let machine: Int
    let name: String
    private let isKnown: Bool
    var figures = MachineSummary.StateFigures()

    init(machine: Int, name: String) {
      (self.machine, self.name) = (machine, name)
      isKnown = name != Record.unknownState
    }

    mutating func hold(from start: UInt64, to end: UInt64) {
      if end > start, isKnown { figures.stays.add(end - start) }
    }
  }

  struct Effect: Sendable {
    let machine: Int
    let name: String
    var figures = MachineSummary.EffectFigures()
  }

  private struct KindKey: Hashable {
    let machine: Int
    let step: ObservedStep.Key
  }

  private struct NameKey: Hashable {
    let machine: Int
    let name: String
  }

  /// In the order in which they were first seen.
  var kinds: [Kind] = []
  var states: [State] = []
  var effects: [Effect] = []
  private var kindsByKey: [KindKey: Int] = [:]
  private var statesByKey: [NameKey: Int] = [:]
  private var effectsByKey: [NameKey: Int] = [:]

  /// The place of a state.
  mutating func state(_ name: String, of machine: Int) -> Int {
    let key = NameKey(machine: machine, name: name)
    if let known = statesByKey[key] { return known }
    statesByKey[key] = states.count
    states.append(State(machine: machine, name: name))
    return states.count - 1
  }

  /// The place of an effect.
  mutating func effect(_ name: String, of machine: Int) -> Int {
    let key = NameKey(machine: machine, name: name)
    if let known = effectsByKey[key] { return known }
    effectsByKey[key] = effects.count
    effects.append(Effect(machine: machine, name: name))
    return effects.count - 1
  }

  /// The place of a kind of steps, which counts none yet where it is new.
  ///
  /// - Parameter first: The first of them.
  mutating func kind(of first: ObservedStep, machine: Int) -> Int {
    let key = KindKey(machine: machine, step: first.key)
    if let known = kindsByKey[key] { return known }
    kindsByKey[key] = kinds.count
    let from = state(first.key.from, of: machine)
    let to = state(first.key.to, of: machine)
    kinds.append(Kind(machine: machine, from: from, to: to, step: first))
    return kinds.count - 1
  }

  /// Counts a step.
  ///
  /// - Parameter since: When its instance entered the state, where the log tells.
  mutating func count(_ kind: Int, since: UInt64?, at time: UInt64) {
    kinds[kind].step.count += 1
    let (from, to) = (kinds[kind].from, kinds[kind].to)
    if let since {
      if time >= since { kinds[kind].step.held.add(time - since) }
      guard from != to else { return }
      states[from].hold(from: since, to: time)
    }
    states[to].figures.visits += 1
  }
}
