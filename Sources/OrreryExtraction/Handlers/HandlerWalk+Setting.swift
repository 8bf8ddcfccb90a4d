import OrreryExecution
import OrreryLowering
import OrreryProgram
import OrreryRecognition

/// What is known of the machine and of how a handler comes to its state.
extension HandlerWalk {
  func setting(_ watched: Place?) -> Setting {
    var setting = Setting()
    setting.state.place = watched
    setting.module = handler.file.module
    setting.mostSteps = budget.allowance
    if site.state.kind == .enum {
      setting.state.type = site.state.key
    } else {
      setting.state.structType = site.state.key
    }
    setting.followed = isProjected ? scope.followed.union(scope.kept) : scope.followed
    setting.state.keeper = keeper(of: setting.state.place)
    (setting.state.synonyms, setting.state.memberType) = (site.synonyms, site.member?.type)
    setting.isSuspending = isSuspending
    setting.tellsCalls = tellsCalls
    setting.joinsCalls = joinsCalls || budget.joinsCalls
    setting.handlerName = handler.function?.name
    setting.answer.isRead = site.holder == .parameter && handler.result != .nothing
    (setting.isCoarse, setting.isProjected) = (isCoarse, isProjected)
    setting.isSettingUp = handler.isInitializer
    if handler.isDisplay { setting.display = handler.reference == nil ? .whole : .lending }
    setting.functions.givesView = { scope.program.declaration(of: $0)?.isDisplay ?? false }
    setting.functions.isUnrelated = { scope.unrelated.contains($0.id) }
    setting.functions.isAside = { scope.asides.contains($0.id) }
    setting.stepsOver = detail.asides == .skipped
    setting.functions.mayWrite = { function in
      scope.program.declaration(of: function).map { scope.writers.contains($0) } ?? true
    }
    if handler.isSender { setting.answer.effectName = handler.resultName }
    if [.effect, .transition].contains(handler.result) {
      setting.answer.besides = handler.answeredTypes.subtracting([site.state.name])
    }
    setting.functions.events = Set(scope.events.values)
    setting.functions.deferredEvents = scope.deferred
    setting.functions.isEvent = { scope.events[$0.id] != nil }
    setting.functions.raised = { scope.raised[$0.id] }
    setting.functions.handingOn = scope.program.handingOn([handler] + handler.next)
    if site.usesTransitionHelpers {
      setting.answer.transition = (site.state.key, site.effect)
    } else if handler.result == .transition {
      setting.answer.typeName = handler.resultName
      if handler.resultName.map(Library.publisherTypes.contains) ?? false {
        setting.answer.publishedState = site.state.key
      }
      setting.answer.type = handler.answer(in: index)
    }
    return setting
  }

  /// Whether others may change the state while a handler waits: that of an actor, a class or a view.
  private var isSuspending: Bool {
    if case .subject = site.holder { return true }
    return isOfObject || handler.isDisplay
  }

  /// Whether the handlers call others for their effects, be there an answer or not.
  ///
  /// Those of a class, an actor and a view do. What a reducer calls that returns effects is one beside
  /// these.
  var tellsCalls: Bool {
    if site.holder == .parameter { return [.effect, .transition].contains(handler.result) }
    return [.effect, .nothing].contains(handler.result) && !handler.isStatic && isOfObject
  }

  /// Whether the state is an object's, or kept by one for a struct.
  private var isOfObject: Bool {
    [.actor, .class].contains(handler.owner?.kind) || site.isShared
      || site.isKeptByObject(in: index)
  }

  /// What the property of the machine keeps the state in.
  private func keeper(of watched: Place?) -> Keeper? {
    guard var place = watched else { return nil }
    place.path = Array(place.path.prefix(handler.reference == nil ? 1 : 2))
    if case .subject = site.holder { return Keeper(.subject, at: place) }
    guard site.isBoxed else { return nil }
    return Keeper(site.lender.map { .store(lender: $0) } ?? .box, at: place)
  }
}

extension SymbolTable {
  /// The symbol of a state that is not known.
  var open: Symbol { symbol(.global("?")) }
}
