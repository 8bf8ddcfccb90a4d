import ComposableArchitecture
import Market
import OrreryComposableArchitecture
import OrreryTrace
import Testing

/// A feature whose state is an enum, of which one case holds another feature.
@Reducer
struct Gate {
  @ObservableState
  @CasePathable
  enum State {
    case shut
    case open(Help.State)
  }

  enum Action {
    case opened
    case open(Help.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.open, action: \.open) { Help() }
    Reduce { state, action in
      if case .opened = action { state = .open(Help.State()) }
      return .none
    }
  }
}

@MainActor
@Suite("A feature of The Composable Architecture") struct RecordedFeatureTests {
  private let sink = MemorySink()
  private let recorder = TraceRecorder()

  init() { recorder.attach(sink) }

  private func shop(_ goods: @escaping @Sendable () async throws -> [Int] = { [1, 2] }) -> Store<
    Shop.State, Shop.Action
  > {
    Store(initialState: Shop.State()) { Shop(goods: goods).recorded(recorder) }
  }

  /// The type's own name, without the module and those around it.
  private func name(_ machine: String) -> Substring { machine.split(separator: ".").last ?? "" }

  private var steps: [String] {
    sink.records.compactMap { record in
      guard case .step(let step) = record else { return nil }
      return "\(name(step.machine)).\(step.event): \(step.from) > \(step.to)"
    }
  }

  private var lives: [String] {
    sink.records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      let parent = instance.parent.map { " in \($0)" } ?? ""
      return "\(instance.phase) \(instance.instance) \(name(instance.machine))\(parent)"
    }
  }

  private var effects: [String] {
    sink.records.compactMap { record in
      switch record {
      case .step(let step) where step.effects != nil || step.cause != nil:
        "\(step.event) starts \(step.effects?.names ?? []) because of \(step.cause ?? 0)"
      case .effect(let effect): "\(effect.phase) \(effect.name)#\(effect.run)"
      default: nil
      }
    }
  }

  @Test("is recorded with its states of few values, under the names of its source")
  func states() {
    let shop = shop()
    shop.send(.filterTapped(.near))
    shop.send(.view(.closed))
    let start = "isLoading=false, mode=browsing, filter=nil, cart=empty, help=nil"
    let filtered = "isLoading=false, mode=browsing, filter=near, cart=empty, help=nil"
    #expect(
      steps == [
        "Shop.filterTapped: \(start) > \(filtered)", "Shop.view.closed: \(filtered) > \(start)",
      ])
  }

  @Test("has its effects recorded, with the actions that they send")
  func effectLives() async {
    let shop = shop()
    shop.send(.payTapped)
    await shop.send(.loadTapped).finish()
    #expect(
      effects == [
        "payTapped starts [\".publisher\"] because of 0", "started .publisher#1",
        "yielded .publisher#1", "finished .publisher#1", "paid starts [] because of 1",
        "loadTapped starts [\".run\"] because of 0", "started .run#2", "yielded .run#2",
        "loaded starts [] because of 2", "finished .run#2",
      ])
  }

  @Test("tells an effect that its store has cancelled, and one that was cancelled by its id")
  func cancelled() async {
    let waiting: @Sendable () async throws -> [Int] = {
      try await Task.sleep(for: .seconds(100))
      return []
    }
    var shop: Store? = shop(waiting)
    let loading = shop?.send(.loadTapped)
    for _ in 0..<10_000 where !effects.contains("started .run#1") { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    shop?.send(.cancelTapped)
    await loading?.finish()
    shop?.send(.loadTapped)
    shop = nil
    #expect(effects.filter { $0.contains("#1") } == ["started .run#1", "finished .run#1"])
    #expect(effects.filter { $0.contains("#3") } == ["started .run#3", "cancelled .run#3"])
  }

  @Test("has the features inside recorded from their first step on, each under its own name")
  func children() async {
    let shop = shop()
    shop.send(.cart(.addTapped))
    #expect(
      steps.map { $0.prefix { $0 != ":" } } == ["Cart.addTapped", "Shop.cart"])
    #expect(steps[0] == "Cart.addTapped: empty > filled")
    #expect(lives == ["started 1 Shop", "started 2 Cart in 1"])
    await shop.send(.loadTapped).finish()
    shop.send(.rows(.element(id: 2, action: .toggled)))
    shop.send(.rows(.element(id: 1, action: .toggled)))
    shop.send(.rows(.element(id: 2, action: .toggled)))
    #expect(
      steps.filter { $0.hasPrefix("Row") } == [
        "Row.toggled: isOn=false > isOn=true", "Row.toggled: isOn=false > isOn=true",
        "Row.toggled: isOn=true > isOn=false",
      ])
    #expect(lives.suffix(2) == ["started 3 Row in 1", "started 4 Row in 1"])
  }

  @Test("ends a feature that is no longer presented, and begins another one")
  func presented() {
    let shop = shop()
    for _ in 1...2 {
      shop.send(.helpTapped)
      shop.send(.help(.presented(.nextTapped)))
      shop.send(.help(.presented(.doneTapped)))
    }
    #expect(
      lives == [
        "started 1 Shop", "started 2 Help in 1", "ended 2 Help in 1", "started 3 Help in 1",
        "ended 3 Help in 1",
      ])
    #expect(steps.filter { $0.hasPrefix("Help.next") }.count == 2)
  }

  @Test("has the screens of a stack and of an enum recorded as the features that they are")
  func screens() throws {
    let tour = Store(initialState: Tour.State()) { Tour().recorded(recorder) }
    tour.send(.startTapped)
    let id = try #require(tour.state.path.ids.first)
    tour.send(.path(.element(id: id, action: .detail(.moreTapped))))
    let top = try #require(tour.state.path.ids.last)
    tour.send(.path(.element(id: top, action: .help(.nextTapped))))
    tour.send(.sheetTapped)
    tour.send(.sheet(.presented(.help(.nextTapped))))
    tour.send(.sheet(.dismiss))
    #expect(
      steps.filter { !$0.hasPrefix("Tour") } == [
        "Detail.moreTapped: isLiked=false > isLiked=false",
        "Help.nextTapped: page=first > page=second",
        "Help.nextTapped: page=first > page=second",
      ])
    #expect(
      steps.last
        == "Tour.sheet: path=help, sheet=help, wish=nil, isNew=true > "
        + "path=help, sheet=nil, wish=nil, isNew=true")
  }

  @Test("has the feature in a case of its state recorded as one inside")
  func enumState() {
    let gate = Store(initialState: Gate.State.shut) { Gate().recorded(recorder) }
    gate.send(.opened)
    gate.send(.open(.nextTapped))
    #expect(
      lives == ["started 1 Gate", "started 2 Help in 1"])
    #expect(
      steps == [
        "Gate.opened: shut > open", "Help.nextTapped: page=first > page=second",
        "Gate.open: open > open",
      ])
  }

  @Test("is another one inside where the feature around it has written its state")
  func written() {
    let gate = Store(initialState: Gate.State.shut) { Gate().recorded(recorder) }
    for _ in 1...2 {
      gate.send(.opened)
      gate.send(.open(.nextTapped))
    }
    #expect(
      lives == [
        "started 1 Gate", "started 2 Help in 1", "ended 2 Help in 1", "started 3 Help in 1",
      ])
    #expect(
      steps.filter { $0.hasPrefix("Help") }
        == Array(repeating: "Help.nextTapped: page=first > page=second", count: 2))
  }

  @Test("is one recording, however many features inside are marked as well")
  func marked() {
    let store = Store(initialState: Cart.State()) { Cart().recorded(recorder).recorded(recorder) }
    store.send(.addTapped)
    #expect(steps == ["Cart.addTapped: empty > filled"])
  }

  @Test("is left as it is while recording is off, and known again as one that was late")
  func off() {
    let off = TraceRecorder()
    let store = Store(initialState: Cart.State()) { Cart().recorded(off) }
    store.send(.addTapped)
    off.attach(sink)
    store.send(.clearTapped)
    #expect(lives == ["snapshot 1 Cart"])
    #expect(steps == ["Cart.clearTapped: filled > empty"])
  }
}
