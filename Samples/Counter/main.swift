import Orrery

func run() {
  let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
  let taps: [CounterFeature.Input] = [
    .decrementTapped, .incrementTapped, .incrementTapped, .incrementTapped, .incrementTapped,
    .decrementTapped, .resetTapped,
  ]
  for tap in taps {
    store.send(.input(tap))
    print("\(tap): \(store.count) (\(store.level))")
  }
}

run()
