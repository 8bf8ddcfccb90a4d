import OrreryModel

/// Something that is looked for.
///
/// A rule's description is the one source of its page, of `--list` and `--explain`, and of the tests
/// of its examples.
protocol Rule: Sendable {
  static var description: RuleDescription { get }
}

/// A rule that is a function from what was read to findings; it has no state.
protocol SourceRule: Rule {
  /// - Complexity: Linear in the size of what it looks at.
  static func findings(in subject: LintSubject) -> [Finding]
}

extension Rule {
  static var id: String { description.id }

  /// A finding of this rule.
  static func finding(
    at location: SourceLocation, machine: String? = nil, state: String? = nil,
    event: Event.ID? = nil, _ message: String, remedy: String, fix: Fix? = nil
  ) -> Finding {
    Finding(
      rule: id, severity: description.severity, location: location, machine: machine, state: state,
      event: event, message: message, remedy: remedy, fix: fix)
  }
}

/// All that is said of a rule.
public struct RuleDescription: Sendable {
  /// What a rule looks at; pages and lists are in this order.
  public enum Subject: String, CaseIterable, Sendable {
    /// States, events and rows of machines of any style.
    case machines
    /// Effects of pure machines, and what runs them.
    case effects
    /// Features of The Composable Architecture.
    case features
    /// Views and view controllers of such features.
    case views
    /// Their tests.
    case tests
    /// Comments that disable rules.
    case comments
  }

  /// A number that a project may set.
  public struct Threshold: Hashable, Sendable {
    public var name: String
    public var value: Int
    /// What it counts, as a clause: `lines of one reducer`.
    public var meaning: String

    public init(_ name: String, _ value: Int, _ meaning: String) {
      (self.name, self.value, self.meaning) = (name, value, meaning)
    }
  }

  /// In kebab case, as in comments and the configuration: `unreachable-state`.
  public var id: String
  public var subject: Subject
  /// What it finds, as a sentence with its full stop.
  public var summary: String
  /// Why that matters, in one paragraph of Markdown or a few.
  public var why: String
  public var severity: Finding.Severity
  /// Whether it runs only where it is asked for.
  public var isOptIn: Bool
  /// Where the rule comes from.
  public var sources: [RuleSource]
  public var thresholds: [Threshold]
  /// Sources in which the rule finds something, at each line that ends in `// wrong`.
  public var wrong: [RuleExample]
  /// Sources in which it finds nothing.
  public var right: [RuleExample]

  init(
    _ id: String, _ subject: Subject, _ summary: String, why: String,
    severity: Finding.Severity = .warning, isOptIn: Bool = false, sources: [RuleSource],
    thresholds: [Threshold] = [], wrong: [RuleExample], right: [RuleExample]
  ) {
    (self.id, self.subject, self.summary, self.why) = (id, subject, summary, why)
    (self.severity, self.isOptIn, self.sources) = (severity, isOptIn, sources)
    (self.thresholds, self.wrong, self.right) = (thresholds, wrong, right)
  }
}

/// A place in a document that teaches a rule.
public enum RuleSource: Hashable, Sendable {
  /// TCA-SM: State Machine Extension for The Composable Architecture.
  case tcaSM(String)
  /// SMITH-TCA: Swift Composable Architecture Patterns.
  case smithTCA(String)
  /// TCA Playbook (Swift + SwiftUI/UIKit).
  case playbook(String)
  /// What state machines are: UML, SCXML, Harel.
  case statecharts(String)

  /// The document and the heading in it.
  public var text: String {
    switch self {
    case .tcaSM(let heading): "TCA-SM, “\(heading)”"
    case .smithTCA(let heading): "SMITH-TCA, “\(heading)”"
    case .playbook(let heading): "TCA Playbook, “\(heading)”"
    case .statecharts(let what): what
    }
  }
}

/// A small source that shows what a rule finds, or does not.
public struct RuleExample: Hashable, Sendable {
  /// What is to be seen, as a sentence with its full stop.
  public var caption: String
  public var source: String
  /// Thresholds that the example is looked at with, where it would be too long otherwise.
  public var thresholds: [String: Int]

  /// What a line ends in that a rule finds something at.
  public static let mark = "// wrong"

  public init(_ caption: String, _ source: String, thresholds: [String: Int] = [:]) {
    (self.caption, self.source, self.thresholds) = (caption, source, thresholds)
  }

  /// The lines, counted from one, that something is found at.
  public var wrongLines: [Int] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.hasSuffix(Self.mark) }.map { $0.offset + 1 }
  }
}
