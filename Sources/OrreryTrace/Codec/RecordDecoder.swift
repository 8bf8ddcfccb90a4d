/// Reads records from lines of JSON.
///
/// Keys may come in any order, keys that this version does not know are passed over, and of a key
/// that comes twice the last one counts.
public struct RecordDecoder: Sendable {
  private var names = NameTable()

  public init() {}

  /// Reads one line, with or without its newline.
  ///
  /// - Throws: What is wrong with the line, and at which byte.
  public mutating func decode(_ line: UnsafeRawBufferPointer) throws(RecordError) -> Record {
    if let step = StepLine(line), let record = record(step) { return record }
    var scanner = JSONScanner(line)
    var fields = RecordFields()
    try object(&scanner) { (decoder, scanner, key) throws(RecordError) in
      try decoder.value(of: key, &scanner, into: &fields)
    }
    try scanner.expectEnd()
    return try fields.record()
  }

  /// Reads one line, with or without its newline.
  ///
  /// - Throws: What is wrong with the line, and at which byte.
  public mutating func decode(_ line: some Sequence<UInt8>) throws(RecordError) -> Record {
    let bytes = Array(line)
    let result: Result<Record, RecordError> = bytes.withUnsafeBytes { buffer in
      do throws(RecordError) {
        return .success(try decode(buffer))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Nothing where the scanner has to say what is wrong with the line.
  private mutating func record(_ step: StepLine) -> Record? {
    guard step.effects == nil, let words = step.words,
      let machine = names.string(step.head.machine),
      let event = names.string(step.event), let from = names.string(step.from),
      let to = names.string(step.to)
    else { return nil }
    return .step(
      StepRecord(
        seq: step.head.seq, at: step.head.at, machine: machine, instance: step.head.instance,
        parent: step.parent, origin: words.origin.rawValue, event: event, cause: step.cause,
        from: from, to: to, verdict: words.verdict))
  }

  /// Calls `read` for the value of each known key of an object.
  mutating func object(
    _ scanner: inout JSONScanner,
    _ read: (inout RecordDecoder, inout JSONScanner, RecordKey) throws(RecordError) -> Void
  ) throws(RecordError) {
    try scanner.expect(UInt8(ascii: "{"))
    if scanner.take(UInt8(ascii: "}")) { return }
    repeat {
      let (range, _) = try scanner.rawString()
      let key = RecordKey.find(UnsafeRawBufferPointer(rebasing: scanner.bytes[range]))
      try scanner.expect(UInt8(ascii: ":"))
      if let key { try read(&self, &scanner, key) } else { try scanner.skipValue() }
    } while scanner.take(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "}"))
  }

  mutating func array(
    _ scanner: inout JSONScanner,
    _ element: (inout RecordDecoder, inout JSONScanner) throws(RecordError) -> Void
  ) throws(RecordError) {
    try scanner.expect(UInt8(ascii: "["))
    if scanner.take(UInt8(ascii: "]")) { return }
    repeat { try element(&self, &scanner) } while scanner.take(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "]"))
  }

  mutating func name(_ scanner: inout JSONScanner) throws(RecordError) -> String {
    let (range, isEscaped) = try scanner.rawString()
    if isEscaped { return try scanner.text(range, isEscaped: true) }
    let bytes = UnsafeRawBufferPointer(rebasing: scanner.bytes[range])
    guard let name = names.string(bytes) else { throw .encoding(at: range.lowerBound) }
    return name
  }
}

// MARK: - Values

extension RecordDecoder {
  private mutating func value(
    of key: RecordKey, _ scanner: inout JSONScanner, into fields: inout RecordFields
  ) throws(RecordError) {
    switch key {
    case .type: fields.type = try name(&scanner)
    case .machine: fields.machine = try name(&scanner)
    case .event: fields.event = try name(&scanner)
    case .from: fields.from = try name(&scanner)
    case .to: fields.to = try name(&scanner)
    case .state: fields.state = try name(&scanner)
    case .origin: fields.origin = try name(&scanner)
    case .verdict: fields.verdict = try name(&scanner)
    case .phase: fields.phase = try name(&scanner)
    case .name: fields.name = try name(&scanner)
    case .schema: fields.schema = try scanner.string()
    case .process: fields.process = try scanner.string()
    case .style: fields.style = try scanner.string()
    case .vocabulary: fields.vocabulary = try scanner.string()
    case .structure: fields.structure = try scanner.string()
    case .reason: fields.reason = try scanner.string()
    case .wall: fields.wall = try scanner.double(.wall)
    case .run where scanner.peek() == UInt8(ascii: "\""): fields.runText = try scanner.string()
    case .states: fields.states = try nameList(&scanner)
    case .events: fields.events = try eventNames(&scanner)
    case .effects: fields.effects = try tree(&scanner, depth: 1)
    case .payload: fields.payload = try payload(&scanner)
    default: try integer(of: key, &scanner, into: &fields)
    }
  }

  private mutating func payload(_ scanner: inout JSONScanner) throws(RecordError) -> StepPayload {
    var payload = StepPayload()
    try object(&scanner) { (_, scanner, key) throws(RecordError) in
      switch key {
      case .event: payload.event = try scanner.string()
      case .state: payload.state = try scanner.string()
      default: try scanner.skipValue()
      }
    }
    return payload
  }

  private func integer(
    of key: RecordKey, _ scanner: inout JSONScanner, into fields: inout RecordFields
  ) throws(RecordError) {
    switch key {
    case .seq: fields.seq = try scanner.integer(key)
    case .at: fields.at = try scanner.integer(key)
    case .instance: fields.instance = try scanner.integer(key)
    case .parent: fields.parent = try scanner.integer(key)
    case .cause: fields.cause = try scanner.integer(key)
    case .run: fields.run = try scanner.integer(key)
    case .mono: fields.mono = try scanner.integer(key)
    case .pid: fields.pid = try scanner.integer(key)
    case .lost: fields.lost = try scanner.integer(key)
    default: try scanner.skipValue()
    }
  }

  private mutating func nameList(_ scanner: inout JSONScanner) throws(RecordError) -> [String] {
    var result: [String] = []
    try array(&scanner) { (decoder, scanner) throws(RecordError) in
      result.append(try decoder.name(&scanner))
    }
    return result
  }

  private mutating func eventNames(
    _ scanner: inout JSONScanner
  ) throws(RecordError) -> [MachineRecord.EventName] {
    var result: [MachineRecord.EventName] = []
    try array(&scanner) { (decoder, scanner) throws(RecordError) in
      var fields = RecordFields()
      try decoder.object(&scanner) { (decoder, scanner, key) throws(RecordError) in
        try decoder.value(of: key, &scanner, into: &fields)
      }
      guard let origin = fields.origin, let name = fields.name else {
        throw .missing(key: fields.origin == nil ? "origin" : "name", type: "machine.events")
      }
      result.append(MachineRecord.EventName(origin: origin, name: name))
    }
    return result
  }
}
