import OrreryExtraction
import OrreryModel
import Testing

/// Pipelines that assign what they publish: `.assign(to: &$state)`.
@Suite("A publisher that is assigned to the state")
struct AssignedPublisherTests {
  private func machine(_ members: String) throws -> Machine {
    try OrreryExtractionTests.machine(
      """
      enum Status { case idle, loading, loaded([Int]), failed }
      final class Model {
        @Published private(set) var state: Status = .idle
      \(members)
        func reset() { state = .idle }
      }
      """)
  }

  @Test("is an event", arguments: ["to: &$state", "to: \\.state, on: self"])
  func told(target: String) throws {
    let found = try machine(
      """
        func load() {
          state = .loading
          api.items().map(Status.loaded).catch { _ in Just(Status.failed) }.assign(\(target))
        }
      """)
    let rows = found.transitions.filter { $0.event.name.contains("#") }
    #expect(rows.filter { $0.from == "loading" }.compactMap(\.to) == ["loaded", "failed"])
    #expect(rows.allSatisfy { $0.event.name == "load#api.items" })
    #expect(Set(rows.filter { $0.certainty == .exact }.map(\.from)) == ["loading"])
    #expect(found.unresolved.isEmpty)
  }

  @Test("in an initializer, too: it comes in any state")
  func initializer() throws {
    let found = try machine(
      """
        init() {
          center.publisher(for: .end).map { _ in Status.failed }.assign(to: &$state)
        }
        func load() { state = .loading }
      """)
    let rows = found.transitions.filter { $0.event.name.hasPrefix("center.publisher") }
    #expect(rows.map(\.from) == ["idle", "loading", "loaded", "failed"])
    #expect(Set(rows.map(\.to)) == ["failed"])
  }

  @Test("whose values are not told leads to any")
  func untold() throws {
    let found = try machine(
      """
        func load() {
          state = .loading
          api.states().assign(to: &$state)
        }
      """)
    let rows = found.transitions.filter { $0.event.name.hasPrefix("load#") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.kind == .unresolved })
  }
}

@Suite("What a publisher hands to the closure that assigns the state")
struct PipelineTests {
  private func rows(
    _ chain: String, _ more: String = "func reset() { if case .failed = state { state = .idle } }"
  ) throws -> [String] {
    try machine(
      """
      enum Status { case idle, loading, loaded([Int]), failed }
      final class Model {
        @Published private(set) var state: Status = .idle
        func load() {
          state = .loading
          api.items()\(chain)
        }
        \(more)
      }
      """
    ).transitions.filter { $0.from == "loading" && $0.event.name.contains("#") }.map {
      describe($0).split(separator: " ").last.map(String.init) ?? ""
    }
  }

  @Test(
    "is told by the operator that makes it",
    arguments: [
      ".map { return .loaded($0) }.sink { [weak self] in self?.state = $0 }",
      ".map { Status.loaded($0) }.receive(on: queue).sink { [weak self] next in self?.state = next }",
      ".map(Status.loaded).eraseToAnyPublisher().sink(receiveValue: { self.state = $0 })",
    ])
  func mapped(_ chain: String) throws {
    #expect(try rows(chain) == ["loaded"])
  }

  @Test("tells that the property is a state, though nothing asks for it")
  func recognised() throws {
    #expect(try rows(".map { Status.loaded($0) }.sink { self.state = $0 }", "") == ["loaded"])
  }

  @Test("is told through a method that only publishes")
  func helper() throws {
    let chain = "; fetched().receive(on: queue).sink { [weak self] next in self?.state = next }"
    let method = """
      private func fetched() -> AnyPublisher<Status, Never> {
        api.items().map { items in
          log(items)
          return .loaded(items)
        }.eraseToAnyPublisher()
      }
      """
    let reset = "func reset() { if case .failed = state { state = .idle } }"
    #expect(try rows(chain, "\(method)\n\(reset)") == ["loaded"])
  }

  @Test("is one of several where errors are replaced")
  func replaced() throws {
    for end in [".replaceError(with: .failed)", ".catch { _ in Just(Status.failed) }"] {
      let found = try rows(".map { .loaded($0) }\(end).sink { [weak self] in self?.state = $0 }")
      #expect(found.sorted() == ["failed", "loaded"])
    }
  }

  @Test(
    "is open where another operator may have changed it",
    arguments: [
      ".sink { self.state = $0 }", ".map { next($0) }.sink { self.state = $0 }",
      ".map { .loaded($0) }.scan(.idle) { $1 }.sink { self.state = $0 }",
      ".flatMap { other($0) }.replaceError(with: .failed).sink { self.state = $0 }",
    ])
  func open(_ chain: String) throws {
    #expect(try rows(chain).allSatisfy { $0 == "?" })
  }
}
