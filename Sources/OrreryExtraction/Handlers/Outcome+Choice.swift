import OrreryExecution
import OrreryLowering
import OrreryModel

extension Outcome {
  /// Where a way has chosen what it writes, if it writes all of that at one place behind the branches:
  /// `switch action { case .start: phase = .busy … }; return State(phase: phase, count: count)`.
  func choice(of writes: [Write], in program: LoweredProgram) -> SourceLocation? {
    guard let place = writes.first?.location, writes.allSatisfy({ $0.location == place }),
      writes.count > 1 || writes.allSatisfy({ $0.depth == nil }),
      let innermost, !innermost.holds(place), program.choosesVariables(in: innermost)
    else { return nil }
    return branch
  }
}
