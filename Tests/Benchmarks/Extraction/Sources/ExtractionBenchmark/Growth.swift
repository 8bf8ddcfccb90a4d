import OrreryExtraction

/// How much longer extraction takes where there is twice as much: machines of one kind, each in a file
/// of its own, which name nothing of one another; or states of one machine.
struct Growth {
  /// What there is more of.
  let name: String
  /// How many there are at first.
  let count: Int
  /// Processor time of twice as many, as a multiple.
  let ratio: Double

  /// How much longer twice the source may take.
  static let most = 2.1

  /// - Parameters:
  ///   - count: How many there are at first.
  ///   - texts: The files that declare so many.
  private init(_ name: String, count: Int, _ texts: (Int) -> [String]) {
    func cost(_ count: Int) -> Double {
      let files = texts(count).enumerated().map { number, text in
        SourceText(module: "App", path: "Sources/App/File\(number).swift", text: text)
      }
      return Cost.best(of: 3) { _ = Extractor().extract(files) }.processor
    }
    (self.name, self.count) = (name, count)
    let once = cost(count)
    ratio = cost(2 * count) / max(once, 1e-9)
  }

  static func all(count: Int) -> [Growth] {
    [
      Growth("classes", count: count) { (0..<$0).map(door) },
      Growth("features", count: count) { (0..<$0).map(feature) },
      // More of them than a machine has.
      Growth("states", count: count / 5) { [loader(states: $0)] },
    ]
  }

  private static func door(_ number: Int) -> String {
    """
    final class Door\(number) {
      enum State { case open, closed, locked }
      private(set) var state: State = .closed
      func open() { if state == .closed { state = .open } }
      func close() { if case .open = state { state = .closed } }
      func lock() { switch state { case .closed: state = .locked; default: break } }
      func unlock() { if state == .locked { state = .closed } }
    }
    """
  }

  private static func feature(_ number: Int) -> String {
    """
    import ComposableArchitecture

    @Reducer struct Feature\(number) {
      @ObservableState struct State: Equatable {
        enum Phase: Equatable { case idle, loading, loaded }
        var phase: Phase = .idle
        var isOn = false
      }
      enum Action { case load, loaded, toggled }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .load:
            guard state.phase != .loading else { return .none }
            state.phase = .loading
            return .run { send in await send(.loaded) }
          case .loaded: state.phase = .loaded; return .none
          case .toggled: state.isOn.toggle(); return .none
          }
        }
      }
    }
    """
  }

  private static func loader(states: Int) -> String {
    """
    actor Loader {
      enum State { case \((0..<states).map { "s\($0)" }.joined(separator: ", ")) }
      private(set) var state = State.s0
      func load() async {
        if case .s1 = state { log(state) }
        await wire.fetch()
        \((0..<6).map { "if wire.is(\($0)) { log(\($0)) }" }.joined(separator: "\n    "))
        if wire.isLost { state = .s1 }
      }
      func reset() { state = .s0 }
    }
    """
  }
}
