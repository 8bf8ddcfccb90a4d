/// What a log says about the values inside events and states: nothing, unless it is asked to.
///
/// ```swift
/// recorder.payloads = .dumps(upTo: 256)
///   .redacting(Password.self)
///   .redacting(\Account.email, with: "…")
/// ```
public struct PayloadPolicy: Sendable {
  /// Names of states and events, and no value.
  public static let namesOnly = PayloadPolicy(limit: 0)

  /// Values as text, their stored properties one by one.
  ///
  /// - Parameter limit: The number of bytes that one event or one state may take; what is longer is
  ///   cut, and ends in `…`.
  public static func dumps(upTo limit: Int = 512) -> PayloadPolicy {
    PayloadPolicy(limit: max(limit, 1))
  }

  let limit: Int
  private var hidden: Set<ObjectIdentifier> = []
  private var replacements: [ObjectIdentifier: [@Sendable (Any) -> Any]] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether values are written at all.
  public var hasDumps: Bool { limit > 0 }

  /// Writes `<redacted>` in place of every value of a type, wherever it is.
  public func redacting<Secret>(_ type: Secret.Type) -> PayloadPolicy {
    var result = self
    result.hidden.insert(ObjectIdentifier(type))
    return result
  }

  /// Writes another value in place of a property, wherever a value of its type is.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - replacement: What is written; the value itself is never turned into text.
  public func redacting<Root, Value: Sendable>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, with replacement: Value
  ) -> PayloadPolicy {
    var result = self
    result.replacements[ObjectIdentifier(Root.self), default: []].append { value in
      guard var root = value as? Root else { return value }
      root[keyPath: path] = replacement
      return root
    }
    return result
  }

  /// A value as text.
  public func text(of value: Any) -> String {
    var dump = PayloadDump(policy: self)
    dump.write(value)
    return dump.result
  }

  func isHidden(_ type: ObjectIdentifier) -> Bool { hidden.contains(type) }

  func redacted(_ value: Any, _ type: ObjectIdentifier) -> Any {
    replacements[type]?.reduce(value) { $1($0) } ?? value
  }
}

extension TraceRecorder {
  /// What steps say about the values inside events and states; it may change at any time.
  public var payloads: PayloadPolicy {
    get { policy.withLock { $0 } }
    set {
      policy.withLock { $0 = newValue }
      hasPayloads.store(newValue.hasDumps, ordering: .relaxed)
    }
  }

  /// Whether payloads are written; ask before keeping values for them.
  public var wantsPayloads: Bool { hasPayloads.load(ordering: .relaxed) && isEnabled }

  /// The texts of an event and of the state after it, where the policy asks for them.
  public func payload(
    event: @autoclosure () -> Any?, state: @autoclosure () -> Any?
  ) -> StepPayload? {
    guard wantsPayloads else { return nil }
    let policy = payloads
    let payload = StepPayload(
      event: event().map(policy.text(of:)), state: state().map(policy.text(of:)))
    return payload == StepPayload() ? nil : payload
  }
}
