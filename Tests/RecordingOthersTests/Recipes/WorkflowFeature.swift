struct LoginWorkflow: Workflow {
  enum State: Equatable {
    case entering
    case sending(String)
    case failed
  }
  enum Output { case loggedIn }

  func makeInitialState() -> State { .entering }
}

extension LoginWorkflow {
  enum Action: WorkflowAction {
    typealias WorkflowType = LoginWorkflow

    case submitted(name: String)
    case answered(isWelcome: Bool)
    case cancelled

    func apply(
      toState state: inout LoginWorkflow.State, context: ApplyContext<LoginWorkflow>
    ) -> LoginWorkflow.Output? {
      switch self {
      case .submitted(let name):
        state = .sending(name)
      case .answered(let isWelcome):
        guard case .sending = state else { return nil }
        if isWelcome { return .loggedIn }
        state = .failed
      case .cancelled:
        state = .entering
      }
      return nil
    }
  }
}
