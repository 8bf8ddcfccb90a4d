import Orrery

func run() async {
  let trip = Store(initialState: TripFeature.State()) { TripFeature() }
  trip.send(.map(.zoomInTapped))
  trip.send(.input(.startTapped))
  for await state in trip.states where state.phase == .travelling { break }
  print("travelling with the map at zoom \(trip.map.zoom)")
  trip.send(.input(.stopTapped))
  trip.send(.map(.zoomOutTapped))
  print("\(trip.phase) with the map at zoom \(trip.map.zoom)")
}

await run()
