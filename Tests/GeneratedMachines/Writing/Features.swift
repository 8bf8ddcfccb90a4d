/// What machines of chance may be written with, besides the code of structs that waits for nothing.
///
/// Each machine draws its own from those that are allowed; without any it is a struct.
public struct Features: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The machine may be a final class.
  public static let classes = Features(rawValue: 1)
  /// The machine may be an actor.
  public static let actors = Features(rawValue: 2)
  /// Events and helpers wait for others, and use what they answer.
  public static let waits = Features(rawValue: 4)
  /// Events and helpers start tasks.
  public static let tasks = Features(rawValue: 8)
  /// Errors are caught by what they are, thrown on, or made into nothing.
  public static let errors = Features(rawValue: 16)
  /// A property is observed, and what observes it writes.
  public static let observers = Features(rawValue: 32)

  public static let all: Features = [.classes, .actors, .waits, .tasks, .errors, .observers]

  static let names: [(name: String, feature: Features)] = [
    ("classes", .classes), ("actors", .actors), ("waits", .waits), ("tasks", .tasks),
    ("errors", .errors), ("observers", .observers), ("all", .all), ("none", []),
  ]

  /// Features by their names, as `waits,actors`; nothing where one of them has no such name.
  public init?(_ text: String) {
    self = []
    for word in text.split(separator: ",") {
      guard let found = Self.names.first(where: { $0.name == word }) else { return nil }
      formUnion(found.feature)
    }
  }
}

/// What a machine is, and what it has of the features.
struct Form {
  enum Shape: String {
    case `struct`
    /// A final class that stands by itself.
    case `class`
    /// A final class on the main actor.
    case mainClass = "main class"
    case actor
  }

  var shape: Shape = .struct
  var features: Features = []
  var observer: Observer?

  var hasWaits: Bool { features.contains(.waits) }
  var hasTasks: Bool { features.contains(.tasks) }
  var hasErrors: Bool { features.contains(.errors) }

  /// Whether it is a struct without any feature.
  var isPlain: Bool { shape == .struct && features.isEmpty }

  /// Whether it is run step by step, because parts of it run later or only where it lets them.
  var isStepwise: Bool { shape == .actor || shape == .mainClass || hasWaits || hasTasks }

  /// Whether others may set the flag while something waits.
  var isFlagNoted: Bool { isStepwise && !(observer?.isOfFlag ?? false) }

  /// What the properties that an observer asks for start with, in how many ways.
  var starts: Int { observer.map { $0 == .countDidSet ? 36 : 12 } ?? 1 }

  /// What stands before methods that write.
  var mutating: String { shape == .struct ? "mutating " : "" }
}

extension Form: CustomStringConvertible {
  var description: String {
    let parts = Features.names.filter { $0.name != "all" && $0.feature.isSubset(of: features) }
    return ([shape.rawValue] + parts.filter { !$0.feature.isEmpty }.map(\.name))
      .joined(separator: " ")
  }
}

extension MachineWriter {
  /// One of the forms that some features allow.
  ///
  /// Nothing waits in a struct, and no task changes one: Swift lets none of them outlive a call.
  mutating func form(of allowed: Features) -> Form {
    guard !allowed.isEmpty else { return Form() }
    let parts: [Features] = [.waits, .tasks, .errors, .observers]
    var drawn = Features()
    for part in parts where allowed.contains(part) && chance(0.7) { drawn.formUnion(part) }
    let isLasting = drawn.contains(.waits) || drawn.contains(.tasks)
    let shape = shape(allowed, isLasting: isLasting, startsTasks: drawn.contains(.tasks))
    return Form(
      shape: shape, features: drawn,
      observer: drawn.contains(.observers) ? one(of: Observer.allCases) : nil)
  }

  private mutating func shape(
    _ allowed: Features, isLasting: Bool, startsTasks: Bool
  ) -> Form.Shape {
    let classes: [Form.Shape] = startsTasks ? [.mainClass] : [.mainClass, .class, .class]
    var shapes: [Form.Shape] = []
    if allowed.contains(.classes) { shapes.append(one(of: classes)) }
    if allowed.contains(.actors) { shapes.append(.actor) }
    if shapes.isEmpty, isLasting { shapes = [one(of: classes), .actor] }
    if !isLasting, shapes.isEmpty || chance(0.1) { shapes = [.struct] }
    return one(of: shapes)
  }
}
