import OrderedCollections

/// Something that the source does not tell, listed so that no picture hides it.
public struct Unresolved: Hashable, Sendable {
  /// What may stand before the name of the event that a sentence is about.
  public enum Lead: String, CaseIterable, Sendable {
    case nextState = "the next state after "
    case none = ""
  }

  public var location: SourceLocation
  /// What is not known and why, as a sentence without its full stop.
  public var reason: String
  /// The name of the event that it is about, where the reason begins with it, has a ``Lead`` before it, or
  /// ends with `after` and the name.
  public var event: String?

  public init(location: SourceLocation, reason: String) {
    self.location = location
    self.reason = reason
  }

  /// - Parameter rest: What is said behind the name of the event; it has to fit several events as well.
  public init(location: SourceLocation, _ lead: Lead = .none, event: String, _ rest: String) {
    self.init(location: location, reason: "\(lead.rawValue)\(event) \(rest)")
    self.event = event
  }

  /// - Parameter sentence: What is not known after an event.
  public init(location: SourceLocation, _ sentence: String, after event: String) {
    self.init(location: location, reason: "\(sentence) after \(event)")
    self.event = event
  }
}

extension Unresolved {
  /// Parts of one machine of which the same is said.
  public struct Group: Hashable, Sendable {
    /// In the order of the machine; at least one.
    public let parts: [Unresolved]

    /// Where it is said, each line once.
    public var places: [SourceLocation] {
      let lines = OrderedDictionary(grouping: parts.map(\.location)) {
        SourceLocation(file: $0.file, line: $0.line)
      }
      return lines.values.compactMap(\.first)
    }

    /// The events of which it is said, each once.
    public var events: [String] {
      guard let frame = parts.first?.frame, frame.hasEvent else { return [] }
      return Array(OrderedSet(parts.compactMap(\.event)))
    }

    /// The sentence for all of them, without its full stop.
    ///
    /// - Parameter limit: How many events it names; those behind them are counted.
    public func reason(naming limit: Int = .max) -> String {
      let events = events
      guard events.count > 1, let frame = parts.first?.frame else {
        return parts.first?.reason ?? ""
      }
      let shown = events.prefix(min(max(limit, 1), events.count))
      let rest = events.count - shown.count
      let names = shown + (rest == 0 ? [] : ["\(rest) other\(rest == 1 ? "" : "s")"])
      let subject = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      return frame.lead + subject + frame.rest
    }

    /// The sentence with as many names, up to some, as leave it short enough; one at least.
    ///
    /// - Parameter length: The most characters that it may have.
    public func reason(naming limit: Int, within length: Int) -> String {
      (1...max(limit, 1)).reversed().lazy.map { reason(naming: $0) }.first { $0.count <= length }
        ?? reason(naming: 1)
    }
  }

  /// Parts that differ in the event and the place alone, together; in the order of the first of each.
  public static func grouped(_ parts: [Unresolved]) -> [Group] {
    OrderedDictionary(grouping: parts, by: \.frame).values.map { Group(parts: $0) }
  }

  /// What stands around the name of the event; all of the reason where it names none.
  private struct Frame: Hashable {
    var lead: String
    var rest: Substring
    var hasEvent: Bool
  }

  private var frame: Frame {
    if let event {
      if reason.hasSuffix(" after \(event)") {
        return Frame(lead: String(reason.dropLast(event.count)), rest: "", hasEvent: true)
      }
      for lead in Lead.allCases.map(\.rawValue) where reason.hasPrefix("\(lead)\(event) ") {
        return Frame(
          lead: lead, rest: reason.dropFirst(lead.count + event.count), hasEvent: true)
      }
    }
    return Frame(lead: "", rest: reason[...], hasEvent: false)
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
