/// The source of what runs machines in every state with every argument.
///
/// This is for machines whose calls are over when they return; see `StepwiseProbe` for the others.
enum Probe {
  /// A program: the machines, what runs each, and a main function.
  static func program(for machines: [GeneratedMachine]) -> String {
    let calls = machines.map { "    \($0.name).probe()" }.joined(separator: "\n")
    let sources = machines.map {
      $0.program + ($0.form.isStepwise ? StepwiseProbe.source(for: $0) : source(for: $0))
    }
    let recording =
      machines.contains(where: \.form.isStepwise) ? Recording.source(for: machines) : ""
    return sources.joined() + """
      \(recording)\(notebook)
      @main enum Main {
        static func main() {
      \(recording.isEmpty ? "" : "    takeOver()")
      \(calls)
        }
      }

      """
  }

  /// An extension in the machine's own file, so that it can set the state.
  private static func source(for machine: GeneratedMachine) -> String {
    let bound = { (name: String) in machine.bounds.contains(name) ? 4 : 0 }
    return """
      extension \(machine.name) {
        private static func name(_ state: State) -> String {
          switch state {
          case .a: "a"
          case .b: "b"
          case .c: "c"
          case .d: "d"
          }
        }
        private static func name(_ act: Act?) -> String {
          switch act {
          case .x: ".x"
          case .y: ".y"
          case .z: ".z"
          case nil: ""
          }
        }
        static func probe() {
          var runs = Runs()
          for start: State in [.a, .b(0), .b(1), .b(2), .c, .d] { for flag in [false, true] {
          for p in [false, true] { for q in [false, true] { for n in -1...2 {
          for more in 0..<\(machine.form.starts) {
          for m in 0...\(bound("m")) { for l in 0...\(bound("l")) { for event in ["go", "stop"] {
            \(making(machine))
            var outcome = "return|"
            do {
              let act = event == "go" ? try it.go(p, q, n, m, l) : try it.stop(p, q, n, m, l)
              outcome += name(act)
            } catch {
              outcome = "throw|"
            }
            runs.note("\(machine.seed)|" + name(start) + "|" + event + "|" + name(it.state) + "|" + outcome) {
              "\\(start) flag=\\(flag) p=\\(p) q=\\(q) n=\\(n) m=\\(m) l=\\(l)"
            }
          } } } } } } } } }
          runs.tell(\(machine.seed))
        }
      }

      """
  }

  /// How a machine is made that is in a state.
  private static func making(_ machine: GeneratedMachine) -> String {
    guard !machine.form.isPlain else {
      return "var it = \(machine.name)(); it.state = start; it.flag = flag"
    }
    let start = "Start(state: start, flag: flag, more: more)"
    return "\(machine.form.shape == .struct ? "var" : "let") it = \(machine.name)(\(start))"
  }

  /// Where runs that go alike are told once, with the first of them.
  private static let notebook = """
    struct Runs {
      var kinds: Set<String> = []
      var count = 0
      mutating func note(_ kind: String, _ example: () -> String) {
        count += 1
        if kinds.insert(kind).inserted { print(kind + "|" + example()) }
      }
      func tell(_ seed: Int) { print("\\(seed)|\\(count)") }
    }
    struct Start<State> {
      var state: State
      var flag: Bool
      var more = 0
      var p: Bool { more & 1 == 1 }
      var q: Bool { more & 2 == 2 }
      var n: Int { more % 12 >> 2 }
      var count: Int { more / 12 }
    }
    """
}
