import Orrery

/// Sends an input and waits until the bank has been asked.
func send(_ input: ShopFeature.Input, to shop: Runtime<ShopFeature>) async {
  shop.send(input)
  waiting: for await state in shop.states {
    switch state {
    case .purchasing: continue
    case .browsing, .tooExpensive, .failed: break waiting
    }
  }
  print("\(input): \(shop.state)")
}

func run() async {
  let shop = Runtimes.make(initialState: .browsing(points: 100)) { ShopFeature(bank: Bank()) }
  await send(.purchaseTapped(cost: 500), to: shop)
  await send(.dismissTapped, to: shop)
  await send(.purchaseTapped(cost: 30), to: shop)
  await send(.purchaseTapped(cost: 60), to: shop)
  await send(.dismissTapped, to: shop)
}

await run()
