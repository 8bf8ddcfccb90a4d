import OrreryLowering
import OrreryProgram
import SwiftSyntax

// Methods that are handed an enum whose cases another one tells as events already: `handle(_ event:)`
// and `undo(_ event:)`. Laid over each other, each would deny what the other one does, so one alone is
// told by the cases, and the others are events themselves, with the case as their condition.

extension MutatingStyle {
  typealias EventSource = (parameter: String, events: Handler.Events, type: String?)

  /// What methods take for their events: the cases of an enum are those of the first method that
  /// changes the state.
  func apart(
    _ sources: [EventSource?], of functions: [FunctionInfo], in info: TypeInfo,
    _ access: StateAccess?
  ) -> [EventSource?] {
    var groups: [String: [Int]] = [:]
    for index in sources.indices {
      guard let type = sources[index]?.events.type else { continue }
      groups[type.key, default: []].append(index)
    }
    var result = sources
    for group in groups.values where Set(group.map { functions[$0].fullName }).count > 1 {
      let writers = writers(of: info, access)
      let main = group.first { writers(functions[$0]) } ?? group[0]
      // Of one name and its labels are the branches of an `#if`.
      for index in group where functions[index].fullName != functions[main].fullName {
        result[index] = nil
      }
    }
    return result
  }

  /// Tells whether a function changes the state, be it by what it calls.
  private func writers(
    of info: TypeInfo, _ access: StateAccess?
  ) -> (FunctionInfo) -> Bool {
    guard let access else { return \.isMutating }
    let writing = Reach(of: info, to: access, in: index).writing
    return { writing.contains($0.node.id) }
  }
}

extension Site {
  /// The machine, with functions that answer with the next state told apart likewise: the first one
  /// tells the cases.
  func tellingFunctionsApart() -> Site {
    guard holder == .parameter, style == .reducer else { return self }
    var site = self
    var first: [String: FunctionInfo] = [:]
    for index in handlers.indices {
      let handler = handlers[index]
      guard let type = handler.events.type, let function = handler.function, handler.only == nil
      else { continue }
      let key = "\(handler.origin) \(type.key)"
      guard let known = first[key], known.fullName != function.fullName else {
        first[key] = function
        continue
      }
      let isTaken = known.name == function.name || type.enumCase(function.name) != nil
      site.handlers[index].events = .method(isTaken ? function.fullName : function.name)
      site.handlers[index].parameters = handler.parameters.map {
        ($0.name, $0.role == .event ? .other : $0.role)
      }
    }
    return site
  }
}

// Methods that take an enum, and are told by those that call them what of it is meant.
extension MutatingStyle {
  /// Whether a private method changes no state, and none of those that call it hands on what it was
  /// handed itself: which case they name is part of what they do, and no event.
  func isToldWhat(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard function.isPrivate, !reach.comesToWrite[index] else { return false }
    let callers = Set(reach.calls.callers[index]).subtracting([index])
    return callers.contains { reach.mentions[$0].given.contains(function.name) }
      && !callers.contains { caller in
        self.index.code(of: reach.functions[caller]).handsVariables(to: function.name)
      }
  }
}

extension Code {
  /// Whether a function is handed a variable.
  fileprivate func handsVariables(to function: String) -> Bool {
    uses.calls.contains { use in
      use.name == function && holds(use.id)
        && use.call.arguments.contains { argument in
          switch argument.value.form {
          case .variable, .name: true
          default: false
          }
        }
    }
  }
}
