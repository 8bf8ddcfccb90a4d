import OrreryTrace

enum Fetch: String, StateType { case idle, loading, done }
enum FetchEvent: EventType { case load, loaded, reset }

func makeFetch(recorder: TraceRecorder = .shared) -> StateMachine<Fetch, FetchEvent> {
  StateMachine<Fetch, FetchEvent>(state: .idle) { machine in
    machine.addRoutes(event: .load, transitions: [.idle => .loading])
    machine.addRoutes(event: .loaded, transitions: [.loading => .done])
    machine.addRoutes(event: .reset, transitions: [.any => .idle])
    // recipe
    let trace = TraceInstance(machine: "App.Fetch", state: "\(machine.state)", recorder: recorder)
    machine.addAnyHandler(.any => .any) { context in
      trace.record(
        event: context.event.map { "\($0)" } ?? Record.unknownEvent, from: "\(context.fromState)",
        to: "\(context.toState)")
    }
    // end
  }
}
