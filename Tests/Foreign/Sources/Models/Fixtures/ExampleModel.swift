// The document's "Basic Implementation", mended where it misspells or leaves out, with transitions where it has
// comments.

import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// Protocol definition (preferably draw state transition diagram with PlantUML)
public protocol ExampleModelProtocol: StateMachineProtocol<ExampleState> {
    // Declare event trigger methods. No other methods or properties should be declared.
    // Declare as nonisolated synchronous functions without return values to immediately return control from View-side calls.
    nonisolated func eventA()
    nonisolated func eventB(param: Int)
}


/// State definition
public enum ExampleState: StateProtocol {
    // Enumerate states. May or may not have associated values.
    case state1(message: String)
    case state2(message: String)
    case state3(message: String)

    /// True if stable state, false otherwise.
    public var isStable: Bool {
        switch self {
        case .state1, .state3: return true
        case .state2: return false
        }
    }

    // Computed properties may be added.
    public var message: String {
        switch self {
        case .state1(let message):
            return message
        case .state2(let message):
            return message
        case .state3(let message):
            return message
        }
    }
}

/// Concrete implementation
public final actor ExampleModel: ExampleModelProtocol {
    private let stateDidChangeSubject: ConcurrentValueSubject<State, Never>

    // No public properties other than state and stateDidChange should be added.
    public nonisolated var state: State { stateDidChangeSubject.state }
    public nonisolated let stateDidChange: AnyPublisher<State, Never>

    public init(startsWith initialState: State) {
        guard initialState.isStable else {
            preconditionFailure("state must be stable")
        }
        let stateDidChangeSubject = ConcurrentValueSubject<State, Never>(initialState)
        self.stateDidChangeSubject = stateDidChangeSubject
        stateDidChange = stateDidChangeSubject.eraseToAnyPublisher()
    }

    // No public methods other than event trigger methods should be added.

    public nonisolated func eventA() {
        Task {
            await self.eventAInternal()
        }
    }

    private func eventAInternal() async {
        // State transition by event A
        guard case .state1(let message) = state else { return }
        stateDidChangeSubject.send(.state2(message: message))
        await Task.yield()
        stateDidChangeSubject.send(.state3(message: message))
    }

    public nonisolated func eventB(param: Int) {
        Task {
            await self.eventBInternal(param: param)
        }
    }

    private func eventBInternal(param: Int) async {
        // State transition by event B
        guard case .state3 = state else { return }
        stateDidChangeSubject.send(.state1(message: "\(param)"))
    }
}
