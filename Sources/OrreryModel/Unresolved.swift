/// Something that the source does not tell, listed so that no picture hides it.
public struct Unresolved: Hashable, Sendable {
  public var location: SourceLocation
  /// What is not known and why, as a sentence without its full stop.
  public var reason: String

  public init(location: SourceLocation, reason: String) {
    self.location = location
    self.reason = reason
  }
}

/// A message about the source.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, CaseIterable, Sendable {
    case error, warning, note
  }

  /// What kind of message it is: stable, in kebab case.
  public var id: String
  public var severity: Severity
  public var location: SourceLocation
  public var message: String

  public init(id: String, severity: Severity, location: SourceLocation, message: String) {
    self.id = id
    self.severity = severity
    self.location = location
    self.message = message
  }
}

/// What an extraction found: machines in order of module and position, and messages by place.
public struct Extract: Hashable, Sendable {
  public var machines: [Machine]
  public var diagnostics: [Diagnostic]
  /// The files with errors that declare or extend a type of a machine, by its id: parts of it may be
  /// missing.
  public var incomplete: [String: Set<String>] = [:]

  public init(machines: [Machine] = [], diagnostics: [Diagnostic] = []) {
    self.machines = machines
    self.diagnostics = diagnostics
  }
}
