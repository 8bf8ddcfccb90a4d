import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// Private methods that nothing calls but closures for later: `queue.asyncAfter { self.check() }`.
///
/// They are called in the states in which their closures were handed out, and in no others.
package struct DeferredMethods {
  private let handlers: [Handler]
  /// Functions that are passed by.
  private let passed: Set<NodeID>
  private let index: SourceIndex
  /// All code that may name the private methods of the type.
  private let code: [Part]

  /// A function of the type, or other code of it.
  private struct Part {
    var function: FunctionInfo?
    var uses: Uses
    /// By the names of the type's own members.
    var named: [String: [Uses.Context]]

    init(_ function: FunctionInfo?, _ uses: Uses) {
      (self.function, self.uses) = (function, uses)
      named = [:]
      for use in uses.all {
        if case .read = use.kind, let name = use.place.plainProperty {
          named[name, default: []].append(use.context)
        }
      }
      for call in uses.calls where call.receiver == .me {
        named[call.name, default: []].append(call.context)
      }
    }
  }

  /// - Parameters:
  ///   - handlers: The events of a type.
  ///   - passed: Its functions that no walk goes into.
  package init(among handlers: [Handler], passing passed: Set<NodeID>, in index: SourceIndex) {
    (self.handlers, self.passed, self.index) = (handlers, passed, index)
    guard let owner = handlers.first?.owner, owner.isObject else {
      code = []
      return
    }
    let functions = owner.functions + owner.initializers + owner.accessors
    let starts = owner.stored.compactMap { stored in
      stored.property.initializer.map { index.uses(ofStart: $0, of: owner, in: stored.file) }
    }
    code =
      functions.map { Part($0, index.uses(of: $0)) }
      + owner.computed.map { Part(nil, index.uses(of: $0)) } + starts.map { Part(nil, $0) }
  }

  /// The names of the methods that only closures for later call.
  package var deferred: Set<String> {
    let events = Set(handlers.compactMap { $0.function?.node.id })
    return Set(candidates.filter { isDeferred($0, events) }.map(\.name))
  }

  /// Private methods that nothing but the only task of each initializer calls, once: they begin in the
  /// state that this leaves.
  package var begun: Set<String> {
    // The initializers of subclasses go on behind that.
    guard let owner = handlers.first?.owner, owner.kind == .actor || owner.isFinal else {
      return []
    }
    return Set(candidates.filter { isBegun($0) }.map(\.name))
  }

  /// The private methods of an object that have a name of their own.
  private var candidates: [FunctionInfo] {
    let names = Dictionary(grouping: handlers.compactMap(\.function), by: \.name)
    return handlers.compactMap { handler in
      guard let function = handler.function, case .method = handler.events,
        handler.owner?.isObject ?? false, function.isPrivate, names[function.name]?.count == 1
      else { return nil }
      return function
    }
  }

  /// Where a method is named.
  private func mentions(of name: String) -> [(part: Part, context: Uses.Context)] {
    code.flatMap { part in (part.named[name] ?? []).map { (part, $0) } }
  }

  private func isBegun(_ function: FunctionInfo) -> Bool {
    let mentions = mentions(of: function.name)
    let starters = mentions.compactMap { part, context -> SyntaxIdentifier? in
      let around = part.uses.closures(around: context.closure)
      guard around.count == 1, around[0].fate.isTask, around[0].fate.forwards == function.name,
        !context.isRepeated, let initializer = part.function,
        initializer.node.is(InitializerDeclSyntax.self), part.uses.startsOneTask
      else { return nil }
      return Syntax(initializer.node).id
    }
    return !mentions.isEmpty && starters.count == mentions.count
      && Set(starters).count == mentions.count
  }

  private func isDeferred(_ function: FunctionInfo, _ events: Set<SyntaxIdentifier>) -> Bool {
    let mentions = mentions(of: function.name)
    var seen = events
    return !mentions.isEmpty
      && mentions.allSatisfy { part, context in
        part.uses.closures(around: context.closure).contains {
          $0.fate.isKept && $0.fate.forwards == function.name
        } && isWalked(part, &seen)
      }
  }

  /// Whether only walks of events come to code: to an event, or to private functions that nothing else
  /// calls.
  private func isWalked(_ part: Part, _ seen: inout Set<SyntaxIdentifier>) -> Bool {
    guard let function = part.function, function.node.is(FunctionDeclSyntax.self) else {
      return false
    }
    if !seen.insert(function.node.id).inserted { return true }
    return function.isPrivate && !passed.contains(index.id(of: function))
      && mentions(of: function.name).allSatisfy { isWalked($0.part, &seen) }
  }
}

extension Uses {
  /// Whether an initializer starts one task, and does nothing by which another could come before it: no
  /// method of its own is called and no code handed out.
  fileprivate var startsOneTask: Bool {
    let own = closures.filter { $0.around == nil }
    let calls = calls.filter { call in
      guard call.context.closure == nil else { return false }
      if case .variable = call.call.callee { return true }
      return call.receiver == .me
    }
    return own.count == 1 && own[0].fate.isTask && calls.isEmpty
  }
}
