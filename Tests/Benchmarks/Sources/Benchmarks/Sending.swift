import Foundation
import Orrery

/// One action sent to a store without recording, beside the same switch behind a plain lock.
enum Sending {
  static func run() async {
    let turnstile = Store(initialState: Turnstile.State.locked) { Turnstile() }
    let lockedTurnstile = LockedTurnstile()
    report(
      "one action, an enum without payload",
      { turnstile.send(.input($0 & 1 == 0 ? .coin : .push)) },
      { lockedTurnstile.send($0 & 1 == 0 ? .coin : .push) })
    let tally = Store(initialState: Tally.State()) { Tally() }
    let lockedTally = LockedTally()
    report(
      "one action, a struct of numbers",
      { tally.send(.input($0 & 1023 == 0 ? .reset : .add($0))) },
      { lockedTally.send($0 & 1023 == 0 ? .reset : .add($0)) })
    let label = Store(initialState: Label.State()) { Label() }
    let lockedLabel = LockedLabel()
    report(
      "one action, a struct with a string", { _ in label.send(.input(.toggle)) },
      { _ in lockedLabel.send(.toggle) })
    await crowd()
  }

  private static func report(
    _ what: String, _ ours: @escaping (Int) -> Void, _ peer: @escaping (Int) -> Void
  ) {
    // Many short rounds, because other programs disturb a long one.
    let nanoseconds = rounds(
      1_001, [{ Stopwatch.saturated(10_000, ours) }, { Stopwatch.saturated(10_000, peer) }])
    Table.row(
      what, ours: nanoseconds[0], peer: nanoseconds[1], unit: "ns", name: "plain lock", bar: 3)
  }

  // MARK: - Many senders

  /// Sixteen tasks send a million actions each way, and the memory is read before and after.
  private static func crowd() async {
    let stores = (0..<4).map { _ in Store(initialState: Tally.State()) { Tally() } }
    let locked = (0..<4).map { _ in LockedTally() }
    // Once to warm up: the threads of the tasks take memory of their own.
    _ = await seconds { stores[$0 & 3].send(.input(.add(1))) }
    let before = residentMebibytes()
    var ours = 0.0
    for _ in 0..<4 { ours += await seconds { stores[$0 & 3].send(.input(.add(1))) } }
    let growth = residentMebibytes() - before
    var peer = 0.0
    for _ in 0..<4 { peer += await seconds { locked[$0 & 3].send(.add(1)) } }
    let what = "16 tasks, 1,000,000 actions to 4 stores"
    Table.row(what, ours: ours / 4, peer: peer / 4, unit: "s", name: "plain lock", bar: 3)
    let lost = 5_000_000 - stores.reduce(0) { $0 + $1.count }
    Table.line(String(format: "%6.1f MiB more memory after 4 more rounds, \(lost) lost", growth))
  }

  private static func seconds(_ send: @escaping @Sendable (Int) -> Void) async -> Double {
    let start = Stopwatch.now()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { for number in 0..<62_500 { send(number) } }
      }
    }
    return Double(Stopwatch.now() - start) / 1e9
  }

  /// The memory that this process holds now, as Linux tells it.
  private static func residentMebibytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (pages ?? .nan) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }
}
