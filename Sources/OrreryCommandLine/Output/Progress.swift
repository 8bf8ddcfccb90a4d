/// A bar on the terminal for work that takes longer than a second.
struct Progress {
  private let console: Console
  private let label: String
  private let total: Int
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?

  init(_ label: String, total: Int, on console: Console) {
    self.label = label
    self.total = total
    self.console = console
  }

  /// Says how much is done; draws at most ten times a second.
  mutating func update(_ done: Int) {
    let now = ContinuousClock.now
    guard console.showsProgress, total > 0, now - start > .seconds(1),
      drawn.map({ now - $0 > .milliseconds(100) }) ?? true
    else { return }
    drawn = now
    let width = 24
    let filled = min(width, done * width / total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    console.progress("\(label) \(bar) \(done) of \(total)")
  }

  /// Clears the bar.
  func finish() {
    if drawn != nil { console.progress("") }
  }
}
