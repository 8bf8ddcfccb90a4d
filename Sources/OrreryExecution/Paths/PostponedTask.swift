import OrreryProgram

/// A task that begins once its starter has ended or waits: what the starter writes comes first.
struct PostponedTask {
  var closure: ClosureValue
  var start: TaskStart
  var values: [Labelled]
  /// What it is called as that starts it.
  var callee: String
  /// The variables that it sees, and the calls that it stands in.
  var frames: Frames
  var entries: [CallStack.Entry]
  /// Those that it uses of the function which starts it.
  var handed: [Value?]
  /// Whether another task has started it: those that the handler starts itself begin before it.
  var isNested: Bool
  /// Whether a loop starts it any number of times.
  var isRepeated = false
}

extension PostponedTask {
  /// Whether its code names one of some properties.
  func asks(for names: Set<String>) -> Bool {
    !names.isEmpty && !References(of: closure.function).names.isDisjoint(with: names)
  }

  /// Whether another one is handed the same variables of the function that starts it.
  func isHandedSame(_ other: PostponedTask) -> Bool {
    handed.count == other.handed.count
      && zip(handed, other.handed).allSatisfy(Suspension.Snapshot.isKnownAlike)
  }
}

extension Progress {
  /// Puts a task off: those that the handler starts itself begin before those that tasks have started.
  mutating func postpone(_ task: PostponedTask) {
    let place = task.isNested ? nil : postponed.firstIndex(where: \.isNested)
    postponed.insert(task, at: place ?? postponed.count)
  }

  /// Whether the same tasks have not begun on two paths.
  func isPostponingSame(_ other: Progress) -> Bool {
    postponed.count == other.postponed.count
      && zip(postponed, other.postponed).allSatisfy {
        $0.closure.function.id == $1.closure.function.id && $0.isRepeated == $1.isRepeated
          && $0.isNested == $1.isNested && $0.isHandedSame($1)
      }
  }
}
