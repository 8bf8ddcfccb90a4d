/// Trees of effects.
extension RecordDecoder {
  /// The tree of a line that was cut into parts.
  mutating func tree(_ effects: UnsafeRawBufferPointer) throws(RecordError) -> RecordedEffect {
    var scanner = JSONScanner(effects)
    return try tree(&scanner, depth: 1)
  }

  mutating func tree(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(RecordError) -> RecordedEffect {
    guard depth <= RecordEncoder.depthLimit else { throw .depth(at: scanner.position) }
    var name: String?
    var run: UInt64?
    var op: String?
    var of: [RecordedEffect]?
    try object(&scanner) { (decoder, scanner, key) throws(RecordError) in
      switch key {
      case .name: name = try decoder.name(&scanner)
      case .run: run = try scanner.integer(.run)
      case .op: op = try decoder.name(&scanner)
      case .of:
        var children: [RecordedEffect] = []
        try decoder.array(&scanner) { (decoder, scanner) throws(RecordError) in
          children.append(try decoder.tree(&scanner, depth: depth + 1))
        }
        of = children
      default: try scanner.skipValue()
      }
    }
    return try Self.effect(op: op, of: of, name: name, run: run)
  }

  private static func effect(
    op: String?, of: [RecordedEffect]?, name: String?, run: UInt64?
  ) throws(RecordError) -> RecordedEffect {
    switch (op, of, name, run) {
    case (nil, _, .some(let name), .some(let run)): return .run(name: name, run: run)
    case ("cancel", _, .some(let name), _): return .cancel(name: name)
    case ("merge", .some(let of), _, _): return .merge(of)
    case ("concat", .some(let of), _, _): return .concat(of)
    case (nil, _, nil, _), ("cancel", _, nil, _): throw .missing(key: "name", type: "effects")
    case (nil, _, _, nil): throw .missing(key: "run", type: "effects")
    case ("merge", nil, _, _), ("concat", nil, _, _): throw .missing(key: "of", type: "effects")
    case (.some(let op), _, _, _): throw .value(key: "op", found: String(op.prefix(40)))
    }
  }
}
