import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// The bodies that an event goes through, one after the other, and what a library's reducers do between
/// them.
extension HandlerWalk {
  /// A path, with the effects that the bodies before the last one have answered with.
  struct Executed {
    var flow: Flow
    var effects: [Effect] = []
  }

  /// The ends of a handler's bodies.
  func ends(
    of bodies: [LoweredHandler], from start: Path, _ execution: Execution
  ) -> [Executed] {
    let begun = beside([Executed(flow: .init(start, .ends))], after: 0, execution)
    return bodies.enumerated().reduce(begun) { ways, next in
      let (number, body) = next
      let further = ways.flatMap { way in
        guard way.flow.goesOn else { return [way] }
        guard number == 0 else {
          return follow(way, with: body, behind: bodies[0].names, execution)
        }
        return execution.execute(body.body, of: body.function, from: way.flow.path).map {
          Executed(flow: $0)
        }
      }
      return beside(further, after: number + 1, execution)
    }
  }

  /// What others than bodies do to the state once some of these have run.
  private func beside(
    _ ways: [Executed], after reducers: Int, _ execution: Execution
  ) -> [Executed] {
    guard isProjected, let carried = eventCase?.values.first else { return ways }
    var ways = ways
    if carried.isBinding, let binding = site.bindings.first(where: { $0.reducers == reducers }) {
      let bound = ViewBindings(names: site.bound.sorted(), location: binding.location)
      ways = ways.flatMap { $0.going { execution.bind(bound, $0) } }
    }
    guard carried.isPresentation else { return ways }
    let shown = site.presentations.filter {
      $0.reducers == reducers && $0.action == eventCase?.name
    }
    return shown.map(\.lowered).reduce(ways) { ways, presentation in
      ways.flatMap { $0.going { execution.dismiss(presentation, from: state, $0) } }
    }
  }

  /// Executes a further body where one has ended: with its own names for the same state and event.
  ///
  /// - Parameter names: The names of the first body's parameters.
  private func follow(
    _ way: Executed, with next: LoweredHandler, behind names: [String], _ execution: Execution
  ) -> [Executed] {
    var path = way.flow.path
    var effects = way.effects
    if let effect = effect(of: way.flow) { effects.append(effect) }
    if let last = path.trail.last { path.trail.joined.insert(last) }
    path.frames.append(frame(for: next, beside: path, names))
    let earlier = path
    (path.trail.branch, path.trail.wildcard) = (nil, nil)
    return execution.execute(next.body, of: next.function, from: path).map { end in
      var end = end
      if !tells(end, beside: earlier) { end = placed(end, at: earlier, effects) }
      end.path.frames.removeLast(end.path.frames.count - 1)
      return Executed(flow: end, effects: effects)
    }
  }

  private func frame(
    for next: LoweredHandler, beside path: Path, _ names: [String]
  ) -> Frame {
    var frame = Frame(
      me: path.frames[0].me.map { _ in .alias(Place(frame: 0, .me)) },
      selfType: next.handler.owner?.key ?? path.frames[0].selfType,
      returnType: next.function?.returnType)
    frame.variables = next.names.map { name in
      let role = next.handler.parameters.first { $0.name == name }?.role
      let same = handler.parameters.first { $0.role == role && role != .other }
      return same.flatMap { place(of: $0.name, names) }.map { .alias($0) }
    }
    return frame
  }

  private func effect(of flow: Flow) -> Effect? {
    guard case .returned(let value) = flow.exit else { return nil }
    return EffectReader.effect(ofAnswer: value)
  }

  /// Whether a further body has done something to the event.
  private func tells(
    _ flow: Flow, beside earlier: Path
  ) -> Bool {
    effect(of: flow) != nil || flow.path.trail.writeLocation != earlier.trail.writeLocation
      || flow.path.trail.written != earlier.trail.written
  }

  /// A path that a further body has nothing to add to is placed in those before, where they do
  /// something or name the event.
  private func placed(
    _ flow: Flow, at earlier: Path, _ effects: [Effect]
  ) -> Flow {
    let isNamed = earlier.trail.branch != nil && earlier.trail.wildcard == nil
    let isBusy = !earlier.trail.written.isEmpty || !effects.isEmpty
    guard isNamed || isBusy || flow.path.trail.branch == nil else { return flow }
    var flow = flow
    let trail = earlier.trail
    (flow.path.trail.location, flow.path.trail.innerEnd) = (trail.location, trail.innerEnd)
    (flow.path.trail.branch, flow.path.trail.wildcard) = (trail.branch, trail.wildcard)
    return flow
  }
}

extension HandlerWalk.Executed {
  /// The same end by way of other paths, where it goes on.
  fileprivate func going(_ paths: (Path) -> [Path]) -> [Self] {
    guard flow.goesOn else { return [self] }
    return paths(flow.path).map { path in
      var way = self
      way.flow.path = path
      return way
    }
  }
}

extension Flow {
  /// Whether further bodies are executed behind it.
  var goesOn: Bool {
    switch exit {
    case .ends, .arrives, .returned: true
    case .threw, .trapped: false
    }
  }
}

extension Site.Presentation {
  fileprivate var lowered: OrreryExecution.Presentation {
    let brief: [String]? =
      switch self.brief {
      case .all: nil
      case .cases(let names): names
      }
    return .init(name: name, brief: brief, location: location)
  }
}

extension HandlerWalk.EventCase.Payload {
  /// Whether it tells which property is to have what.
  fileprivate var isBinding: Bool { isNamed(["BindingAction", "BindingActionOf"]) }

  /// Whether it carries the actions of something that is presented, and that it is dismissed.
  fileprivate var isPresentation: Bool { isNamed(["PresentationAction", "PresentationActionOf"]) }

  private func isNamed(_ names: Set<String>) -> Bool {
    let name = type?.prefix { $0 != "<" }.split(separator: ".").last
    return name.map { names.contains(String($0)) } ?? false
  }
}
