import Orrery

/// Sends an input and waits until the screen looks as expected.
func send(
  _ input: ParentFeature.Input, to store: StoreOf<ParentFeature>,
  until isDone: (ParentFeature.State) -> Bool
) async {
  store.send(.input(input))
  for await state in store.states where isDone(state) { break }
  print(
    "\(input): data \(store.parentData ?? "none"), count \(store.counter.count),",
    "presets \(store.presets.presets.map(\.count))")
}

func run() async {
  let store = Store(initialState: ParentFeature.State()) { ParentFeature() }
  await send(.counterIncrement, to: store) { $0.counter.count == 1 }
  await send(.counterIncrement, to: store) { $0.counter.count == 2 }
  await send(.counterDecrement, to: store) { $0.counter.count == 1 }
  await send(.parentButtonTapped, to: store) { $0.parentData != nil }
  await send(.presetsLoad, to: store) { $0.presets.phase == .idle }
  await send(
    .presetsSave(count: store.counter.count, fact: "1 is the loneliest number."), to: store
  ) {
    $0.presets.phase == .idle
  }
}

await run()
