// The part of workflow-swift (square/workflow-swift, 5) that recording needs: its published interface, and
// a host for one workflow. Renderings and children are left out.

protocol Workflow<Output> {
  associatedtype State
  associatedtype Output = Never

  func makeInitialState() -> State
}

/// What an action may read of the workflow that it is applied to.
struct ApplyContext<WorkflowType: Workflow> {}

protocol WorkflowAction<WorkflowType> {
  associatedtype WorkflowType: Workflow

  func apply(
    toState state: inout WorkflowType.State, context: ApplyContext<WorkflowType>
  ) -> WorkflowType.Output?
}

/// The identity of a workflow in the tree of those that are rendered.
struct WorkflowSession {
  struct Identifier: Hashable {
    let number: Int
  }

  let workflowType: Any.Type
  let sessionID: Identifier
  private let parents: [WorkflowSession]

  var parent: WorkflowSession? { parents.first }

  init(workflowType: Any.Type, number: Int, parent: WorkflowSession? = nil) {
    self.workflowType = workflowType
    sessionID = Identifier(number: number)
    parents = parent.map { [$0] } ?? []
  }
}

protocol WorkflowObserver {
  func sessionDidEnd(_ session: WorkflowSession)

  func workflowDidMakeInitialState<WorkflowType: Workflow>(
    _ workflow: WorkflowType, initialState: WorkflowType.State, session: WorkflowSession)

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State,
    session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)?
}

extension WorkflowObserver {
  func sessionDidEnd(_ session: WorkflowSession) {}

  func workflowDidMakeInitialState<WorkflowType: Workflow>(
    _ workflow: WorkflowType, initialState: WorkflowType.State, session: WorkflowSession
  ) {}

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State,
    session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)? { nil }
}

/// Runs one workflow: applies its actions, and tells its observers.
final class WorkflowHost<WorkflowType: Workflow> {
  private let workflow: WorkflowType
  private let session: WorkflowSession
  private let observers: [any WorkflowObserver]
  private(set) var state: WorkflowType.State

  init(workflow: WorkflowType, number: Int = 1, observers: [any WorkflowObserver] = []) {
    self.workflow = workflow
    self.observers = observers
    session = WorkflowSession(workflowType: WorkflowType.self, number: number)
    state = workflow.makeInitialState()
    for observer in observers {
      observer.workflowDidMakeInitialState(workflow, initialState: state, session: session)
    }
  }

  deinit {
    for observer in observers { observer.sessionDidEnd(session) }
  }

  func send<Action: WorkflowAction>(_ action: Action) where Action.WorkflowType == WorkflowType {
    let ends = observers.map {
      $0.workflowWillApplyAction(action, workflow: workflow, state: state, session: session)
    }
    let output = action.apply(toState: &state, context: ApplyContext())
    for end in ends { end?(state, output) }
  }
}
