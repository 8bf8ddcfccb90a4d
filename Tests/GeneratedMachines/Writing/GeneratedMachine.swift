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
  /// The same with what notes its steps.
  let program: String
  let form: Form
  /// The parameters that bound a loop: the others are told and never asked.
  let bounds: [String]
  /// The helpers that may throw.
  let throwingHelpers: [String]
  /// What it asks of others.
  let requests: [String]

  public var name: String { "Machine\(seed)" }

  /// What it is, and what it was written with: `actor waits tasks`.
  public var kind: String { form.description }

  /// The constants that hold what a helper answers.
  let helperAnswers: [String]

  static let events = ["go", "stop"]

  /// - Parameter features: What it may be written with.
  public init(seed: UInt64, size: Size, features: Features = []) {
    var writer = MachineWriter(seed: seed, size: size)
    writer.form = writer.form(of: features)
    var body: [String] = []
    for event in Self.events { body += writer.event(event) }
    let head = writer.head()
    let helpers = writer.helpers.flatMap(\.lines)
    let used = (body + helpers + head).joined(separator: "\n")
    let tools = writer.tools.filter { used.contains("\($0.name)(") }.flatMap(\.lines)
    let lines = writer.declaration("Machine\(seed)", head + body + tools + helpers)
    self.seed = seed
    form = writer.form
    bounds = ["l", "m"].filter { !writer.bounds.contains($0) }
    throwingHelpers = writer.helpers.filter(\.isThrowing).map(\.name)
    requests = writer.requests
    helperAnswers = (body + helpers).compactMap(\.helperAnswer)
    text = Variant.source(lines).map { $0 + "\n" }.joined()
    program = Variant.program(lines).map { $0 + "\n" }.joined()
  }
}

extension GeneratedMachine {
  /// By how many strings of calls an event comes to what is called by a name.
  func ways(to name: String, from event: String) -> Int {
    var (count, function) = (0, "")
    for line in text.split(separator: "\n") {
      if let declared = line.declaredFunction {
        function = declared
        continue
      }
      let calls = line.ranges(of: "\(name)(").count
      // Observers stand before all functions, and any event may come to them.
      if calls > 0, function.isEmpty || function == event { count += calls }
      if calls > 0, !function.isEmpty, !Self.events.contains(function) {
        count += calls * ways(to: function, from: event)
      }
    }
    return count
  }
}

extension Substring {
  /// The name of the method that a line of a machine begins to declare.
  fileprivate var declaredFunction: String? {
    guard hasPrefix("  "), !hasPrefix("   "), let start = firstRange(of: "func ")?.upperBound else {
      return nil
    }
    return String(self[start...].prefix { $0 != "(" })
  }
}

extension String {
  /// `f2` of `let f2 = help1(…)`.
  fileprivate var helperAnswer: String? {
    let words = split(separator: " ")
    guard words.count > 3, words[0] == "let", words[2] == "=", contains("help") else { return nil }
    return String(words[1])
  }
}

extension MachineWriter {
  mutating func event(_ name: String) -> [String] {
    let count = one(of: size == .small ? [1, 2, 3] : [2, 3, 4])
    let lines = statements(in: scope(.event, level: 0, depth: 0), count: count)
    let head = "\(form.mutating)func \(name)\(Self.parameters)\(answerOfEvents)"
    let marks = recorded("recorder.begin(); defer { recorder.end() }")
    return block(head, marks + lines + ["return " + one(of: ["nil", ".x"])])
  }
}
