import ComposableArchitecture
import Market
import OrreryComposableArchitecture

// Buys something, and makes a tour; recorded as `ORRERY_TRACE` says.

let shop = Store(initialState: Shop.State()) { Shop(goods: { [1, 2] }).recorded() }
shop.send(.view(.appeared))
shop.send(.filterTapped(.cheap))
await shop.send(.loadTapped).finish()
shop.send(.rows(.element(id: 1, action: .toggled)))
shop.send(.rows(.element(id: 2, action: .toggled)))
shop.send(.rows(.element(id: 1, action: .toggled)))
shop.send(.helpTapped)
shop.send(.help(.presented(.nextTapped)))
shop.send(.help(.presented(.doneTapped)))
shop.send(.helpTapped)
shop.send(.help(.dismiss))
shop.send(.cart(.addTapped))
shop.send(.cart(.addTapped))
shop.send(.payTapped)
shop.send(.cart(.clearTapped))
let loading = shop.send(.loadTapped)
shop.send(.cancelTapped)
await loading.finish()
shop.send(.view(.closed))
print(shop.state.mode)

let tour = Store(initialState: Tour.State()) { Tour().recorded() }
tour.send(.startTapped)
if let id = tour.state.path.ids.first {
  tour.send(.path(.element(id: id, action: .detail(.likeTapped))))
  tour.send(.path(.element(id: id, action: .detail(.moreTapped))))
}
if let id = tour.state.path.ids.last {
  tour.send(.path(.element(id: id, action: .help(.nextTapped))))
  tour.send(.path(.element(id: id, action: .help(.doneTapped))))
}
tour.send(.sheetTapped)
tour.send(.sheet(.presented(.help(.nextTapped))))
tour.send(.sheet(.dismiss))
tour.send(.wished(.rain))
tour.send(.sunTapped)
print(tour.state.path.count)
