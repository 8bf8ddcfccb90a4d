import OrreryExtraction

/// How much longer extraction takes where the source is twice as long: many machines of one kind, each
/// in a file of its own, which name nothing of one another.
struct Growth {
  /// What the machines are called.
  let name: String
  /// Processor time of twice as many machines, as a multiple.
  let ratio: Double

  /// How much longer twice the source may take.
  static let most = 2.1

  /// - Parameter count: How many machines there are at first.
  private init(_ name: String, count: Int, _ text: (Int) -> String) {
    func cost(_ count: Int) -> Double {
      let files = (0..<count).map {
        SourceText(module: "App", path: "Sources/App/File\($0).swift", text: text($0))
      }
      return Cost.best(of: 3) { _ = Extractor().extract(files) }.processor
    }
    self.name = name
    let once = cost(count)
    ratio = cost(2 * count) / max(once, 1e-9)
  }

  static func all(count: Int) -> [Growth] {
    [
      Growth("classes", count: count, door), Growth("features", count: count, feature),
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
}
