import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition
import OrrerySyntax

/// The states of a model that is made of others, by the states of its parts.
struct ComposedStates {
  /// The states of the parts, in their order.
  typealias Combination = [String]

  /// What the model's getter may give.
  struct Outcome {
    /// The state; nothing where the source does not tell it, or the program stops.
    var state: String?
    /// How the source words it.
    var text: String
    var isTrap = false
    /// Whether the source does not tell for sure that it comes to this.
    var isGuess = false
    /// Whether it carries values, which are others once a part has changed.
    var isLoaded = false
    /// Under which conditions.
    var clauses: [Clause] = []
    /// Where the state is made.
    var location: SourceLocation
  }

  /// A part that comes to a state while the model is in one of those that a combination may be.
  private struct Change: Hashable {
    var combination: Combination
    var outcome: Int
    var part: Int
    var state: String
  }

  /// The states of this many combinations are worked out.
  static let mostCombinations = 4_096
  /// How often they are worked out anew where what parts carry decides as well.
  private static let mostChanges = 16_384

  private var outcomes: [Combination: [Outcome]] = [:]
  /// What follows where more than the states of the parts decides.
  private var changed: [Change: [Outcome]] = [:]
  /// Whether something else than the parts decides as well.
  private(set) var isOpen = false
  /// What of the getter could not be followed.
  private(set) var notes: [Unresolved] = []
  /// The getter.
  let location: SourceLocation

  /// Works the states out; nothing where there are too many, or the states of a part are not told.
  init?(of model: CompositeModel, in program: LoweredProgram) {
    guard let composer = Composer(model, program) else { return nil }
    let names = composer.states.map { $0?.cases.map(\.name) ?? [] }
    let count = names.reduce(1) { min($0, Self.mostCombinations + 1) * $1.count }
    guard count > 0, count <= Self.mostCombinations else { return nil }
    location = composer.getter.location
    let all = names.reduce([[]]) { known, names in
      known.flatMap { start in names.map { start + [$0] } }
    }
    for combination in all {
      let (found, notes) = composer.outcomes(of: combination)
      outcomes[combination] = found.map(\.outcome)
      self.notes += notes.filter { !self.notes.contains($0) }
      guard found.count > 1 else { continue }
      guard changed.count < Self.mostChanges else { return nil }
      isOpen = isOpen || found.contains { !$0.facts.keys.allSatisfy(composer.isCarried) }
      for (number, known) in found.enumerated() {
        for (part, names) in names.enumerated() {
          for state in names {
            var next = combination
            next[part] = state
            let change = Change(
              combination: combination, outcome: number, part: part, state: state)
            changed[change] = composer.outcomes(of: next, changing: part, knowing: known.facts)
              .found.map(\.outcome)
          }
        }
      }
    }
  }

  /// What the state may be in a combination.
  func outcomes(of combination: Combination) -> [Outcome] {
    outcomes[combination]
      ?? [Outcome(state: nil, text: combination.joined(separator: ", "), location: location)]
  }

  /// What the state may be once a part has changed.
  ///
  /// - Parameter outcome: The number of the outcome that the combination had.
  func outcomes(
    after outcome: Int, of combination: Combination, part: Int, in state: String
  ) -> [Outcome] {
    let change = Change(combination: combination, outcome: outcome, part: part, state: state)
    if let known = changed[change] { return known }
    var next = combination
    next[part] = state
    return outcomes(of: next)
  }
}

/// Executes the getter of a model with parts whose states are known, and what these carry is not.
private struct Composer {
  let getter: Function
  /// The enums that are the states of the parts.
  let states: [TypeInfo?]
  private let body: Body
  private let model: CompositeModel
  private let owner: String
  private let program: LoweredProgram
  private let symbols = SymbolTable()
  private var setting = Setting()

  init?(_ model: CompositeModel, _ program: LoweredProgram) {
    getter = program.getter(model.getter)
    guard let body = getter.body, let owner = model.site.owner?.key else { return nil }
    (self.model, self.program, self.body, self.owner) = (model, program, body, owner)
    states = model.parts.map { program.index.info($0.state) }
    setting.module = model.site.module
    setting.state.type = model.site.state.key
    setting.followed = Set(
      [owner, model.site.state.key] + model.parts.compactMap(\.state))
  }

  /// - Parameters:
  ///   - part: One that has come to its state just now: what it carries is not what it was.
  ///   - facts: What is known of the others.
  func outcomes(
    of combination: ComposedStates.Combination, changing part: Int? = nil,
    knowing facts: Facts = [:]
  ) -> (found: [(outcome: ComposedStates.Outcome, facts: Facts)], notes: [Unresolved]) {
    let me = Unknown(.me, text: "self", type: owner)
    let fields = zip(model.parts, combination).enumerated().map { number, known in
      (known.0.property, value(of: number, in: known.1, isNew: number == part, me))
    }
    let object = ObjectValue(base: me, fields: Dictionary(fields) { first, _ in first })
    let frame = Frame(me: .object(object), selfType: owner, returnType: getter.returnType)
    var path = Path(frames: [frame], location: getter.location, symbols: symbols)
    path.facts = facts
    let execution = Execution(program, setting, symbols: symbols)
    var found = execution.execute(body, of: getter, from: path).map { flow in
      (outcome: outcome(of: flow), facts: flow.path.facts)
    }
    if execution.isExhausted || found.isEmpty { found.append((open(getter.name), facts)) }
    // Whatever decides between them tells nothing where all are one state.
    guard let first = found.first, first.outcome.state != nil,
      found.allSatisfy({ $0.outcome.state == first.outcome.state })
    else { return (found, execution.findings.notes) }
    found[0].outcome.clauses = []
    found[0].facts = facts
    return ([found[0]], execution.findings.notes)
  }

  /// Whether a part carries what a symbol stands for, or it is asked of what parts carry.
  func isCarried(_ symbol: Symbol) -> Bool {
    let origin = symbols.origin(of: symbol)
    if case .payload = origin { return true }
    return origin.compared?.allSatisfy(isCarried) ?? origin.whole.map(isCarried) ?? false
  }

  private func value(of number: Int, in state: String, isNew: Bool, _ me: Unknown) -> Value {
    let part = model.parts[number]
    var base = symbols.field(part.property, of: me, type: part.types.first)
    base.text = part.property
    var whole = symbols.field("state", of: base, type: part.state)
    if isNew { whole.symbol = symbols.symbol(.changed(whole.symbol)) }
    guard let type = states[number] else { return .unknown(base) }
    let value = program.value(of: state, of: type, held: whole, symbols)
    return .object(ObjectValue(base: base, fields: ["state": value]))
  }

  private func outcome(of flow: Flow) -> ComposedStates.Outcome {
    var result = open(getter.name)
    result.clauses = flow.path.guards
    result.isGuess = flow.path.doubts.isGuess || flow.path.doubts.isCoarse
    switch flow.exit {
    case .trapped: result.isTrap = true
    case .threw(let value): result.text = value.text
    case .returned(let value):
      result.text = value.text
      guard let made = value.caseValue, model.site.state.enumCase(made.name) != nil,
        made.type ?? model.site.state.key == model.site.state.key
      else { break }
      (result.state, result.isLoaded) = (made.name, !made.payload.isEmpty)
      result.location = made.location ?? result.location
    case .ends, .arrives: break
    }
    return result
  }

  private func open(_ text: String) -> ComposedStates.Outcome {
    ComposedStates.Outcome(state: nil, text: text, location: getter.location)
  }
}

extension LoweredProgram {
  /// A case of an enum, whose associated values are not known.
  ///
  /// - Parameter whole: What is in the case.
  func value(
    of name: String, of info: TypeInfo, held whole: Unknown, _ symbols: SymbolTable
  ) -> Value {
    let item = info.enumCase(name)
    let types = type(info.key)?.enumCase(name)?.values ?? []
    let payload = (item?.values ?? []).enumerated().map { offset, value in
      let type = index.resolve(name: value.type, in: info)
      var unknown = Unknown(
        symbols.symbol(.payload(whole.symbol, name: name, index: offset)),
        text: value.label ?? "$\(offset)", type: type)
      unknown.isPresent = item.map { index.isPresent(offset, of: $0, in: info) } ?? false
      if types.indices.contains(offset) { unknown.note(types[offset].type) }
      return Labelled(value.label, .unknown(unknown))
    }
    return .enumCase(CaseValue(name: name, payload: payload, type: info.key, text: whole.text))
  }
}
