/// The source of what runs machines that wait, in every state with many arguments and answers.
enum StepwiseProbe {
  /// How often an event is sent in each state at most.
  private static let most = 600
  /// How often it is sent beside others, and how many of these.
  private static let meetings = (count: 200, calls: 3)

  /// An extension in the machine's own file.
  static func source(for machine: GeneratedMachine) -> String {
    """
    extension \(machine.name) {
      nonisolated private static func name(_ state: State) -> String {
        switch state {
        case .a: "a"
        case .b: "b"
        case .c: "c"
        case .d: "d"
        }
      }
      nonisolated private static func name(_ act: Act?) -> String {
        switch act {
        case .x: ".x"
        case .y: ".y"
        case .z: ".z"
        case nil: ""
        }
      }
    \(calling(machine))
    \(running(machine))
    \(probing(machine))
    \(trying(machine))
    \(meeting(machine))
    }

    """
  }

  /// A call with some arguments, and one with any: of an event, or of what gives the state another payload.
  private static func calling(_ machine: GeneratedMachine) -> String {
    let rounds = ["m", "l"].map { "recorder.tape.choose(\(bound($0, of: machine) + 1))" }
    return """
        private func vary() { if case .b = state { state = .b(recorder.tape.choose(3)) } }
        nonisolated private static func call(
          _ machine: \(machine.name), _ event: String, _ p: Bool, _ q: Bool, _ n: Int, _ m: Int, _ l: Int
        ) async {
          let flow = Flow(event)
          await Flow.$current.withValue(flow) {
            var outcome = "return"
            var answer: Act?
            do {
              answer = event == "go"
                ? try await machine.go(p, q, n, m, l) : try await machine.stop(p, q, n, m, l)
            } catch {
              outcome = "throw"
            }
            flow.last?.outcome = outcome
            flow.last?.act = name(answer)
          }
        }
        nonisolated private static func callAnyhow(_ machine: \(machine.name)) {
          if recorder.tape.choose(4) == 0 {
            Swift.Task.detached { await machine.vary() }
            return
          }
          let event = recorder.tape.choose(2) == 0 ? "go" : "stop"
          let (p, q) = (recorder.tape.choose(2) == 1, recorder.tape.choose(2) == 1)
          let (n, m, l) = (recorder.tape.choose(3), \(rounds.joined(separator: ", ")))
          Swift.Task.detached { await call(machine, event, p, q, n, m, l) }
        }
      """
  }

  /// A run with some arguments: the machine's own jobs, and what waits come to an end.
  private static func running(_ machine: GeneratedMachine) -> String {
    let make = (machine.form.shape == .mainClass ? "await " : "") + machine.name + "(it)"
    return """
        nonisolated private static func run(
          _ event: String, _ it: Start<State>, _ p: Bool, _ q: Bool, _ n: Int, _ m: Int, _ l: Int
        ) {
          (recorder.state, recorder.flag) = (name(it.state), it.flag)
          recorder.clear()
          Swift.Task.detached {
            let machine = \(make)
            recorder.call = { callAnyhow(machine) }
            await call(machine, event, p, q, n, m, l)
          }
          while recorder.goOn() {}
        }
      """
  }

  /// How often a parameter lets its loop come round at most.
  private static func bound(_ name: String, of machine: GeneratedMachine) -> Int {
    machine.bounds.contains(name) ? 4 : 0
  }

  /// How many starts and arguments there are.
  private static func keys(of machine: GeneratedMachine) -> Int {
    24 * (bound("m", of: machine) + 1) * (bound("l", of: machine) + 1) * machine.form.starts
  }

  /// All starts, each with as many tapes of choices as there is time for.
  private static func probing(_ machine: GeneratedMachine) -> String {
    let isFlagOpen = machine.form.isFlagNoted && machine.text.count(of: "flag") > 1
    return """
        nonisolated static func probe() {
          var runs = Runs()
          recorder.isFlagOpen = \(isFlagOpen)
          for event in ["go", "stop"] {
            for start: State in [.a, .b(0), .b(1), .b(2), .c, .d] {
              probe(event, start, &runs)
              meet(event, start, &runs)
            }
          }
          runs.tell(\(machine.seed))
        }
        nonisolated private static func probe(_ event: String, _ start: State, _ runs: inout Runs) {
          var order = Order(state: \(machine.seed))
          var tapes = (0..<\(keys(of: machine))).map { (key: $0, tape: Tape()) }
          tapes.shuffle(using: &order)
          var left = \(most)
          while !tapes.isEmpty, left > 0 {
            tapes = tapes.compactMap { key, tape in
              guard left > 0 else { return (key, tape) }
              left -= 1
              return again(event, start, key, tape, &runs)
            }
          }
          if !tapes.isEmpty { print("\(machine.seed)|unfinished|\\(event)") }
        }
      """
  }

  /// Runs beside which others call the same machine: some of the many that there are.
  private static func meeting(_ machine: GeneratedMachine) -> String {
    """
      nonisolated private static func meet(_ event: String, _ start: State, _ runs: inout Runs) {
        for round in 0..<\(meetings.count) {
          var order = Order(state: \(machine.seed) &+ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
          let key = Int.random(in: 0..<\(keys(of: machine)), using: &order)
          (recorder.isAmongOthers, recorder.calls) = (true, \(meetings.calls))
          _ = again(event, start, key, Tape(order: order), among: "|others", &runs)
        }
        (recorder.isAmongOthers, recorder.calls) = (false, 0)
      }
    """
  }

  /// One run, and the tape of the next with the same arguments.
  private static func trying(_ machine: GeneratedMachine) -> String {
    let rounds = ["m", "l"].map { "\($0) = take(\(bound($0, of: machine) + 1))" }
    return """
        nonisolated private static func again(
          _ event: String, _ start: State, _ key: Int, _ tape: Tape, among others: String = "",
          _ runs: inout Runs
        ) -> (key: Int, tape: Tape)? {
          let p = key & 1 == 1, q = key & 2 == 2, flag = key & 4 == 4
          var rest = key >> 3
          func take(_ count: Int) -> Int { defer { rest /= count }; return rest % count }
          let n = take(3), \(rounds.joined(separator: ", ")), more = rest
          recorder.tape = tape
          run(event, Start(state: start, flag: flag, more: more), p, q, n, m, l)
          for step in recorder.steps {
            let parts = [
              name(start), step.from, ([step.event] + step.names).joined(separator: ","), step.to,
              step.outcome, step.act, step.left, step.later.joined(separator: ","),
            ]
            runs.note("\(machine.seed)|" + parts.joined(separator: "|") + others) {
              "\\(start) flag=\\(flag) p=\\(p) q=\\(q) n=\\(n) m=\\(m) l=\\(l) more=\\(more)"
            }
          }
          runs.count += 1
          var next = recorder.tape
          return next.turn() ? (key, next) : nil
        }
      """
  }
}

extension String {
  /// How often something stands in it.
  fileprivate func count(of word: String) -> Int { ranges(of: word).count }
}
