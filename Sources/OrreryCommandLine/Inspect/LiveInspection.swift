import Foundation
import OrreryInspector
import OrreryInspectorServer
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis

/// Serves the page of runs that go on, until it is stopped.
struct LiveInspection {
  let context: Context
  let declared: [Machine]?
  /// What stands for the runs; nothing where their names may be private.
  let name: String
  /// Gets the address of the page once it is served.
  let opened: (String) -> Void

  private var followers: Followers
  private var run: RunCollector
  private var tables = RunTables()
  private var logs: [Int: RunClock.Log] = [:]
  private var models: [String: MachineModel] = [:]
  private var revision = -1
  private var pictures = PictureMemory()
  private let feed: RunFeed
  private let records = RecordQueue()

  /// - Throws: `Failure` where a log cannot be followed.
  init(
    _ files: [String], _ options: RunCollector.Options, declared: [Machine]?, in context: Context,
    opened: @escaping (String) -> Void
  ) throws(Failure) {
    (self.declared, self.context, self.opened) = (declared, context, opened)
    name = options.isRedacted ? "" : files.first.map(PathName.name) ?? ""
    followers = try Followers(files, in: context)
    var options = options
    options.pack = nil
    run = RunCollector(options)
    feed = RunFeed(limit: options.limit)
  }

  /// - Throws: `Failure` where nobody can listen there, or a log cannot be read.
  mutating func serve(at address: ListenAddress) throws(Failure) {
    let serving = try start(at: address)
    defer { serving.task.cancel() }
    try advance()
    let places = serving.outcome.places
    context.console.show("\(places.page)")
    context.console.note("a program that is recorded without a log: ORRERY_TRACE=\(places.records)")
    if !address.isLoopback {
      context.console.warn("whoever has the address can look at the run, from other computers too")
    }
    opened(places.page)
    while context.console.outputError == nil {
      if try !advance() { Thread.sleep(forTimeInterval: 0.2) }
      if let error = serving.outcome.failure { throw Self.failed(address, error) }
    }
  }

  // MARK: The server

  private struct Serving {
    let task: Task<Void, Never>
    let outcome: Outcome
  }

  /// Where the server is, or why it has ended.
  private final class Outcome: Sendable {
    private let state = Lock<(page: String, records: String, failure: String?)>(("", "", nil))

    func set(page: String, records: String) { state.withLock { $0 = (page, records, nil) } }
    func fail(_ reason: String) { state.withLock { $0.failure = reason } }
    var failure: String? { state.withLock { $0.failure } }
    var places: (page: String, records: String) { state.withLock { ($0.page, $0.records) } }
  }

  private func start(at address: ListenAddress) throws(Failure) -> Serving {
    let server: InspectorServer
    do {
      server = try InspectorServer(
        host: address.host, port: address.port, title: name.isEmpty ? "A run" : name, feed: feed,
        records: records)
    } catch {
      throw Failure(.usage, "cannot listen: \(error)", advice: "try 127.0.0.1:0")
    }
    let ready = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    let task = Task.detached {
      do {
        try await server.run { page, records in
          outcome.set(page: page, records: records)
          ready.signal()
        }
      } catch {
        outcome.fail("\(error)")
        ready.signal()
      }
    }
    ready.wait()
    if let error = outcome.failure { throw Self.failed(address, error) }
    return Serving(task: task, outcome: outcome)
  }

  private static func failed(_ address: ListenAddress, _ error: String) -> Failure {
    Failure(
      "cannot listen at \(address.text) (\(error))", advice: "choose another port, or 0 for any")
  }

  // MARK: What is new

  /// Reads what is new, and passes it on.
  ///
  /// - Returns: Whether there may be more already.
  @discardableResult
  private mutating func advance() throws(Failure) -> Bool {
    var new: [TimedRecord] = []
    let isMore = try followers.poll { new.append($0) }
    for timed in new { run.add(timed) }
    for item in records.take() { take(item) }
    if run.hasNews || run.revision != revision { publish() }
    return isMore
  }

  private mutating func take(_ item: RecordQueue.Item) {
    guard let record = item.record else {
      logs[item.connection] = nil
      return
    }
    var log = logs[item.connection] ?? RunClock.Log()
    run.add(followers.place(record, in: &log))
    logs[item.connection] = log
  }

  private mutating func publish() {
    var changed: [MachineModel] = []
    if run.revision != revision {
      revision = run.revision
      let layout = PictureLayout(context)
      var memory = pictures
      let all = MachineModel.all(of: run, declared: declared, log: name) {
        memory.picture(dot: $0, machine: $1, layout.svg)
      }
      pictures = memory
      changed = all.filter { models[$0.id] != $0 }
      for model in changed { models[model.id] = model }
    }
    let head = tables.chunk(of: &run, models: changed)
    feed.add([head].compactMap(\.self) + run.takeSteps().map(\.chunk))
  }
}

/// The pictures that were laid out last, so that one that is the same is not laid out again.
private struct PictureMemory {
  private var known: [String: (dot: String, svg: String?)] = [:]

  mutating func picture(
    dot: String, machine: String, _ draw: (String, String) -> String?
  ) -> String? {
    if let last = known[machine], last.dot == dot { return last.svg }
    let svg = draw(dot, machine)
    known[machine] = (dot, svg)
    return svg
  }
}

/// Where to listen: a host and a port, `127.0.0.1:0`.
struct ListenAddress: Equatable {
  var host: String
  var port: UInt16

  /// An address of IPv6 stands in brackets.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
