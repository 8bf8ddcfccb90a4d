/// What all machines have.
enum MachineFrame {
  static let state = lines(
    """
    enum State: Equatable {
      case a, b(Int), c, d
      var isBusy: Bool {
        switch self {
        case .b, .d: return true
        case .a, .c: return false
        }
      }
      var next: State {
        switch self {
        case .a: .b(1)
        case .b(let k): k > 1 ? .c : .d
        case .c: .d
        case .d: .a
        }
      }
      mutating func advance() {
        if case .a = self { self = .c } else if isBusy { self = .a }
      }
    }
    enum Act: Equatable { case x, y, z }
    """)

  /// Methods that stand in a machine where its statements call them.
  static let tools: [(name: String, lines: [String])] = [
    (
      "move",
      lines(
        """
        private mutating func move(to next: State) { guard next != state else { return }; state = next }
        """)
    ),
    (
      "change",
      lines(
        """
        private func change(_ it: inout State, _ p: Bool) {
          if p { it = .d } else if case .d = it { it = .b(2) }
        }
        """)
    ),
    ("pick", ["private static func pick(_ p: Bool) -> State { p ? .c : .b(0) }"]),
    (
      "with",
      ["private static func with(_ it: inout State, _ body: (inout State) -> Void) { body(&it) }"]
    ),
  ]

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}

extension MachineWriter {
  /// The declaration of the machine.
  func declaration(_ name: String, _ lines: [String]) -> [String] {
    switch form.shape {
    case .struct: block("struct " + name, lines)
    case .class: block("final class " + name, lines)
    case .actor: block("actor " + name, lines)
    case .mainClass:
      // The main actor would have a queue of its own.
      [
        Variant.onlyRead("@MainActor final class \(name) {"),
        Variant.onlyRun("@Driven final class \(name) {"),
      ] + lines.indented + ["}"]
    }
  }

  /// The methods that every machine may call, as they stand in this one.
  var tools: [(name: String, lines: [String])] {
    MachineFrame.tools.map { name, lines in
      let own = form.shape == .struct
      return (name, lines.map { own ? $0 : $0.replacing("mutating func move", with: "func move") })
    }
  }

  /// The types and the properties.
  mutating func head() -> [String] {
    let observer = form.observer
    let lines = observer.map { self.observer($0) } ?? []
    var head = MachineFrame.state
    head.append("enum Fault: Error { case \(form.hasErrors ? "bad, worse" : "bad") }")
    head += stateProperty(observer?.isOfState ?? false ? lines : [])
    head += flagProperty(observer?.isOfFlag ?? false ? lines : [])
    // Constants: what others might set meanwhile would be theirs.
    if observer != nil { head += ["let p: Bool", "let q: Bool", "let n: Int"] }
    if observer == .countDidSet { head += block("private var count = 0", lines) }
    head.append(
      observer == nil
        ? "init() {}"
        : "init(_ p: Bool, _ q: Bool, _ n: Int) { (self.p, self.q, self.n) = (p, q, n) }")
    if form.isPlain { return head }
    // What observes them is not told of what they start with.
    let flag = form.isFlagNoted ? "" : "; flag = it.flag"
    var more = observer == nil ? "" : "; p = it.p; q = it.q; n = it.n"
    if observer == .countDidSet { more += "; count = it.count" }
    return head + [
      Variant.onlyRun("init(_ it: Start<State>) { state = it.state\(flag)\(more) }")
    ]
  }

  private func stateProperty(_ observer: [String]) -> [String] {
    let head = "private(set) var state: State = .a"
    guard observer.isEmpty else {
      let notes = form.observer == .stateDidSet ? [] : recorded("didSet { \(Self.noting) }")
      return block(head, observer + notes)
    }
    guard form.isStepwise else { return [head] }
    return [Variant.onlyRead(head), Variant.onlyRun(head + " { didSet { \(Self.noting) } }")]
  }

  /// Others may set the flag while something waits: then it is theirs.
  private func flagProperty(_ observer: [String]) -> [String] {
    let head = "var flag = false"
    guard observer.isEmpty else { return block("private " + head, observer) }
    guard form.isFlagNoted else { return [head] }
    let others = "var flag: Bool { get { recorder.flag } set { recorder.flag = newValue } }"
    return [Variant.onlyRead(head), Variant.onlyRun(others)]
  }
}
