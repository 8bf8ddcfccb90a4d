import Orrery

/// A search field: each keystroke replaces the request before it.
@StateMachine
struct SearchFeature: StateMachine {
  enum State: Equatable {
    /// The field is empty.
    case idle
    /// A request runs for what is in the field.
    case searching(query: String)
    case results(query: String, hits: [String])
    /// The request found nothing.
    case empty(query: String)
    case failed(query: String)
  }

  enum Input: Sendable {
    case queryChanged(String)
    case cleared
    case retryTapped
  }

  enum IOEffect: Sendable {
    case search(String)
  }

  enum IOResult: Sendable {
    case found([String])
    case searchFailed
  }

  let catalogue: Catalogue

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (_, .queryChanged(let query)):
      if query.isEmpty {
        nextState(.idle)
      } else {
        // A request for the text before is cancelled, because this one replaces it.
        transition(.searching(query: query), effect: .search(query))
      }
    case (.failed(let query), .retryTapped):
      transition(.searching(query: query), effect: .search(query))
    case (_, .cleared):
      nextState(.idle)
    case (.idle, .retryTapped), (.searching, .retryTapped), (.results, .retryTapped),
      (.empty, .retryTapped):
      undefined
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.searching(let query), .found(let hits)):
      if hits.isEmpty {
        nextState(.empty(query: query))
      } else {
        nextState(.results(query: query, hits: hits))
      }
    case (.searching(let query), .searchFailed):
      nextState(.failed(query: query))
    case (.idle, _):
      // The field was cleared while the request was on its way.
      identity
    case (.results, _), (.empty, _), (.failed, _):
      undefined
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    switch ioEffect {
    case .search(let query):
      .single {
        do {
          return .found(try await catalogue.search(query))
        } catch {
          return .searchFailed
        }
      }
    }
  }
}
