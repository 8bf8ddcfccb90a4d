import OrreryModel
import SwiftSyntax

/// The walks of a handler in each state of an enum.
extension MachineBuilder {
  typealias Walked = (from: String, entry: Value, report: HandlerWalk.Report)

  /// The walks of a handler in each state, and those of each continuation that one of them found.
  func reports(of handler: Handler) -> [Walked] {
    let budget = Budget()
    var result: [Walked] = []
    var waits = Waits()
    // Where an initializer starts is of no matter: only what it leaves behind is.
    let names = handler.isInitializer ? site.stateNames.prefix(1) : site.stateNames[...]
    for name in names {
      for walk in walks(handler, from: entry(name), within: budget) {
        let report = walk.run()
        if !handler.isInitializer { result.append((name, walk.state, report)) }
        waits.add(report, of: walk)
      }
    }
    while let (continuation, walk) = waits.next() {
      for succeeds in continuation.mayFail ? [true, false] : [true] {
        let walked = resumed(walk, at: continuation, succeeds: succeeds)
        if !result.isEmpty, walked.allSatisfy({ $0.report.outcomes.isEmpty }) {
          result[result.count - 1].report.notes.append(unmet(continuation, of: walk))
        }
        if isSilent(walked) {
          for (_, _, report) in walked { scope.cache.footprint.tellIdle(report.outcomes) }
        } else {
          result += starting(walked, in: waits.sent[continuation])
        }
        for (_, _, report) in walked { waits.add(report, of: walk) }
      }
    }
    if !waits.left.isEmpty { scope.cache.footprint.leave() }
    if !result.isEmpty { result[result.count - 1].report.notes += waits.left.map(untold) }
    return result
  }

  private func untold(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    Unresolved(
      location: walk.handler.location,
      reason: "\(walk.event.name) waits at more places than are walked; what follows "
        + "\(continuation.callee) is missing")
  }

  /// A wait that the walks which start after it do not come to again.
  private func unmet(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    scope.cache.footprint.leave()
    return Unresolved(
      location: walk.handler.location,
      reason: "what follows the wait for \(continuation.callee) in \(walk.event.name) is not walked"
    )
  }

  private func resumed(
    _ walk: HandlerWalk, at continuation: Continuation, succeeds: Bool
  ) -> [Walked] {
    site.stateNames.map { name in
      var resumed = walk
      let state = entry(name)
      resumed.resumption = Resumption(
        continuation: continuation, succeeds: succeeds, state: state)
      return (name, state, resumed.run())
    }
  }

  /// Whether a continuation does nothing, or hands on an error, whatever the state: no event to tell.
  private func isSilent(_ walked: [Walked]) -> Bool {
    guard let first = walked.first?.report else { return true }
    return walked.allSatisfy { $0.report.isAlike(first) && $0.report.notes.isEmpty }
      && first.outcomes.allSatisfy { outcome in
        guard !outcome.isWritten, outcome.effect == nil else { return false }
        switch outcome.ending {
        case .completed, .threw: return true
        default: return false
        }
      }
  }

  /// A continuation that asks for the state may be entered in any; one that does the same in all
  /// starts from the state that its handler left.
  private func starting(_ walked: [Walked], in sent: Set<String>?) -> [Walked] {
    guard let sent, let first = walked.first,
      walked.allSatisfy({ $0.report.isAlike(first.report) })
    else { return walked }
    return walked.filter { sent.contains($0.from) }
  }
}

/// The continuations that walks have found and that are yet to be walked.
private struct Waits {
  private struct Start: Hashable {
    var continuation: Continuation
    var event: Event.ID
  }

  private static let mostContinuations = 32

  private var open: [(Continuation, HandlerWalk)] = []
  private var seen: Set<Start> = []
  /// The states in which each was left waiting.
  private(set) var sent: [Continuation: Set<String>] = [:]
  /// Those that were one too many.
  private(set) var left: [(Continuation, HandlerWalk)] = []

  mutating func add(_ report: HandlerWalk.Report, of walk: HandlerWalk) {
    open += report.continuations.map { ($0, walk) }
    sent.merge(report.sent) { $0.union($1) }
  }

  /// The next one that was not walked yet.
  mutating func next() -> (Continuation, HandlerWalk)? {
    while let (continuation, walk) = open.popLast() {
      let start = Start(continuation: continuation, event: walk.event)
      guard seen.insert(start).inserted else { continue }
      guard seen.count <= Self.mostContinuations else {
        left.append((continuation, walk))
        continue
      }
      return (continuation, walk)
    }
    return nil
  }
}

extension HandlerWalk.Report {
  /// Whether two walks from different states did the same.
  fileprivate func isAlike(_ other: HandlerWalk.Report) -> Bool {
    outcomes.count == other.outcomes.count
      && zip(outcomes, other.outcomes).allSatisfy { a, b in
        a.guards == b.guards && a.effect == b.effect && a.ending == b.ending
          && a.isWritten == b.isWritten && a.location == b.location
          && (!a.isWritten || a.state.stateName == b.state.stateName)
      }
  }
}
