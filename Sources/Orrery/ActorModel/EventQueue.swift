import OrreryTrace

/// The events of one actor model that have been sent and not begun.
final class EventQueue: Sendable {
  struct Event: Sendable {
    let name: String
    let handler: nonisolated(nonsending) @Sendable () async -> Void
  }

  private struct Content {
    var events: [Event] = []
    /// How many of them were taken.
    var taken = 0

    /// Gives back the places of what was taken, seldom enough to cost nothing.
    mutating func compact() {
      guard taken == events.count || taken >= 64 && taken > events.count / 2 else { return }
      events.removeSubrange(..<taken)
      taken = 0
    }
  }

  private let content = Lock(Content())

  func append(_ event: Event) {
    content.withLock { $0.events.append(event) }
  }

  func takeFirst() -> Event? {
    content.withLock { content in
      guard content.taken < content.events.count else { return nil }
      defer { content.compact() }
      content.taken += 1
      return content.events[content.taken - 1]
    }
  }
}

/// The event that a model is handling, known to all that its handler calls.
final class ModelEvent: Sendable {
  @TaskLocal static var current: ModelEvent?

  let name: String
  /// The subject whose event it is: a handler may call other models.
  let owner: ObjectIdentifier
  private let sent = AtomicValue(false)

  init(name: String, owner: ObjectIdentifier) {
    self.name = name
    self.owner = owner
  }

  func noteSend() { sent.store(true, ordering: .relaxed) }

  var hasSent: Bool { sent.load(ordering: .relaxed) }
}
