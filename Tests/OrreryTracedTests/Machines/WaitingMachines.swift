import OrreryTraced

/// What the machines wait for.
struct API: Sendable {
  var items: @Sendable () async throws -> [Int] = { [1] }

  func fetch() async throws -> [Int] { try await items() }
  func login() async -> Result<Int, Refused> { .success(1) }
  func ready() async -> Bool { true }
  func stream() -> AsyncStream<Int> {
    AsyncStream {
      $0.yield(1)
      $0.yield(2)
      $0.finish()
    }
  }
}

@Traced actor Loader {
  enum State { case idle, loading, loaded, failed }
  private var state = State.idle
  private let api: API

  init(_ api: API = API()) { self.api = api }

  func load() async {
    guard state == .idle else { return }
    state = .loading
    do {
      let items = try await api.fetch()
      state = items.isEmpty ? .failed : .loaded
    } catch {
      state = .failed
    }
  }

  func reset() { state = .idle }
}

@Traced(state: "phase") @MainActor final class Search {
  enum Phase { case idle, busy, done, failed }
  private(set) var phase = Phase.idle
  private let api: API

  init(_ api: API = API()) { self.api = api }

  func login() async {
    phase = .busy
    switch await api.login() {
    case .success: await finish()
    case .failure: phase = .failed
    }
  }

  func check() async -> Bool {
    guard phase == .idle else { return false }
    if await api.ready() {
      phase = .done
    }
    return phase == .done
  }

  func follow() async {
    phase = .busy
    for await item in api.stream() {
      if item == 1 { continue }
      phase = .done
    }
    phase = .idle
  }

  func start() {
    phase = .busy
    Task {
      do {
        _ = try await api.fetch()
        phase = .done
      } catch {
        phase = .failed
      }
    }
  }

  func begin() {
    Task { [weak self] in
      self?.phase = .busy
      guard let items = try? await self?.api.fetch() else {
        self?.phase = .failed
        return
      }
      self?.phase = items.isEmpty ? .failed : .done
    }
  }

  func keep() {
    Task { [weak self] in
      guard let self else { return }
      phase = .busy
      _ = await api.ready()
      phase = .done
    }
  }

  private func finish() async {
    _ = await api.ready()
    phase = .done
  }

  /// Waits until the task of a method has come to its end.
  func settled(_ isMeant: (Phase) -> Bool) async {
    while !isMeant(phase) { await Task.yield() }
    await Task.yield()
  }
}

/// An actor whose events start tasks, and a state that is asked anew in each.
@Traced actor Recorder {
  enum State { case idle, busy, done }
  private var state = State.idle

  nonisolated func open() { Task { await openInternal() } }

  private func openInternal() async {
    guard state == .idle else { return }
    state = .busy
    await Task.yield()
    if state == .busy { state = .done }
  }

  /// Asks, and is no event.
  func isDone() -> Bool { state == .done }
}

/// Every statement that may wait.
@Traced final class Walker {
  enum State { case idle, walking, resting, done, lost }
  private(set) var state = State.idle
  private let api: API

  init(_ api: API = API()) { self.api = api }

  func walk() async throws -> Int {
    defer { if state == .walking { state = .done } }
    state = .walking
    return try await api.fetch().count
  }

  func rest() async {
    state = .resting
    var steps = api.stream().makeAsyncIterator()
    while let step = await steps.next() {
      if step > 1 { state = .done }
    }
    if await api.ready(), state == .done {
      state = .idle
    } else if await api.ready() {
      state = .lost
    } else {
      state = .walking
    }
  }

  func wander() async {
    state = .walking
    let items = try? await api.fetch()
    guard let items, await api.ready() else {
      state = .lost
      return
    }
    state = items.isEmpty ? .lost : .done
  }
}

/// Several waits for one callee.
@Traced actor Fetcher {
  enum State { case idle, first, second, third, done }
  private var state = State.idle

  func load() async {
    state = .first
    await get("users")
    state = .second
    await get("items")
    state = .done
  }

  func again() async {
    state = .first
    await Task.yield()
    state = .second
    await Task.yield()
    state = .third
  }

  private func get(_ what: String) async { await Task.yield() }
}

/// A part of a method that is called with what the method has waited for.
@Traced actor Shower {
  enum State { case idle, busy, ready, shown, failed }
  private var state = State.idle
  private let api: API

  init(_ api: API = API()) { self.api = api }

  func load() async {
    state = .busy
    do {
      await show(try await api.fetch())
    } catch {
      state = .failed
    }
  }

  private func show(_ items: [Int]) async {
    state = .ready
    _ = await api.ready()
    state = .shown
  }
}

/// Events that await one another, and a part that waits for nothing.
@Traced actor Relay {
  enum State { case idle, running, done }
  private var state = State.idle
  private let api = API()

  func start() async { await load() }

  func load() async {
    state = .running
    _ = await api.ready()
    await finish()
  }

  private func finish() async { state = .done }
}

/// Tasks of a method's own, which it waits for at last.
@Traced actor Gatherer {
  enum State { case idle, busy, done }
  private var state = State.idle
  private let api = API()

  func gather() async throws -> Int {
    state = .busy
    async let items = api.fetch()
    async let more = api.fetch()
    let count = try await items.count + more.count
    state = .done
    return count
  }

  func hold() async {
    state = .idle
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await self.api.ready() }
    }
    state = .done
  }
}
