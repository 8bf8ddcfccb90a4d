import OrreryTrace

/// What the reducer around a feature's own does: a child is taken away when it is dismissed.
extension HandlerWalk {
  /// The ways of a handler, behind what presents the child that has sent the event.
  func dismissing(_ flows: [Flow], _ walker: Interpreter) -> [Flow] {
    guard isProjected, let eventCase,
      let presentation = site.presentations[eventCase.name],
      eventCase.values.first?.type?.hasPrefix("PresentationAction") ?? false,
      let place = walker.watched?.appending(presentation.property)
    else { return flows }
    return flows.flatMap { flow -> [Flow] in
      // What the handler has put in its place stays.
      guard case .unknown(let child)? = flow.path.value(at: place),
        child.id == "$some.\(presentation.property)"
      else { return [flow] }
      if presentation.isAnswered { return [flow.losing(place)] }
      let sent = Value.unknown(Unknown(id: "$event.0", text: eventCase.name))
      let pattern = Pattern.enumCase(name: "dismiss", values: nil)
      let answer = walker.match(
        pattern, sent, flow.path, text: ".dismiss", subject: "")
      switch answer {
      case .known(_, let holds): return [holds ? flow.losing(place) : flow]
      case .open(var yes, var no, let text):
        yes.guards.append(Clause(text: text))
        no.guards.append(Clause(text: text, isNegated: true))
        return [Flow(path: yes, exit: flow.exit).losing(place), Flow(path: no, exit: flow.exit)]
      }
    }
  }
}

extension Flow {
  fileprivate func losing(_ place: Place) -> Flow {
    var flow = self
    flow.path.set(.absent, at: place)
    return flow
  }
}
