import Orrery

/// Heats in no time, and not beyond what an oven bears.
struct GasHeater: Heater {
  struct TooHot: Error {}

  func heat(to degrees: Int) async throws {
    await Task.yield()
    if degrees > 300 { throw TooHot() }
  }
}

/// Waits until a kitchen is in some state; events return before they are handled.
func wait(for kitchen: KitchenModel, until isReached: (KitchenState) -> Bool) async {
  while !isReached(kitchen.state) { await Task.yield() }
  print("kitchen:", kitchen.state)
}

func bake() async {
  let timer = TimerModel()
  let kitchen = KitchenModel(observing: OvenModel(heater: GasHeater()), observing: timer)
  kitchen.switchOff()
  kitchen.preheat(degrees: 200)
  kitchen.preheat(degrees: 220)
  kitchen.bake(minutes: 2)
  await wait(for: kitchen) { if case .baking = $0 { true } else { false } }
  kitchen.bake(minutes: 9)
  timer.minutePassed()
  timer.minutePassed()
  await wait(for: kitchen) { if case .done = $0 { true } else { false } }
  timer.minutePassed()
  kitchen.switchOff()
  await wait(for: kitchen) { if case .idle = $0 { true } else { false } }
  kitchen.preheat(degrees: 500)
  await wait(for: kitchen) { if case .outOfOrder = $0 { true } else { false } }
  let shown = KitchenModel(
    observing: ConstantOvenModel(.hot(degrees: 180)), observing: TimerModel())
  print("preview:", shown.state)
}

await bake()
