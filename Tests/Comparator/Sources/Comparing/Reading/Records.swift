/// The published JSON, as far as it is compared.
struct ModelRecord: Decodable {
  var machines: [MachineRecord]
  var diagnostics: [DiagnosticRecord]?
}

struct DiagnosticRecord: Decodable {
  var id: String
  var file: String
  var message: String
}

struct MachineRecord: Decodable {
  var id: String
  var name: String
  var file: String
  var states: [StateRecord]
  var initial: String?
  var events: [EventRecord]
  var transitions: [TransitionRecord]
  var actions: [ActionRecord]
  var children: [ChildRecord]
  var regions: [RegionRecord]
  var unresolved: [UnresolvedRecord]
}

struct StateRecord: Decodable {
  var name: String
  var initial: Bool
  var stable: Bool
  var final: Bool
}

struct EventRecord: Decodable {
  var name: String
  var origin: String
  var `private`: Bool?
}

struct ChildRecord: Decodable {
  var machine: String
  var via: String?
  var path: String?
}

struct RegionRecord: Decodable {
  var name: String
  var initial: String?
  var states: [StateRecord]
  var transitions: [TransitionRecord]
}

struct UnresolvedRecord: Decodable {
  var why: String
}

struct TransitionRecord: Decodable {
  var from: String
  var origin: String
  var event: String
  var `guard`: String?
  var to: String?
  var effects: [String]
  var effectTree: EffectRecord?
  var file: String
  var line: Int
  var column: Int?
  var kind: String
  var certainty: String
  var wildcard: Int?
  var forwards: String?
  var when: [String: [String]]?
  var step: Int?
}

struct ActionRecord: Decodable {
  struct Write: Decodable {
    var path: String
    var op: String
    var value: String
  }

  var action: String
  var origin: String
  var `guard`: String?
  var writes: [Write]
  var effects: [String]
  var effectTree: EffectRecord?
  var file: String
  var line: Int
  var column: Int?
  var certainty: String?
  var forwards: String?
}

/// An effect: a name, or an operation on a name or on others.
struct EffectRecord: Decodable {
  var op: String?
  var of: [EffectRecord]?
  var name: String?

  /// The tree on one line: `concat(merge(.log, .log), .fetch)`.
  var text: String {
    let inner = name ?? (of ?? []).map(\.text).joined(separator: ", ")
    return op.map { "\($0)(\(inner))" } ?? inner
  }
}
