import OrreryTrace

// recipe
final class RecordingObserver: WorkflowObserver {
  private var traces: [WorkflowSession.Identifier: TraceInstance] = [:]
  private let recorder: TraceRecorder

  init(recorder: TraceRecorder = .shared) { self.recorder = recorder }

  func workflowDidMakeInitialState<WorkflowType: Workflow>(
    _ workflow: WorkflowType, initialState: WorkflowType.State, session: WorkflowSession
  ) {
    traces[session.sessionID] = TraceInstance(
      machine: Naming.machine(of: WorkflowType.self), style: "reducer",
      state: Naming.state(reflecting: initialState),
      parent: session.parent.flatMap { traces[$0.sessionID] }, recorder: recorder)
  }

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State,
    session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)? {
    guard let trace = traces[session.sessionID],
      let step = trace.step(from: Naming.state(reflecting: state))
    else { return nil }
    let event = Naming.event(reflecting: action, of: trace.machine)
    return { state, _ in step.record(event: event, to: Naming.state(reflecting: state)) }
  }

  func sessionDidEnd(_ session: WorkflowSession) { traces[session.sessionID] = nil }
}
// end
