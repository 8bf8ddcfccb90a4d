import Orrery

/// A forecast for one place: it is asked for, it comes or fails, and a failure can be tried again.
@StateMachine
struct WeatherFeature: StateMachine {
  enum State: Equatable {
    case idle
    case loading(place: String)
    case loaded(place: String, forecast: String)
    case failed(place: String)
  }

  enum Input: Equatable, Sendable {
    case placeChosen(String)
    case retryTapped
  }

  enum IOEffect: Equatable, Sendable {
    case fetch(String)
  }

  enum IOResult: Equatable, Sendable {
    case fetched(String)
    case fetchFailed
  }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (_, .placeChosen(let place)), (.failed(let place), .retryTapped):
      transition(.loading(place: place), effect: .fetch(place))
    case (.idle, .retryTapped), (.loading, .retryTapped), (.loaded, .retryTapped):
      undefined
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.loading(let place), .fetched(let forecast)):
      nextState(.loaded(place: place, forecast: forecast))
    case (.loading(let place), .fetchFailed):
      nextState(.failed(place: place))
    case (.idle, _), (.loaded, _), (.failed, _):
      undefined
    }
  }

  @Dependency(Forecasts.self) var forecasts

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    switch ioEffect {
    case .fetch(let place):
      do {
        return .fetched(try await forecasts.fetch(place))
      } catch {
        return .fetchFailed
      }
    }
  }
}

/// Where forecasts come from.
struct Forecasts: DependencyKey {
  var fetch: @Sendable (String) async throws -> String

  static let liveValue = Forecasts { place in "The sun shines on \(place)." }
}
