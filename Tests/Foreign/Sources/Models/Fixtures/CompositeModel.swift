// The document's "Model Interface Parallel", mended where it misspells or leaves out, with the models
// that it mentions, in `Parts.swift`.

import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

// Define the composed state (compose from multiple Model states)
public enum CompositeState: StateProtocol {
    case stateA(message: String)
    case stateB(value: Int)
    case stateAB(message: String, value: Int)
    case failed

    public var isStable: Bool {
        switch self {
        case .stateA, .stateB, .stateAB, .failed:
            return true
        }
    }

    // Generate composed state from ModelA and ModelB states
    public init(modelAState: ModelAState, modelBState: ModelBState) {
        switch (modelAState, modelBState) {
        case (.active(let message), .inactive):
            self = .stateA(message: message)
        case (.inactive, .active(let value)):
            self = .stateB(value: value)
        case (.active(let message), .active(let value)):
            self = .stateAB(message: message, value: value)
        case (.failed, _), (_, .failed):
            self = .failed
        default:
            self = .failed
        }
    }
}

// Wrapper Model that performs interface parallel
public final actor CompositeModel: StateMachineProtocol<CompositeState> {
    private let modelA: any ModelAProtocol
    private let modelB: any ModelBProtocol
    private var cancellables: Set<AnyCancellable> = []

    // Synchronously return current state
    nonisolated public var state: CompositeState {
        .init(modelAState: modelA.state, modelBState: modelB.state)
    }

    // Notify state changes as Publisher
    nonisolated public let stateDidChange: AnyPublisher<CompositeState, Never>

    public init(
        observing modelA: any ModelAProtocol,
        observing modelB: any ModelBProtocol
    ) {
        self.modelA = modelA
        self.modelB = modelB

        // Monitor state changes of both Models and generate composed state
        self.stateDidChange = Publishers
            .CombineLatest(
                modelA.stateDidChange,
                modelB.stateDidChange
            )
            .map { (modelAState, modelBState) in
                CompositeState(modelAState: modelAState, modelBState: modelBState)
            }
            .eraseToAnyPublisher()
    }

    // Example when there are synchronized events
    nonisolated public func synchronizedEvent() {
        Task {
            await self.synchronizedEventInternal()
        }
    }

    private func synchronizedEventInternal() async {
        // Send the same event to both ModelA and ModelB (synchronized event)
        modelA.eventX()
        modelB.eventX()
    }

    // Event that affects only ModelA
    nonisolated public func eventForModelA() {
        modelA.eventA()
    }

    // Event that affects only ModelB
    nonisolated public func eventForModelB() {
        modelB.eventB()
    }
}
