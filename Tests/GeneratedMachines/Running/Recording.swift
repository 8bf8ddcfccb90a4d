/// The source of what notes the steps of machines that wait, and runs their jobs one by one.
///
/// All jobs come to one queue: nothing happens at the same time, and a tape of choices decides what is
/// answered and which wait is over first. So each run can be had again.
enum Recording {
  static func source(for machines: [GeneratedMachine]) -> String {
    let requests = Set(machines.flatMap(\.requests)).sorted()
    return queue + tape + flows + recorder + stand + requests.map(request).joined() + "}\n"
  }

  /// A function that others would have.
  private static func request(_ name: String) -> String {
    let kind = name.prefix { $0.isLetter }
    let answer = "await recorder.wait(\"api.\(name)\", \(answers[String(kind)] ?? 1), isolation)"
    let head = "  func \(name)(isolation: isolated (any Actor)? = #isolation) async"
    return switch kind {
    case "flag": "\(head) -> Bool { \(answer) == 1 }\n"
    case "verdict":
      "\(head) -> Verdict { let it = \(answer); return it == 0 ? .poor : .good(it - 1) }\n"
    case "result":
      "\(head) -> Result<Int, Refusal> { let it = \(answer)\n"
        + "    return it == 0 ? .failure(Refusal()) : .success(it - 1) }\n"
    case "number":
      "\(head) throws -> Int { let it = \(answer)\n"
        + "    if it == 0 { throw Refusal() }; return it - 1 }\n"
    default: "\(head) { _ = \(answer) }\n"
    }
  }

  /// How many answers there are to each.
  private static let answers = ["step": 1, "flag": 2, "verdict": 4, "result": 4, "number": 4]

  private static let queue = """
    import Foundation
    typealias Enqueue =
      @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void
    final class Place: SerialExecutor {
      func enqueue(_ job: UnownedJob) { jobs.append(job) }
      func asUnownedSerialExecutor() -> UnownedSerialExecutor { .init(ordinary: self) }
    }
    let place = Place()
    var jobs: [UnownedJob] = []
    func takeOver() {
      let hook = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")
      guard let hook else { print("no hook"); exit(1) }
      hook.assumingMemoryBound(to: Enqueue?.self).pointee = { job, _ in jobs.append(job) }
    }
    func runNext() {
      jobs.removeFirst().runSynchronously(on: place.asUnownedSerialExecutor())
    }
    func drain() { while !jobs.isEmpty { runNext() } }
    @globalActor actor Driven { static let shared = Driven() }

    """

  private static let tape = """
    struct Order: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
      }
    }
    struct Tape {
      private var choices: [(made: Int, of: Int)] = []
      private var next = 0
      /// Where choices are made by chance, and not one after the other.
      private var order: Order?
      init(order: Order? = nil) { self.order = order }
      mutating func choose(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        if var order {
          defer { self.order = order }
          return Int.random(in: 0..<count, using: &order)
        }
        if next == choices.count { choices.append((0, count)) }
        next += 1
        return choices[next - 1].made
      }
      /// The next one; none where all were.
      mutating func turn() -> Bool {
        next = 0
        while let last = choices.popLast() {
          guard last.made + 1 < last.of else { continue }
          choices.append((last.made + 1, last.of))
          return true
        }
        return false
      }
    }

    """

  private static let flows = """
    final class Step {
      let event: String
      let from: String
      let left: String
      /// What it waited for, then each helper that it left, with the state.
      var names: [String]
      var to = ""
      /// The states that the tasks left which it has started, as they began.
      var later: [String] = []
      /// `wait`, `return` or `throw`.
      var outcome = "return"
      var act = ""
      init(_ event: String, from: String, since left: String, _ names: [String]) {
        (self.event, self.from, self.left, self.names) = (event, from, left, names)
      }
    }
    final class Flow: @unchecked Sendable {
      @TaskLocal static var current = Flow("")
      let event: String
      var step: Step?
      /// The step that has started it, where it is a task.
      let starter: Step?
      /// The step that was over last.
      var last: Step?
      var isOver = false
      /// What of a task is waited for, as it is written.
      var awaited = ""
      var helpers: [String] = []
      init(_ event: String, startedBy starter: Step? = nil) {
        (self.event, self.starter) = (event, starter)
      }
    }

    """

  private static let recorder = """
    final class Recorder {
      struct Wait {
        var answers: Int
        var job: Flow?
        var over: CheckedContinuation<Int, Never>
      }
      var state = ""
      var flag = false
      var isFlagOpen = false
      var tape = Tape()
      /// Whether others are there: then a wait may be over while jobs are left.
      var isAmongOthers = false
      /// How many more calls they may make while something waits, and what makes one.
      var calls = 0
      var call = {}
      var steps: [Step] = []
      private var waits: [Wait] = []

      private var begun = 0

      func clear() { (steps, begun) = ([], 0) }
      func begin() {
        begun += 1
        if begun > 1000 { print("a run that does not end"); exit(1) }
        let flow = Flow.current
        flow.step = Step(flow.event, from: state, since: state, [flow.starter == nil ? "" : "Task"])
      }
      func end() {
        close(Flow.current)
        Flow.current.isOver = true
      }
      func enter(_ name: String) { Flow.current.helpers.append(name) }
      func leave() {
        guard let name = Flow.current.helpers.popLast() else { return }
        Flow.current.step?.names.append(name + ":" + state)
      }
      private func close(_ flow: Flow, waits: Bool = false) {
        guard let step = flow.step else { return }
        step.to = state
        flow.last = step
        if waits { step.outcome = "wait" }
        flow.step = nil
        if step.names.first == "Task", let starter = flow.starter {
          starter.later.append(state)
        } else {
          steps.append(step)
        }
      }
      func wait(
        _ name: String, _ answers: Int, job: Flow? = nil, _ isolation: isolated (any Actor)?
      ) async -> Int {
        let flow = Flow.current
        close(flow, waits: true)
        let left = state
        let answer = await withCheckedContinuation(isolation: isolation) {
          waits.append(Wait(answers: answers, job: job, over: $0))
        }
        let sign = answers == 1 ? "" : answer == 0 ? "-" : "+"
        flow.step = Step(flow.event, from: state, since: left, [name + sign])
        return answer
      }
      func goOn() -> Bool {
        if !isAmongOthers { drain() } else if !jobs.isEmpty, tape.choose(3) > 0 {
          runNext()
          return true
        }
        return resume() || !jobs.isEmpty
      }
      /// Ends one of the waits, if there are any.
      func resume() -> Bool {
        let ready = waits.indices.filter { waits[$0].job?.isOver ?? true }
        guard !ready.isEmpty else { return false }
        if calls > 0, tape.choose(2) == 1 {
          calls -= 1
          call()
          return true
        }
        let wait = waits.remove(at: ready[tape.choose(min(ready.count, 3))])
        if isFlagOpen, tape.choose(2) == 1 { flag.toggle() }
        wait.over.resume(returning: tape.choose(wait.answers))
        return true
      }
    }
    let recorder = Recorder()

    """

  private static let stand = """
    struct Task {
      private let flow: Flow
      @discardableResult
      init(
        @_inheritActorContext @_implicitSelfCapture
        operation: sending @escaping @isolated(any) () async -> Void
      ) {
        let current = Flow.current
        let isBeginning = current.step?.names.first == "Task"
        flow = Flow(current.event, startedBy: isBeginning ? current.starter : current.step)
        Flow.$current.withValue(flow) { _ = Swift.Task(operation: operation) }
      }
      static func yield(isolation: isolated (any Actor)? = #isolation) async {
        _ = await recorder.wait("Task.yield", 1, isolation)
      }
      nonisolated(nonsending) var value: Void {
        get async { _ = await recorder.wait(Flow.current.awaited, 1, job: flow, #isolation) }
      }
    }
    enum Verdict { case good(Int), poor }
    struct Refusal: Error {}
    let api = Api()
    struct Api {

    """
}
