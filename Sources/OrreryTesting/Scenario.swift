import CustomDump
import Orrery

/// A story of one machine: events, and what each of them does.
///
/// It calls the machine's pure functions, so it needs no store, no effect and no time.
///
/// ```swift
/// Scenario<Lamp>(from: .off)
///   .input(.press, to: .warming(level: 0), effects: .heat(0))
///   .ioResult(.heated(0), to: .on)
///   .input(.press, to: .on)
/// ```
public struct Scenario<Machine: StateMachine>: Sendable where Machine.State: Equatable {
  /// The state after the last event.
  public let state: Machine.State

  /// - Parameter state: The state before the first event.
  public init(from state: Machine.State) { self.state = state }

  /// An input comes.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - expected: The state that it leads to.
  ///   - effects: The cases of the effects that it starts, in the order in which they are written.
  /// - Returns: The scenario, which goes on from the expected state.
  @discardableResult
  public func input(
    _ input: Machine.Input, to expected: Machine.State, effects: Machine.IOEffect...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Scenario {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return take(.input(input), to: expected, effects, at: place)
  }

  /// A result of an effect comes.
  ///
  /// - Parameters:
  ///   - ioResult: The result.
  ///   - expected: The state that it leads to.
  ///   - effects: The cases of the effects that it starts, in the order in which they are written.
  /// - Returns: The scenario, which goes on from the expected state.
  @discardableResult
  public func ioResult(
    _ ioResult: Machine.IOResult, to expected: Machine.State, effects: Machine.IOEffect...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Scenario {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return take(.ioResult(ioResult), to: expected, effects, at: place)
  }

  private func take(
    _ action: Machine.Action, to expected: Machine.State, _ effects: [Machine.IOEffect],
    at place: Place
  ) -> Scenario {
    let (next, tree) = Machine.composedTransition(state, action)
    let actual = next ?? state
    if actual != expected {
      place.report(
        Failure.difference(after: action, expected: expected, actual: actual))
    }
    let started = tree?.effects ?? []
    if String(customDumping: started) != String(customDumping: effects) {
      place.report(Failure.effects(of: action, expected: effects, actual: started))
    }
    return Scenario(from: expected)
  }
}
