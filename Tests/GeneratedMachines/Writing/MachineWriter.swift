/// Writes one machine in Swift, whose every choice follows from a seed.
///
/// The machine has a stored state, two events and as many helpers as its statements call. It always
/// compiles, and each call of an event ends.
struct MachineWriter {
  let size: GeneratedMachine.Size
  /// What it is, and what it may be written with.
  var form = Form()
  /// How many things others are still waited for; more of them would be run in too many orders.
  var restingWaits: Int
  /// What is asked of others.
  var requests: [String] = []
  private var random: SplitMix
  private var names = 0
  /// The helpers written so far, those that are called before those that call them.
  var helpers: [Helper] = []
  /// Parameters that no loop has taken yet: each bounds one loop and is asked for nowhere else.
  var bounds = ["l", "m"]

  init(seed: UInt64, size: GeneratedMachine.Size) {
    self.size = size
    restingWaits = size == .small ? 5 : 8
    random = SplitMix(seed: seed)
  }

  /// How many blocks may be open within each other.
  var deepest: Int { size == .small ? 2 : 3 }

  // MARK: Choices

  /// A name that nothing else has.
  mutating func unique(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  /// A number from zero up to one.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &random) }

  /// Whether something of that probability happens.
  mutating func chance(_ probability: Double) -> Bool { share() < probability }

  /// One of some things, none of them more likely than another; there must be one.
  mutating func one<Value>(of list: [Value]) -> Value {
    list[Int.random(in: list.indices, using: &random)]
  }

  mutating func shuffled<Value>(_ list: [Value]) -> [Value] { list.shuffled(using: &random) }

  /// One of some things by weight, or the last where all weights are used up by rounding.
  mutating func one<Value>(of list: [Value], weight: (Value) -> Double) -> Value? {
    var rest = share() * list.reduce(0) { $0 + weight($1) }
    for value in list {
      rest -= weight(value)
      if rest < 0 { return value }
    }
    return list.last { weight($0) > 0 }
  }
}

extension [String] {
  /// The lines within something.
  var indented: [String] { map { "  " + $0 } }
}

/// Lines after a head that ends in a brace, without the closing one.
func open(_ head: String, _ lines: [String]) -> [String] { ["\(head) {"] + lines.indented }

/// Lines between a head and a closing brace.
func block(_ head: String, _ lines: [String]) -> [String] { open(head, lines) + ["}"] }
