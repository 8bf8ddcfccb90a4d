import OrreryModelFile

/// Some tens of thousands of steps and what became of effects meanwhile, column by column.
///
/// Each number is told by how far it is from the one before, so that a column packs well. A block begins
/// anew, so that earlier ones can be dropped.
struct RunBlock: Sendable {
  /// The most steps of a block.
  static let size = 1 << 16

  private(set) var steps = 0
  private(set) var effects = 0
  private(set) var payloads = 0
  private var kind = Column()
  private var instance = Column()
  private var time = Column()
  private var seq = Column()
  private var cause = Column()
  private var run = Column()
  private var payload = Column()
  private var effectKind = Column()
  private var effectRun = Column()
  private var effectStep = Column()
  private var effectTime = Column()
  private var last = Last()

  /// What the next numbers are told by.
  private struct Last {
    var seq: UInt64 = 0
    var time: Int64 = 0
    var run: UInt64 = 0
    var effectRun: UInt64 = 0
    /// How many steps there were before the last change of an effect.
    var effectStep = 0
    var payload = 0
  }

  /// Whether it holds as much as a block shall.
  var isFull: Bool { steps >= Self.size || effects >= Self.size * 4 }
  var isEmpty: Bool { steps == 0 && effects == 0 }

  /// - Parameter runs: The runs of the effects that the step started, in the order of its kind.
  @inline(__always)
  mutating func add(
    kind number: Int, instance place: Int, seq newSeq: UInt64, time newTime: Int64,
    cause by: UInt64?,
    runs: some Sequence<UInt64>
  ) {
    kind.append(number)
    instance.append(place)
    time.append(signed: newTime &- last.time)
    seq.append(Column.difference(newSeq, from: last.seq))
    // Most causes began a little before, so that they are near to the run that began last.
    cause.append(by.map { Column.difference($0, from: last.run) &+ 1 } ?? 0)
    for number in runs {
      run.append(Column.difference(number, from: last.run))
      last.run = number
    }
    (last.seq, last.time) = (newSeq, newTime)
    steps += 1
  }

  /// Adds the values of the last step, by the numbers of their texts.
  mutating func add(event: Int?, state: Int?) {
    payload.append(steps - 1 - last.payload)
    payload.append(optional: event)
    payload.append(optional: state)
    last.payload = steps - 1
    payloads += 1
  }

  @inline(__always)
  mutating func add(effect number: Int, run newRun: UInt64, time newTime: Int64) {
    effectKind.append(number)
    effectRun.append(Column.difference(newRun, from: last.effectRun))
    // Most changes come right behind a step.
    effectStep.append(steps - last.effectStep)
    effectTime.append(signed: newTime &- last.time)
    (last.effectRun, last.effectStep) = (newRun, steps)
    effects += 1
  }

  /// Appends the columns one behind the other, and tells how many rows there are and how long each is.
  func append(to bytes: inout [UInt8]) -> JSONText {
    let columns = [
      kind, instance, time, seq, cause, run, payload, effectKind, effectRun, effectStep, effectTime,
    ]
    for column in columns { bytes += column.bytes }
    let numbers = [steps, effects, payloads] + columns.map(\.bytes.count)
    return .array(numbers.map { .number($0) })
  }
}
