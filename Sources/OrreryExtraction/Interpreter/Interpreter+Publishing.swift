import SwiftSyntax

/// State that is kept in a subject: read by `value` or `state`, written by `send` and `change`.
extension Interpreter {
  func publish(
    _ name: String, _ node: FunctionCallExprSyntax, _ place: Place, _ path: Path
  ) -> Evaluated? {
    guard isSubject, let box, path.resolved(place) == path.resolved(box) else { return nil }
    let type = self.type(at: box, path)
    followedCalls.insert(node.id)
    switch name {
    case "send", "accept", "yield", "update", "onNext":
      guard !node.arguments.isEmpty else { return nil }
      return arguments(of: node, path, types: [type]).map { path, values in
        var path = path
        write(values[0].value, op: "=", text: values[0].value.text, at: box, &path)
        return (path, .void)
      }
    case "change", "modify", "mutate", "withLock":
      return arguments(of: node, path).flatMap { path, values -> Evaluated in
        guard case .closure(let closure)? = values.last?.value else {
          return unfollowed(node, values, path)
        }
        return change(closure, box, path)
      }
    default: return nil
    }
  }

  /// `change { previous in next }`: the closure's value is the next state.
  private func change(_ closure: ClosureValue, _ watched: Place, _ path: Path) -> Evaluated {
    let current = path.value(at: watched) ?? .void
    return invoke(closure, [Argument(label: nil, value: current)], path).map { path, value in
      var path = path
      if case .void = value { return (path, .void) }
      if value.isSame(as: current) {
        wrote(&path)
      } else {
        write(value, op: "=", text: value.text, at: watched, &path)
      }
      return (path, .void)
    }
  }

  /// The ways on which the filters before an operator of a publisher let a value through, as far as
  /// they ask for the state; where the value is an event that is sent, as far as they ask at all.
  ///
  /// - Parameter sent: The event.
  func passing(filtersOf node: Syntax, sent: [Argument] = [], _ paths: [Path]) -> [Path] {
    guard let name = watched?.path.last, let call = node.as(FunctionCallExprSyntax.self) else {
      return paths
    }
    let filters = call.closuresBefore(named: "filter").filter {
      !sent.isEmpty || cache.names(in: $0).names.contains(name)
    }
    return filters.reduce(paths) { paths, filter in
      paths.flatMap { path -> [Path] in
        let closure = ClosureValue(node: filter, frame: path.depth - 1, file: path.file)
        return invoke(closure, sent, path).compactMap { path, answer in
          if case .bool(let passes) = answer {
            // An event that comes to nobody is ignored.
            if !passes, !sent.isEmpty { suspended.append(Flow(path: path)) }
            return passes ? path : nil
          }
          var path = path
          path.guards.append(Clause(text: answer.text))
          return path
        }
      }
    }
  }
}
