import OrreryModel

/// An effect as `{"name": …}`, or as `{"op": …, "of": […]}` where it is made of others.
///
/// A cancellation is `{"op": "cancel", "name": …}`, as it is in a trace, and another event of the machine
/// `{"op": "raise", "name": …}`.
struct EffectRecord: Decodable {
  enum Operation: String, Decodable {
    case merge, concat, cancel, raise
  }

  var op: Operation?
  var of: [EffectRecord]?
  var name: String?

  private enum CodingKeys: CodingKey {
    case op, of, name
  }

  /// The deepest tree that is read: a file must not be able to exhaust the stack.
  private static let depthLimit = 64

  init(_ effect: Effect) {
    switch effect {
    case .run(let name): self.name = name
    case .cancel(let id): (op, name) = (.cancel, id)
    case .raise(let event): (op, name) = (.raise, event)
    case .merge(let effects): (op, of) = (.merge, effects.map(EffectRecord.init))
    case .concatenate(let effects): (op, of) = (.concat, effects.map(EffectRecord.init))
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard decoder.codingPath.count < Self.depthLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .of, in: container, debugDescription: "effects are nested too deeply")
    }
    op = try container.decodeIfPresent(Operation.self, forKey: .op)
    switch op {
    case nil, .cancel, .raise: name = try container.decode(String.self, forKey: .name)
    case .merge, .concat: of = try container.decode([EffectRecord].self, forKey: .of)
    }
  }

  var effect: Effect {
    let parts = of?.map(\.effect) ?? []
    return switch op {
    case nil: .run(name ?? "")
    case .cancel: .cancel(name ?? "")
    case .raise: .raise(name ?? "")
    case .merge: .merge(parts)
    case .concat: .concatenate(parts)
    }
  }

  var json: JSONText {
    let parts = of.map { JSONText.array($0.map(\.json)) } ?? .null
    let all: JSONText = ["op": .text(op?.rawValue), "of": parts, "name": .text(name)]
    return all.withoutNulls
  }
}
