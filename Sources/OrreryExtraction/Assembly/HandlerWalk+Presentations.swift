import OrreryLowering
import OrreryModel

/// What a dismissal does to the state, which no handler says.
extension HandlerWalk {
  /// The ways of an end where some of what is presented may have been dismissed.
  func dismissing(_ flow: Flow, after reducers: Int, _ walker: Interpreter) -> [Flow] {
    guard isProjected, let eventCase, eventCase.values.first?.isPresentation == true else {
      return [flow]
    }
    return site.presentations.filter {
      $0.reducers == reducers && $0.action == eventCase.name
    }.reduce([flow]) { flows, presentation in
      flows.flatMap { dismissing(presentation, $0, walker) }
    }
  }

  private func dismissing(
    _ presentation: Site.Presentation, _ flow: Flow, _ walker: Interpreter
  ) -> [Flow] {
    // To look is to ask for the property: walks from states with other values of it are others.
    guard let shown = watched?.appending(presentation.name),
      let value = flow.path.value(at: shown), value.isPresentable,
      isShown(presentation, by: state)
    else { return [flow] }
    let isKept = isShown(presentation, by: value)
    switch presentation.brief {
    case .all: return isKept ? [dismissed(presentation, at: shown, flow)] : [flow]
    case .cases(let names):
      var ways: [Flow] = []
      var open = [flow.path]
      // An action of what is not shown leaves what is.
      let name = self.value(of: presentation, in: state)?.caseValue?.name
      let brief = names.filter { name == nil || name == $0 }
      for pattern in [Pattern.dismiss] + brief.map(Pattern.presented) {
        var rest: [Path] = []
        for path in open {
          let answer = walker.answer(pattern, path)
          if let yes = answer.yes {
            let way = Flow(path: yes, exit: flow.exit)
            if isKept {
              ways.append(dismissed(presentation, at: shown, way))
            } else {
              let isDismissal = pattern.words == Pattern.dismiss.words
              ways.append(isDismissal ? replaced(presentation, at: shown, way) : way)
            }
          }
          if let no = answer.no { rest.append(no) }
        }
        open = rest
      }
      return ways + open.map { Flow(path: $0, exit: flow.exit) }
    }
  }

  /// Whether a property has what it had in the state that the walk has started in.
  private func isShown(_ presentation: Site.Presentation, by state: Value) -> Bool {
    let shown = value(of: presentation, in: state)
    if case .enumCase(let known)? = shown, known.location == nil {
      return known.text == "state.\(presentation.name)"
    }
    return shown?.unknown?.id == "$some.\(presentation.name)"
  }

  private func value(of presentation: Site.Presentation, in state: Value) -> Value? {
    guard case .object(let object) = state, object.base.id == Interpreter.stateID else {
      return state
    }
    return object.fields[presentation.name]
  }

  private func dismissed(
    _ presentation: Site.Presentation, at place: Place, _ flow: Flow
  ) -> Flow {
    emptied(presentation, at: place, to: .absent, flow)
  }

  /// What a handler has put in the place of what is dismissed is left if it is another: that is not
  /// told.
  private func replaced(
    _ presentation: Site.Presentation, at place: Place, _ flow: Flow
  ) -> Flow {
    let text = presentation.name + "?"
    return emptied(presentation, at: place, to: .unknown(Unknown(id: text, text: text)), flow)
  }

  private func emptied(
    _ presentation: Site.Presentation, at place: Place, to value: Value, _ flow: Flow
  ) -> Flow {
    guard let watched else { return flow }
    var flow = flow
    flow.path.set(value, at: place)
    let write = Write(
      path: presentation.name, op: "=", value: value.text, location: presentation.location)
    flow.path.log(write, at: flow.path.resolved(watched))
    flow.path.writeLocation = presentation.location
    flow.path.decided = flow.path.guards.count
    return flow
  }
}

extension HandlerWalk.EnumCaseName.Payload {
  /// Whether it carries the actions of something that is presented, and that it is dismissed.
  var isPresentation: Bool {
    let name = type?.prefix { $0 != "<" }.split(separator: ".").last
    return name == "PresentationAction" || name == "PresentationActionOf"
  }
}

extension Value {
  fileprivate var isPresentable: Bool { if case .absent = self { false } else { true } }
}

extension Pattern {
  fileprivate static var dismiss: Pattern { .enumCase(name: "dismiss", values: nil) }

  fileprivate static func presented(_ name: String) -> Pattern {
    .enumCase(name: "presented", values: [(nil, .enumCase(name: name, values: nil))])
  }

  /// The pattern as it stands in a guard.
  fileprivate var words: String {
    guard case .enumCase(let name, let values) = self else { return "" }
    return ".\(name)" + (values?.first.map { "(\($0.pattern.words))" } ?? "")
  }
}

extension Interpreter {
  /// The ways where what an event carries matches a pattern and where it does not.
  fileprivate func answer(_ pattern: Pattern, _ path: Path) -> (yes: Path?, no: Path?) {
    let carried = Value.unknown(Unknown(id: "$event.0", text: "$0"))
    if case .isNot(let names)? = path.facts["$event.0"], names.contains("presented") {
      return pattern.words == Pattern.dismiss.words ? (path, nil) : (nil, path)
    }
    switch match(pattern, carried, path) {
    case .known(let path, true): return (path, nil)
    case .known(let path, false): return (nil, path)
    case .open(var yes, var no, _):
      let clause = Clause(text: "case \(pattern.words)")
      yes.guards.append(clause)
      no.guards.append(clause.negated)
      return (yes, no)
    }
  }
}
