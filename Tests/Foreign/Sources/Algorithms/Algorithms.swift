import AsyncAlgorithms

/// Runs each algorithm to its end, into an error, and left before its end.
@main enum Algorithms {
  static func main() async {
    for every in [1, 4] {
      await finish(every: every)
      await fail()
      await cancel()
    }
    await sendThroughChannels()
    await sendUnderPressure(fails: false)
    await sendUnderPressure(fails: true)
  }

  private static func finish(every: Int) async {
    for await _ in numbers(10, every: every).debounce(for: .milliseconds(3)) {}
    for await _ in merge(numbers(5), numbers(4)) {}
    for await _ in merge(numbers(5), numbers(4), numbers(3)) {}
    for await _ in zip(numbers(5), numbers(4)) {}
    for await _ in combineLatest(numbers(5), numbers(4)) {}
    for await _ in numbers(10, every: 0).buffer(policy: .bounded(2)) {}
    for await _ in numbers(10, every: 0).buffer(policy: .unbounded) {}
    for await _ in numbers(10, every: 0).buffer(policy: .bufferingLatest(3)) {
      try? await Task.sleep(for: .milliseconds(2))
    }
    for await _ in numbers(4).flatMapLatest({ _ in numbers(3) }) {}
  }

  private static func fail() async {
    await read(failing(3).debounce(for: .milliseconds(2)))
    await read(merge(failing(3), numbers(6)))
    await read(merge(failing(2), numbers(6), numbers(3)))
    await read(zip(failing(2), numbers(6)))
    await read(combineLatest(failing(3), numbers(6)))
    await read(failing(3).buffer(policy: .unbounded))
    await read(failing(3).buffer(policy: .bounded(2)))
    await read(numbers(4).flatMapLatest { _ in failing(3) })
  }

  private static func cancel() async {
    let reading = Task {
      await read(merge(numbers(1000), numbers(1000)).debounce(for: .milliseconds(1)))
    }
    try? await Task.sleep(for: .milliseconds(5))
    reading.cancel()
    await reading.value
    for await pair in zip(numbers(100), numbers(100)) where pair.0 > 3 { break }
    for await pair in combineLatest(numbers(100), numbers(100)) where pair.0 > 3 { break }
    for await number in numbers(100).buffer(policy: .bounded(3)) where number > 3 { break }
  }

  private static func sendThroughChannels() async {
    let channel = AsyncChannel<Int>()
    async let sent: Void = {
      for number in 0..<5 { await channel.send(number) }
      channel.finish()
    }()
    await read(channel)
    await sent
    let throwing = AsyncThrowingChannel<Int, any Error>()
    async let failed: Void = {
      for number in 0..<5 { await throwing.send(number) }
      throwing.fail(Failure())
    }()
    await read(throwing)
    await failed
  }

  /// The channel whose state cannot be copied.
  private static func sendUnderPressure(fails: Bool) async {
    var made = MultiProducerSingleConsumerAsyncChannel.makeChannel(
      of: Int.self, throwing: (any Error).self, backpressureStrategy: .watermark(low: 2, high: 4))
    var channel = made.takeChannel()
    var source = made.source
    source.setOnTerminationCallback {}
    for number in 0..<3 { try? await source.send(number) }
    _ = try? await channel.next()
    if fails { source.finish(throwing: Failure()) } else { source.finish() }
    while (try? await channel.next()) != nil {}
  }
}

private struct Failure: Error {}

private func numbers(_ count: Int, every milliseconds: Int = 1) -> AsyncStream<Int> {
  AsyncStream { continuation in
    Task {
      for number in 0..<count {
        continuation.yield(number)
        if milliseconds > 0 { try? await Task.sleep(for: .milliseconds(milliseconds)) }
      }
      continuation.finish()
    }
  }
}

private func failing(_ count: Int) -> AsyncThrowingStream<Int, any Error> {
  AsyncThrowingStream { continuation in
    Task {
      for number in 0..<count {
        continuation.yield(number)
        try? await Task.sleep(for: .milliseconds(1))
      }
      continuation.finish(throwing: Failure())
    }
  }
}

private func read(_ sequence: some AsyncSequence) async {
  var iterator = sequence.makeAsyncIterator()
  while (try? await iterator.next()) != nil {}
}
