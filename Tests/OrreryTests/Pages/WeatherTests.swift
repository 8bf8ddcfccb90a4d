import Orrery
import OrreryTesting
import OrreryTrace
import Testing

/// The tests that `Testing.md` shows, and what it and `WritingFeatures.md` say of the feature.
@Suite("The forecast of the pages")
struct WeatherTests {
  @Test func aFailureCanBeTriedAgain() {
    Scenario<WeatherFeature>(from: .idle)
      .input(.placeChosen("Oslo"), to: .loading(place: "Oslo"), effects: .fetch("Oslo"))
      .ioResult(.fetchFailed, to: .failed(place: "Oslo"))
      .input(.retryTapped, to: .loading(place: "Oslo"), effects: .fetch("Oslo"))
      .ioResult(.fetched("rain"), to: .loaded(place: "Oslo", forecast: "rain"))
  }

  @Test func aForecastComes() async {
    let store = TestStore(initialState: WeatherFeature.State.idle) {
      WeatherFeature()
    } withDependencies: {
      $0[Forecasts.self] = Forecasts { _ in "rain" }
    }
    store.send(.input(.placeChosen("Oslo"))) { $0 = .loading(place: "Oslo") }
    await store.receive(.ioResult(.fetched("rain"))) {
      $0 = .loaded(place: "Oslo", forecast: "rain")
    }
    await store.finish()
  }

  @Test func noForecastComes() async {
    let store = TestStore(initialState: WeatherFeature.State.idle) {
      WeatherFeature().mocked { _ in [.fetchFailed] }
    }
    store.send(.input(.placeChosen("Oslo"))) { $0 = .loading(place: "Oslo") }
    await store.receive(.ioResult(.fetchFailed)) { $0 = .failed(place: "Oslo") }
    await store.finish()
  }

  @Test("A wrong expectation fails as the page shows it")
  func wrong() async throws {
    let complaints = await Complaints.whole {
      let store = TestStore(initialState: WeatherFeature.State.idle) {
        WeatherFeature().mocked { _ in [] }
      }
      store.send(.input(.placeChosen("Oslo"))) { $0 = .loading(place: "Bergen") }
      await store.finish()
    }
    let shown = try Page("Testing").blocks("text").first
    // The page has the feature in a module of its own.
    #expect(complaints.first?.replacing("OrreryTests.", with: "Weather.") == shown)
  }

  @Test("A store runs it as the page shows")
  func running() async {
    let store = Store(initialState: WeatherFeature.State.idle) { WeatherFeature() }
    store.send(.input(.placeChosen("Oslo")))
    #expect(await eventually { store.state != .loading(place: "Oslo") })
    #expect(store.state == .loaded(place: "Oslo", forecast: "The sun shines on Oslo."))
  }

  @Test(
    "is the code of the pages, line by line", arguments: ["WritingFeatures", "Testing", "Orrery"])
  func code(page: String) throws {
    let here = Page.folder.appending("/Tests/OrreryTests/Pages/")
    let sources = try [
      "WeatherFeature.swift", "WeatherTests.swift", "DoorTests.swift",
      "../OptionalChild/NameList.swift",
    ].map {
      Page.unindented(try String(contentsOfFile: here + $0, encoding: .utf8))
    }
    let blocks = try Page(page).blocks("swift")
    #expect(!blocks.isEmpty)
    for block in blocks where !block.contains("dependencies: [") {
      let code = Page.unindented(block)
      #expect(sources.contains { $0.contains(code) }, "\(page): \(block)")
    }
  }
}
