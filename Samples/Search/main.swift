import Orrery

func send(_ input: SearchFeature.Input, to store: StoreOf<SearchFeature>) {
  store.send(.input(input))
  print("\(input): \(store.state)")
}

/// Waits until no request runs.
func settle(_ store: StoreOf<SearchFeature>) async {
  for await state in store.states {
    if case .searching = state { continue }
    return print("  then \(state)")
  }
}

func run() async {
  let catalogue = Catalogue()
  let store = Store(initialState: SearchFeature.State.idle) { SearchFeature(catalogue: catalogue) }
  send(.queryChanged("M"), to: store)
  send(.queryChanged("Ma"), to: store)
  await settle(store)
  send(.queryChanged("Pluto"), to: store)
  await settle(store)
  send(.queryChanged("?"), to: store)
  await settle(store)
  send(.retryTapped, to: store)
  await settle(store)
  send(.cleared, to: store)
}

await run()
