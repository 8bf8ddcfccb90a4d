extension Snippet {
  private static let combine = "@preconcurrency import OpenCombine"

  /// Those of the document that describes the actor style, in its order.
  static let actorModels: [Snippet] = [
    Snippet(
      number: 1,
      title: "Model Implementation Method",
      imports: ["Orrery", combine],
      text: #"""
        public protocol StateMachineProtocol<State>: Actor {
            associatedtype State: StateProtocol
            nonisolated var state: State { get }
            var stateDidChange: AnyPublisher<State, Never> { get }
        }
        """#
    ),
    Snippet(
      number: 2,
      title: "Basic Implementation",
      imports: ["Orrery", combine],
      verdict: .refused(
        #"specialized with too few type parameters"#,
        why:
          #"it writes `ConcurrentValueSubject<State>` for `<State, Never>`, `eraseToAnyPubisher`, and leaves out the parameter of `eventBInternal`"#
      ),
      text: #"""
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
            private let stateDidChangeSubject: ConcurrentValueSubject<State>

            // No public properties other than state and stateDidChange should be added.
            public nonisolated var state: State { stateDidChangeSubject.state }
            public nonisolated let stateDidChange: AnyPublisher<State, Never>

            public init(startsWith initialState: State) {
                guard initialState.isStable else {
                    preconditionFailure("state must be stable")
                }
                let stateDidChangeSubject = ConcurrentValueSubject<State, Never>(initialState)
                self.stateDidChangeSubject = stateDidChangeSubject
                stateDidChange = stateDidChangeSubject.eraseToAnyPubisher()
            }

            // No public methods other than event trigger methods should be added.

            public nonisolated func eventA() {
                Task {
                    await self.eventAInternal()
                }
            }

            private func eventAInternal() async {
                // State transition by event A
            }

            public nonisolated func eventB(param: Int) {
                Task {
                    await self.eventBInternal(param: param)
                }
            }

            private func eventBInternal() async {
                // State transition by event B
            }
        }
        """#
    ),
    Snippet(
      number: 3,
      title: "Model Interface Parallel",
      imports: ["Orrery", combine],
      context: #"""
        @preconcurrency import OpenCombine
        public enum ModelAState: StateProtocol {
          case active(String), inactive, failed
          public var isStable: Bool { true }
        }
        public enum ModelBState: StateProtocol {
          case active(Int), inactive, failed
          public var isStable: Bool { true }
        }
        public protocol ModelAProtocol: StateMachineProtocol<ModelAState> {
          nonisolated func eventX()
          nonisolated func eventA()
        }
        public protocol ModelBProtocol: StateMachineProtocol<ModelBState> {
          nonisolated func eventX()
          nonisolated func eventB()
        }
        """#,
      text: #"""
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
        """#
    ),
    Snippet(
      number: 4,
      title: "View Implementation Method",
      imports: ["Orrery", "Dispatch", combine],
      verdict: .refused(
        #"has no member 'cancellable'"#,
        why: #"it leaves out the property `cancellable`; the library has this type"#
      ),
      text: #"""
        // ViewBinding class
        public class ViewBinding<State>: ObservableObject {
            @Published public private(set) var state: State

            public init<StateMachine: StateMachineProtocol>(source: StateMachine) where StateMachine.State == State {
                self.state = source.state
                self.cancellable = source.stateDidChange
                    .receive(on: DispatchQueue.main)
                    .assign(to: \.state, on: self)
            }
        }
        """#
    ),
    Snippet(
      number: 5,
      title: "Basic Implementation (view)",
      imports: ["Orrery", "SwiftUI"],
      verdict: .refused(
        #"no such module 'SwiftUI'"#,
        why: #"SwiftUI exists on Apple systems only; also a view is a structure, no class"#
      ),
      text: #"""
        public class ExampleView: View {
            // Keep the Model to subscribe to. Multiple Models are acceptable if there are no events to synchronize between subscribed Models.
            private let model: any ExampleModelProtocol

            // Monitor state changes of the Model to display.
            @StateObject private var binding: ViewBinding<ExampleState>

            // Allow receiving Model from outside. This makes it easy to verify arbitrary displays by receiving constant models in tests and previews.
            public init(observing model: any ExampleModelProtocol) {
                self.model = model
                self._binding = .init(wrappedValue: .init(source: model))
            }

            public var body: View {
                Text(binding.state.message)
            }
        }
        """#
    ),
    Snippet(
      number: 6,
      title: "Bidirectional Binding",
      imports: ["Orrery", "SwiftUI"],
      verdict: .refused(
        #"no such module 'SwiftUI'"#,
        why:
          #"SwiftUI exists on Apple systems only; also a view is a structure, no class, its two mentions of the model differ, and `TextField` has a label `text`"#
      ),
      text: #"""
        public class ExampleView: View {
            private let model: ConcurrentValueStateMachineProtocol<String>

            // Monitor state changes of the Model to display.
            @StateObject private var binding: ViewBinding<String>

            // Declare stored property for bidirectional binding.
            @Binding private var message: String

            public init(observing model: any ConcurrentValueStateMachineProtocol<ExampleState>) {
                self.model = model
                self._binding = .init(wrappedValue: .init(source: model))
                self._message = model.binding()
            }

            public var body: View {
                TextField("Message", $message)
            }
        }
        """#
    ),
  ]

  /// What the document means where it misspells or leaves out: only that is changed.
  static let mendedActorModels: [Snippet] = [
    Snippet(
      number: 2,
      title: "Basic Implementation, mended",
      imports: ["Orrery", combine],
      text: #"""
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
            }

            public nonisolated func eventB(param: Int) {
                Task {
                    await self.eventBInternal(param: param)
                }
            }

            private func eventBInternal(param: Int) async {
                // State transition by event B
            }
        }
        """#
    ),
    Snippet(
      number: 4,
      title: "View Implementation Method, mended",
      imports: ["Orrery", combine],
      text: #"""
        // ViewBinding class
        public class ViewBinding<State>: ObservableObject {
            @Published public private(set) var state: State
            private var cancellable: AnyCancellable?

            public init<StateMachine: StateMachineProtocol>(source: StateMachine) where StateMachine.State == State {
                self.state = source.state
                self.cancellable = source.stateDidChange
                    .assign(to: \.state, on: self)
            }
        }
        """#
    ),
  ]
}
