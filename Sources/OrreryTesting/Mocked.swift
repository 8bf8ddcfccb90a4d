import Orrery

extension StateMachine {
  /// The same machine with other answers to its effects.
  ///
  /// ```swift
  /// let login = Login(server: .unavailable).mocked { effect in
  ///   switch effect { case .authenticate: [.accepted] }
  /// }
  /// ```
  ///
  /// - Parameter answers: The results of an effect, in order; none for an effect that says nothing.
  public func mocked(
    _ answers: @escaping @Sendable (IOEffect) -> [IOResult]
  ) -> Mocked<Self> { Mocked(machine: self, answers: answers) }
}

/// A machine whose effects are answered by a test: its transitions and children are the real ones.
public struct Mocked<Machine: StateMachine>: StateMachine {
  public typealias State = Machine.State
  public typealias Action = Machine.Action
  public typealias Input = Machine.Input
  public typealias IOEffect = Machine.IOEffect
  public typealias IOResult = Machine.IOResult

  let machine: Machine
  let answers: @Sendable (IOEffect) -> [IOResult]

  public static func reduceInput(_ state: State, _ input: Input) -> Transition {
    Machine.reduceInput(state, input)
  }

  public static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    Machine.reduceIOResult(state, ioResult)
  }

  public static func composedTransition(
    _ state: State, _ action: Action
  ) -> (State?, ComposableEffect<IOEffect>?) { Machine.composedTransition(state, action) }

  public static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
    Machine.lifetime(of: ioEffect)
  }

  public func runIOEffect(_ ioEffect: IOEffect) -> AsyncStream<IOResult> {
    AsyncStream { continuation in
      for result in answers(ioEffect) { continuation.yield(result) }
      continuation.finish()
    }
  }

  public var nestedBody: Machine.NestedBody { machine.nestedBody }

  public static var traceID: String { Machine.traceID }
  public static var traceVocabulary: Vocabulary { Machine.traceVocabulary }
  public static func traceName(state: State) -> String { Machine.traceName(state: state) }
  public static func traceName(input: Input) -> String { Machine.traceName(input: input) }
  public static func traceName(ioResult: IOResult) -> String {
    Machine.traceName(ioResult: ioResult)
  }
  public static func traceName(ioEffect: IOEffect) -> String {
    Machine.traceName(ioEffect: ioEffect)
  }
}
