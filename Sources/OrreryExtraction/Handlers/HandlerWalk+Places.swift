import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Where the rows of a handler are placed.
extension HandlerWalk {
  /// A result that was chosen in a branch and returned at the end is placed at the branch.
  func place(_ flow: Flow, _ result: inout Outcome) {
    if handler.isSender, let end = flow.path.trail.returnLocation {
      result.location = end
      return
    }
    // A protocol hands the event on: what is done with it stands in the branch of the feature.
    if handler.function?.isGiven == true {
      result.location = flow.path.trail.innerEnd ?? result.branch ?? result.location
      return
    }
    if handler.result != .nothing, !result.isWritten, let end = flow.path.trail.innerEnd {
      result.location = result.effect == nil ? result.branch ?? end : end
      return
    }
    if handler.result == .transition, !result.isWritten, let inner = flow.path.trail.returnLocation
    {
      result.location = inner
    }
    guard case .returned(let value) = flow.exit,
      let chosen = effect(in: value, result)?.placeMade,
      holds(chosen), holds(result.location), chosen.line < result.location.line
    else { return }
    result.location = chosen
  }

  /// A branch, where it stands in the body of the handler.
  func own(_ branch: BranchPlace) -> BranchPlace? {
    branch.first.map(holds) ?? false ? branch : nil
  }

  /// Whether a place stands in the body of the handler.
  private func holds(_ place: SourceLocation) -> Bool {
    place.file == handler.location.file && place.line > handler.location.line
      && place.line <= handler.endLine
  }

  /// A way that does no more than to ask for something is placed there, whatever its starter does
  /// once the task waits.
  func placeWait(_ path: Path, _ effects: [Effect], _ result: inout Outcome) {
    guard !result.isWritten, let wait = path.progress.location, effects.count == 1,
      result.effect == effects[0], holds(wait)
    else { return }
    result.location = wait
  }

  /// The part of a result that tells what is to be done, where nothing else tells of the way.
  private func effect(in value: Value, _ result: Outcome) -> Value? {
    switch (handler.result, value) {
    case (.effect, _): value
    case (.transition, .tuple(let parts)) where !result.isWritten && parts.count > 1:
      parts.last?.value
    default: nil
    }
  }
}

extension Value {
  /// Where a case was made; of a list, where the last one was.
  fileprivate var placeMade: SourceLocation? {
    guard case .array(let items) = self else { return caseValue?.location }
    return items.compactMap(\.placeMade).max()
  }
}

extension BranchPlace {
  /// Where a path through the branch is placed that does nothing: at the statement that ends it, where
  /// that is in the branch, else at the first one.
  func place(of end: SourceLocation) -> SourceLocation? { holds(end) ? end : first }

  func holds(_ place: SourceLocation) -> Bool {
    guard let first else { return false }
    return place.file == first.file && place.line >= first.line && place.line <= lastLine
  }
}
