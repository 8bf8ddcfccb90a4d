/// A machine in Swift that follows from a seed.
public struct GeneratedMachine: Sendable {
  /// How much stands in it.
  public enum Size: Sendable {
    case small
    case large
  }

  public let seed: UInt64
  /// The declaration, a whole source file.
  public let text: String
  /// The parameters that bound a loop: the others are told and never asked.
  let bounds: [String]
  /// The helpers that may throw.
  let throwingHelpers: [String]

  public var name: String { "Machine\(seed)" }

  static let events = ["go", "stop"]

  public init(seed: UInt64, size: Size) {
    var writer = MachineWriter(seed: seed, size: size)
    var body: [String] = []
    for event in Self.events { body += writer.event(event) }
    let helpers = writer.helpers.flatMap(\.lines)
    let used = (body + helpers).joined(separator: "\n")
    body += MachineFrame.tools.filter { used.contains("\($0.name)(") }.flatMap(\.lines)
    self.seed = seed
    bounds = ["l", "m"].filter { !writer.bounds.contains($0) }
    throwingHelpers = writer.helpers.filter(\.isThrowing).map(\.name)
    text =
      block("struct Machine\(seed)", MachineFrame.head + body + helpers)
      .map { $0 + "\n" }.joined()
  }
}

extension MachineWriter {
  mutating func event(_ name: String) -> [String] {
    let count = one(of: size == .small ? [1, 2, 3] : [2, 3, 4])
    let lines = statements(in: Scope(.event, level: 0, depth: 0), count: count)
    let head = "mutating func \(name)\(Self.parameters) throws -> Act?"
    return block(head, lines + ["return " + one(of: ["nil", ".x"])])
  }
}

/// What all machines have.
enum MachineFrame {
  static let head = lines(
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
    enum Fault: Error { case bad }
    private(set) var state: State = .a
    var flag = false
    init() {}
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
