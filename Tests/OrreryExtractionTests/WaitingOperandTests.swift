import OrreryModel
import Testing

@Suite("Waits among operands") struct WaitingOperandTests {
  private func disk(_ body: String) -> String {
    """
    actor Disk {
      enum State { case idle, reading, full }
      private(set) var state: State = .idle
      private let isMounted = true
      func read() async throws {
        guard state == .idle else { return }
        state = .reading
        \(body)
      }
      private let cache: Cache
      private var sizes: [Int: Int] = [:]
      private var space: Int { get async { await api.space() } }
      private func isLow() async -> Bool { await api.space() < 3 }
    }
    """
  }

  private func rows(_ body: String) throws -> [String] {
    try machine(disk(body)).transitions
      .filter { $0.event.name.hasPrefix("read") && $0.from != "full" && $0.kind == .move }
      .map(describe)
  }

  @Test(
    "what is compared, denied, cast, reckoned with, checked or put into a text is waited for",
    arguments: [
      "if await api.size() > 3 { state = .full }",
      "if await api.size() == 3 { state = .full }",
      "if await !api.size() { state = .full }",
      "if await (api.size() > 3) { state = .full }",
      "if await api.size() > 3 && isMounted { state = .full }",
      "if 3 < (await api.size()) { state = .full }",
      "let isFull = await api.size() > limit; if isFull { state = .full }",
      "if let size = await api.size() as? Int { state = .full }",
      "let half = await api.size() / 2; if half > 3 { state = .full }",
      "if range.contains(await api.size()) { state = .full }",
      "let text = \"\\(await api.size()) bytes\"; if text.isEmpty { state = .full }",
      "let sizes = [\"now\": await api.size()]; if sizes.isEmpty { state = .full }",
      "if try await api.size() > 3 { state = .full }",
      "#check(await api.size() > 3); state = .full",
      "let size = try #unwrapped(await api.size()); if size > 3 { state = .full }",
    ])
  func operands(body: String) throws {
    let found = try rows(body)
    #expect(found.count == 2)
    #expect(found.first?.hasSuffix("/api.size reading") == true)
    #expect(found.last?.hasPrefix("reading read#api.size") == true)
    #expect(found.last?.hasSuffix("full") == true)
  }

  @Test(
    "what waits for nothing leaves the await to the first behind it that may",
    arguments: [
      "let size = await known + api.size(); if size > 3 { state = .full }",
      "if await 3 < api.size() { state = .full }",
      "if await isMounted == (3 < api.size()) { state = .full }",
      "let range = await 0..<api.size(); if range.isEmpty { state = .full }",
      "let size = await -api.size(); if size > 3 { state = .full }",
      "let text = await \"\\(api.size()) bytes\"; if text == name { state = .full }",
      "let sizes = await [\"now\": api.size()]; if sizes == known { state = .full }",
      "if await api.size()[0] > 3 { state = .full }",
      "if await known[api.size()] > 3 { state = .full }",
      "if await api.size() > list.count() { state = .full }",
      "await state = api.size() > 3 ? .full : .idle",
    ])
  func parts(body: String) throws {
    let found = try rows(body).filter { !$0.hasSuffix(" idle") }
    #expect(found.count == 2)
    #expect(found.first?.hasSuffix("/api.size reading") == true)
    #expect(found.last?.hasPrefix("reading read#api.size") == true)
    #expect(found.last?.hasSuffix("full") == true)
  }

  @Test("what is called on the same as what waits does too, and each element of a list")
  func each() throws {
    for body in [
      "if await api.size() == api.limit() { state = .full }",
      "if await [api.size(), api.limit()] == known { state = .full }",
    ] {
      let found = try rows(body)
      #expect(found.first == "idle read/api.size reading")
      #expect(found.contains { $0.hasPrefix("reading read#api.limit[") && $0.hasSuffix(" full") })
    }
  }

  @Test("an element of something else is waited for, one of the machine's own lists is not")
  func elements() throws {
    #expect(
      try rows("if await cache[3] != nil { state = .full }") == [
        "idle read/cache reading", "reading read#cache[await cache[3] != nil] full",
      ])
    #expect(
      try rows("if await store.sizes[3] != nil { state = .full }").first
        == "idle read/store.sizes reading")
    #expect(!(try rows("if await sizes[3] != nil { state = .full }").contains { $0.contains("#") }))
  }

  @Test("an await covers what stands behind it: each side of a conjunction waits by itself")
  func conjunction() throws {
    #expect(
      try rows("if await api.isOn() && api.isFull() { state = .full }") == [
        "idle read/api.isOn reading", "reading read#api.isFull[api.isFull()] full",
      ])
    #expect(
      try rows("if await api.isOn() || !isLow() { state = .full }") == [
        "idle read/api.isOn reading", "reading read#api.isOn[await api.isOn()] full",
        "reading read#isLow[!isLow()] full",
      ])
  }

  @Test("where one side need not be asked, what it waits for is not waited for")
  func sides() throws {
    #expect(
      try rows("if isOn || (await api.isFull()) { state = .full }") == [
        "idle read[isOn] full", "idle read[!(isOn)]/api.isFull reading",
        "reading read#api.isFull[await api.isFull()] full",
      ])
    #expect(
      try rows("let size = known ?? (await api.size()); state = .full; print(size)") == [
        "idle read[known != nil] full", "idle read[!(known != nil)]/api.size reading",
        "reading read#api.size full",
      ])
  }

  @Test("of a conditional expression, the side that is taken waits")
  func conditional() throws {
    #expect(
      try rows("let size = await isOn ? api.size() : 0; if size > 3 { state = .full }") == [
        "idle read[!(await isOn)] reading", "idle read[await isOn]/api.size reading",
        "reading read#api.size[size > 3] full",
      ])
  }

  @Test(
    "a try further left is for each side that waits",
    arguments: [
      "let size = try await known ?? api.size(); print(size)",
      "let size = try await isOn ? api.size() : 0; print(size)",
      "let size = try await (isOn ? api.size() : 0); print(size)",
      "if try await api.isOn() && api.size() { print(1) }",
    ])
  func failures(body: String) throws {
    let found = try rows("do { \(body) } catch { state = .full }")
    #expect(found.contains("reading read#api.size.failure full"))
  }

  @Test("a getter that waits is waited for, whatever is asked of it")
  func getter() throws {
    #expect(
      try rows("if await self.space > 3 { state = .full }") == [
        "idle read/api.space reading", "reading read#api.space[await self.space > 3] full",
      ])
  }

  @Test(
    "where a condition that waits does not hold, the way goes on from there",
    arguments: [
      "guard isOn, await api.size() > 3 else { state = .idle; return }; state = .full",
      "if isOn, await !api.size() { state = .full } else { state = .idle }",
      "if isOn, let size = await api.size() { state = .full } else { state = .idle }",
    ])
  func refused(body: String) throws {
    let found = try rows(body)
    for target in ["full", "idle"] {
      #expect(
        found.contains { $0.hasPrefix("reading read#api.size[") && $0.hasSuffix(" " + target) })
    }
  }

  @Test(
    "a try? around more than a wait gives nothing where that fails",
    arguments: [
      "let size = try? await api.size() as? Int",
      "let size = try? await api.size() ?? 3",
      "let size = try? await api.sizes()[0]",
    ])
  func optionalAttempts(body: String) throws {
    let found = try rows("\(body); state = size == nil ? .idle : .full")
    let failed = found.filter { $0.contains(".failure") }
    #expect(failed.count == 1 && failed.allSatisfy { $0.hasSuffix(" idle") }, "\(found)")
    #expect(found.contains { $0.contains(".success") && $0.hasSuffix(" full") })
  }

  @Test("an error that becomes nil goes to no catch")
  func optionalAttempt() throws {
    let found = try rows(
      """
      do { let size = (try? await api.size()) as? Int; print(size); state = .full } catch { state = .idle }
      """)
    #expect(found.count > 1)
    #expect(found.dropFirst().allSatisfy { $0.hasSuffix(" full") })
  }

  @Test("each element of a tuple, a subscript and what is assigned are waited for")
  func places() throws {
    #expect(
      try rows("let (a, b) = await (api.size(), api.kind()); if a > b { state = .full }").contains {
        $0.hasPrefix("reading read#api.kind[")
      })
    #expect(
      try rows("if sizes[await api.size()] != nil { state = .full }").contains {
        $0.hasPrefix("reading read#api.size[")
      })
  }

  @Test(
    "in a condition of a clause, it is left open what waits there",
    arguments: [
      "switch kind { case .a where await api.isOn(): state = .full; default: state = .idle }"
    ])
  func leftOpen(body: String) throws {
    let machine = try machine(disk(body))
    let rows = machine.transitions.filter { $0.event.name == "read" && $0.from == "idle" }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.certainty != .exact })
    #expect(machine.unresolved.contains { $0.reason.contains("it waits inside of an expression") })
  }
}
