import Orrery

/// Sends an input and waits until the feature rests again.
func send(_ input: PresetsFeature.Input, to store: StoreOf<PresetsFeature>) async {
  store.send(.input(input))
  for await state in store.states where state.phase == .idle || state.phase == .failed { break }
  print("\(input): \(store.phase), \(store.presets.map(\.count))")
}

func run() async {
  let store = Store(initialState: PresetsFeature.State()) { PresetsFeature() }
  await send(.loadButtonTapped, to: store)
  await send(.saveButtonTapped(count: 12, fact: "12 is the number of months in a year."), to: store)
  await send(.saveButtonTapped(count: 24, fact: "24 is the number of hours in a day."), to: store)
  await send(.loadButtonTapped, to: store)
}

await run()
