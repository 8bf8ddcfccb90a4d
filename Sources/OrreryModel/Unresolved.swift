import OrderedCollections

/// Something that the source does not tell, listed so that no picture hides it.
public struct Unresolved: Hashable, Sendable {
  public var location: SourceLocation
  /// What is not known and why, as a sentence without its full stop.
  public var reason: String
  /// The name of the event that it is about, where the reason begins with it.
  public var event: String?

  public init(location: SourceLocation, reason: String) {
    self.location = location
    self.reason = reason
  }

  /// - Parameter predicate: What is said of the event; it has to fit several events as well.
  public init(location: SourceLocation, event: String, predicate: String) {
    self.init(location: location, reason: "\(event) \(predicate)")
    self.event = event
  }

  /// What is said of the event, or all of the reason.
  private var predicate: Substring {
    guard let event, reason.hasPrefix(event) else { return reason[...] }
    return reason.dropFirst(event.count + 1)
  }
}

extension Unresolved {
  /// Parts of one machine of which the same is said.
  public struct Group: Hashable, Sendable {
    /// In the order of the machine; at least one.
    public var parts: [Unresolved]

    /// The sentence for all of them, without its full stop.
    ///
    /// - Parameter limit: How many events it names; those behind them are counted.
    public func reason(naming limit: Int = .max) -> String {
      let events = OrderedSet(parts.compactMap(\.event))
      guard events.count > 1, let first = parts.first else { return parts.first?.reason ?? "" }
      let shown = events.prefix(limit < events.count ? max(limit, 1) : events.count)
      let rest = events.count - shown.count
      let last = rest == 0 ? [] : ["\(rest) other\(rest == 1 ? "" : "s")"]
      let names = shown + last
      let subject = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      return "\(subject) \(first.predicate)"
    }
  }

  /// Parts that differ in the event and the place alone, together; in the order of the first of each.
  public static func grouped(_ parts: [Unresolved]) -> [Group] {
    OrderedDictionary(grouping: parts) { Key(predicate: $0.predicate, hasEvent: $0.event != nil) }
      .values.map { Group(parts: $0) }
  }

  private struct Key: Hashable {
    var predicate: Substring
    var hasEvent: Bool
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
