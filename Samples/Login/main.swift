import Orrery

/// Sends an input and waits until the machine needs the user again.
func send(_ input: LoginFeature.Input, to store: StoreOf<LoginFeature>) async {
  store.send(.input(input))
  waiting: for await state in store.states {
    switch state {
    case .authenticating, .fetchingUser, .fetchingPosts: continue
    case .ready, .complete, .interrupted, .locked: break waiting
    }
  }
  print("\(input)\n  then \(store.state)")
}

func run() async {
  let server = Server()
  let store = Store(initialState: LoginFeature.State.ready(failures: 0)) {
    LoginFeature(server: server)
  }
  await send(.submitted(name: "ada", password: "loom"), to: store)
  await send(.submitted(name: "ada", password: "engine"), to: store)
  await send(.retryTapped, to: store)
  await send(.logoutTapped, to: store)
  for password in ["card", "mill", "store"] {
    await send(.submitted(name: "ada", password: password), to: store)
  }
}

await run()
