import Orrery

/// A shop that takes points: it checks that there are enough before it spends them, and tries a
/// payment that fails again, three times at most.
@StateMachine
struct ShopFeature: StateMachine {
  enum State: Equatable {
    /// The shelves are open.
    case browsing(points: Int)
    /// The points are put aside while the bank is asked.
    case purchasing(points: Int, cost: Int, attempt: Int)
    /// There were not enough points; nothing was spent.
    case tooExpensive(points: Int, missing: Int)
    /// The bank did not answer, however often it was asked; the points are back.
    case failed(points: Int)
  }

  enum Input: Sendable {
    case purchaseTapped(cost: Int)
    case cancelTapped
    case dismissTapped
  }

  enum IOEffect: Equatable, Sendable {
    case charge(Int)
  }

  enum IOResult: Equatable, Sendable {
    case charged
    case chargeFailed
  }

  static let attempts = 3

  let bank: Bank

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.browsing(let points), .purchaseTapped(let cost)):
      if points < cost {
        nextState(.tooExpensive(points: points, missing: cost - points))
      } else {
        transition(
          .purchasing(points: points - cost, cost: cost, attempt: 1), effect: .charge(cost))
      }
    case (.purchasing(let points, let cost, _), .cancelTapped):
      // The payment ends with the state that it was started in.
      nextState(.browsing(points: points + cost))
    case (.tooExpensive(let points, _), .dismissTapped), (.failed(let points), .dismissTapped):
      nextState(.browsing(points: points))
    case (.purchasing, .purchaseTapped):
      identity
    case (.browsing, _), (.purchasing, _), (.tooExpensive, _), (.failed, _):
      undefined
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.purchasing(let points, _, _), .charged):
      nextState(.browsing(points: points))
    case (.purchasing(let points, let cost, let attempt), .chargeFailed):
      if attempt < attempts {
        transition(
          .purchasing(points: points, cost: cost, attempt: attempt + 1), effect: .charge(cost))
      } else {
        nextState(.failed(points: points + cost))
      }
    case (.browsing, _), (.tooExpensive, _), (.failed, _):
      undefined
    }
  }

  static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
    switch ioEffect {
    case .charge: .whileInState
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    switch ioEffect {
    case .charge(let cost): await bank.charge(cost) ? .charged : .chargeFailed
    }
  }
}
