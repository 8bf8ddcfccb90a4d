import OrreryTrace

/// The machines that log entries tell of, whichever logger they come by.
final class LoggedMachines: Sendable {
  private struct Key: Hashable {
    var machine: String
    var instance: String?
  }

  private struct Live {
    var trace: TraceInstance
    var state: String
  }

  /// One for each recorder that logs are recorded by: loggers of one machine are often several.
  private static let all = Lock<[ObjectIdentifier: LoggedMachines]>([:])

  let recorder: TraceRecorder
  private let live = Lock<[Key: Live]>([:])

  private init(_ recorder: TraceRecorder) { self.recorder = recorder }

  static func of(_ recorder: TraceRecorder) -> LoggedMachines {
    all.withLock { all in
      if let known = all[ObjectIdentifier(recorder)] { return known }
      let machines = LoggedMachines(recorder)
      all[ObjectIdentifier(recorder)] = machines
      return machines
    }
  }

  /// Forgets all states, which are stale once recording has been off.
  func forget() {
    let gone = live.withLock { live in
      defer { live = [:] }
      return Array(live.values)
    }
    withExtendedLifetime(gone) {}
  }

  func take(_ entry: LoggedState) {
    let key = Key(machine: entry.machine, instance: entry.instance)
    // An instance that ends does so outside of the lock: its end is a record, which a sink may log.
    let gone = live.withLock { live in
      let known = live[key]
      let from = entry.from ?? known?.state
      let trace =
        known?.trace
        ?? TraceInstance(
          machine: entry.machine, state: from ?? entry.state, isLate: true, recorder: recorder)
      live[key] = entry.isLast ? nil : Live(trace: trace, state: entry.state)
      if let from, entry.event != nil || from != entry.state {
        trace.record(
          event: entry.event ?? Record.unknownEvent, origin: entry.origin, from: from,
          to: entry.state)
      }
      return entry.isLast ? trace : nil
    }
    withExtendedLifetime(gone) {}
  }
}
