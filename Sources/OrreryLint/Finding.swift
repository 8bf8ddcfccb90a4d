import OrreryModel

/// One thing that a rule has found: what, where, of which machine, and what to do.
public struct Finding: Hashable, Sendable {
  /// How grave it is.
  public enum Severity: String, CaseIterable, Sendable {
    /// Somebody should look at it; a run fails for it under `--strict` only.
    case warning
    /// It does not work as it is written.
    case error
  }

  /// The id of the rule.
  public var rule: String
  public var severity: Severity
  public var location: SourceLocation
  /// The id of the machine or feature that it is about; nothing where no machine has a part in it.
  public var machine: String?
  /// The state that it is about.
  public var state: String?
  /// The event that it is about.
  public var event: Event.ID?
  /// What is wrong, with the evidence, as a sentence without its full stop.
  public var message: String
  /// The next step, as a sentence without its full stop.
  public var remedy: String
  /// What mends it, where that is certain.
  public var fix: Fix?
}

/// Changes of source files that mend a finding.
public struct Fix: Hashable, Sendable {
  /// One piece of text in the place of another.
  public struct Edit: Hashable, Sendable {
    public var file: String
    /// What is replaced, in UTF-8 bytes from the start of the file.
    public var range: Range<Int>
    public var text: String

    public init(file: String, range: Range<Int>, text: String) {
      (self.file, self.range, self.text) = (file, range, text)
    }
  }

  public var edits: [Edit]

  public init(_ edits: [Edit]) { self.edits = edits }
}

extension Finding: Comparable {
  /// Orders by place, then by rule.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.location, lhs.rule, lhs.message) < (rhs.location, rhs.rule, rhs.message)
  }
}

extension SourceLocation {
  /// The name of the file without its folders.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
