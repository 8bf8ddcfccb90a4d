import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition

/// What a handler returns: the next state, the effects, or both.
extension HandlerWalk {
  func read(_ value: Value, into result: inout Outcome) {
    switch handler.result {
    case .nothing: break
    case .effect: if !answersState { add(asking(value), &result) }
    case .state: take(value, &result)
    case .transition: readTransition(value, &result)
    }
  }

  /// Whether a handler answers with the state that it has come to, where it has changed it.
  private var answersState: Bool { handler.answer(in: index) == site.state.key }

  /// Whether an element of the tuple that a handler returns only tells something: a number, a text, or
  /// yes or no.
  private func isData(_ place: Int, of count: Int) -> Bool {
    let parts = handler.answeredParts
    return parts.count == count && parts[place].isData
      && !EffectReader.isEffectLabel(parts[place].label)
  }

  /// Of a tuple what may ask for something to be done.
  private func asking(_ value: Value) -> Value {
    guard case .tuple(let parts) = value else { return value }
    let left = parts.indices.filter { !isData($0, of: parts.count) }
    return left.count == parts.count ? value : .tuple(left.map { parts[$0] })
  }

  private func readTransition(_ value: Value, _ result: inout Outcome) {
    switch value {
    case .tuple(let parts) where parts.count >= 2:
      take(parts[0].value, &result)
      for (place, part) in parts.enumerated().dropFirst() where !isData(place, of: parts.count) {
        add(part.value, &result)
      }
    case .enumCase(let marker) where marker.type == CaseValue.transition:
      if marker.name == "undefined" { result.ending = .rejected }
      if marker.name == "unsafe" {
        result.ending = .unsafe
        result.effect = .run("unsafe")
      }
    case .enumCase(let made) where made.type == Execution.publishedType:
      guard let first = made.payload.first else { return }
      if let state = asState(first.value) {
        take(state, &result)
      } else {
        leaveOpen(value, &result)
      }
    case .enumCase(let named):
      if named.payload.isEmpty
        ? !Self.unchanged.contains(named.name) : !read(named.payload, &result)
      {
        leaveOpen(value, &result)
      }
    case .object(let object) where object.base.type != site.state.key:
      let names = index.info(object.base.type)?.stored.map(\.property.name) ?? []
      let parts = names.compactMap { name in
        object.fields[name].map { Labelled(name, $0) }
      }
      if !read(parts, &result) { leaveOpen(value, &result) }
    case .object: take(value, &result)
    case .absent: break
    default: leaveOpen(value, &result)
    }
  }

  /// Results that say by their name that nothing changes.
  private static let unchanged: Set = ["noChange", "none", "unchanged", "same", "stay", "ignore"]

  func leaveOpen(_ value: Value, _ result: inout Outcome) {
    result.state = .unknown(Unknown(scope.symbols.open, text: value.text))
    result.isWritten = true
  }

  /// Reads `.next(state, effects:)` or `Resolution(newState:actions:)`; false where neither labels
  /// nor types say what is what.
  private func read(_ parts: [Labelled], _ result: inout Outcome) -> Bool {
    var isKnown = false
    for part in parts {
      let label = part.label ?? ""
      if EffectReader.isEffectLabel(label) {
        add(part.value, &result)
      } else if let state = asState(part.value)
        ?? (Library.stateLabels.contains(label) ? part.value : nil)
      {
        take(state, &result)
      } else if case .array = part.value {
        add(part.value, &result)
      } else {
        continue
      }
      isKnown = true
    }
    return isKnown
  }

  /// A value that is of the state's type, or names one of its cases where no type is known.
  private func asState(_ value: Value) -> Value? {
    if value.type == site.state.key || value.unknown?.symbol == .start { return value }
    guard var named = value.caseValue, named.type == nil, site.state.enumCase(named.name) != nil
    else { return nil }
    named.type = site.state.key
    return .enumCase(named)
  }

  private func take(_ next: Value, _ result: inout Outcome) {
    if case .absent = next, !site.isHandedOptional {
      result.isDeclined = true
      return
    }
    result.state = next
    result.isWritten = !next.isSame(as: state)
  }

  private func add(_ value: Value, _ result: inout Outcome) {
    // A state that is returned is no effect.
    let value = told(handler.result == .transition ? value.asMade : value)
    guard value.caseValue?.type != site.state.key, !isAwaited(value), isTold(value),
      let effect = EffectReader.effect(ofAnswer: value)
    else { return }
    result.effect = Effect.sequence([result.effect, effect].compactMap { $0 })
    result.effectDetail += EffectReader.detail(of: value)
    result.effectWording += EffectReader.wording(of: value)
  }

  /// An answer without the states that stand in it beside something else.
  private func told(_ value: Value) -> Value {
    guard case .tuple(let parts) = value else { return value }
    let others = parts.filter { part in
      part.value.type != site.state.key && (handler.told != .made || part.value.isMadeUp)
    }
    switch others.count {
    case parts.count: return value
    case 0: return .void
    case 1: return others[0].value
    default: return .tuple(others)
    }
  }

  /// Whether a value may ask for something to be done, as far as the type of the answer says.
  private func isTold(_ value: Value) -> Bool {
    switch handler.told {
    case .all: true
    case .made: value.isMadeUp
    case .cases: value.caseValue.map { $0.name != "init" } ?? false
    case .none: false
    }
  }

  /// Whether a value is what the handler has waited for: to hand it on asks for nothing new.
  private func isAwaited(_ value: Value) -> Bool {
    guard let resumption, case .unknown(let unknown) = value else { return false }
    return unknown.symbol == .awaited
      || unknown.text.callHead == resumption.continuation.callee
  }
}

extension Value {
  /// Whether the source makes the value where it stands, alone or beside others.
  fileprivate var isMadeUp: Bool {
    switch self {
    case .enumCase: true
    case .object(let object): object.isNew
    case .tuple(let parts): parts.contains { $0.value.isMadeUp }
    case .array(let values): values.contains(where: \.isMadeUp)
    default: false
    }
  }
}
