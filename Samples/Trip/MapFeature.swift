import Orrery

/// A map that zooms: a reducer that is no state machine.
struct MapFeature: Reducer {
  struct State: Equatable, Sendable {
    var zoom = 1
  }

  enum Action: Equatable, Sendable {
    case zoomInTapped
    case zoomOutTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .zoomInTapped: state.zoom = min(state.zoom + 1, 3)
      case .zoomOutTapped: state.zoom = max(state.zoom - 1, 1)
      }
      return .none
    }
  }
}
