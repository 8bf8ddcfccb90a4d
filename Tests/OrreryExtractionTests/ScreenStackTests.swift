import OrreryModel
import Testing

@Suite("A stack of screens") struct ScreenStackTests {
  private static func feature(_ cases: String, body: String = "") -> String {
    """
    @Reducer struct App {
      @Reducer enum Path { case list(List), detail(Detail), edit(Edit) }
      @ObservableState struct State { var path = StackState<Path.State>(); var isOpen = false }
      enum Action { case path(StackActionOf<Path>), start, leave }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          \(cases)
          default: return .none
          }
        }
        .forEach(\\.path, action: \\.path)
      }
    }
    """
  }

  private static let flow = feature(
    """
    case .start:
      state.path.append(.list(List.State()))
      return .none
    case .path(.element(id: _, action: .list(.rowTapped(let id)))):
      state.path.append(.detail(Detail.State(id: id)))
      return .none
    case .path(.element(id: _, action: .detail(.editTapped))):
      state.path.append(Path.State.edit(Edit.State()))
      return .none
    case .path(.element(id: _, action: .edit(.saved))):
      _ = state.path.popLast()
      return .none
    case .path(.element(id: _, action: .list(.closed))):
      state.path.removeLast()
      return .none
    case .leave:
      state.path.removeAll()
      return .none
    """)

  private func moves(_ source: String) throws -> [String] {
    let machine = try #require(extract(source).machines.first { $0.name == "App" })
    return machine.transitions.filter { $0.kind == .move || $0.kind == .unresolved }.map(describe)
  }

  @Test("is a region of the screen on top, with the root and every screen as values")
  func region() throws {
    let machine = try #require(extract(Self.flow).machines.first { $0.name == "App" })
    #expect(machine.regions.map(\.name) == ["path"])
    #expect(machine.regions[0].states == ["root", "list", "detail", "edit"])
    #expect(machine.initial == "root")
  }

  @Test("is led on by what is put on it, from the screen whose action asks for that")
  func pushes() throws {
    let rows = try moves(Self.flow)
    let rowTapped = "case .element(id: _, action: .list(.rowTapped(let id)))"
    #expect(rows.filter { $0.contains("rowTapped") } == ["list path[\(rowTapped)] detail"])
    #expect(
      rows.filter { $0.contains(" start ") } == [
        "root start list", "detail start list", "edit start list",
      ])
    #expect(
      rows.filter { $0.contains(" leave ") }.map { $0.suffix(5) } == [" root", " root", " root"])
  }

  @Test(
    "is inferred to go back to where a screen was put on, and is `?` where that may be anywhere")
  func pops() throws {
    let machine = try #require(extract(Self.flow).machines.first { $0.name == "App" })
    let saved = machine.transitions.filter {
      $0.guard?.contains(".saved") == true && $0.kind != .ignore
    }
    #expect(saved.map { [$0.from, $0.to] } == [["edit", "detail"]])
    #expect(saved.allSatisfy { $0.certainty == .inferred })
    let closed = machine.transitions.filter {
      $0.guard?.contains(".closed") == true && $0.kind != .ignore
    }
    #expect(closed.map { [$0.from, $0.to] } == [["list", nil]])
    #expect(closed.map(\.kind) == [.unresolved])
    #expect(machine.unresolved.contains { $0.reason.contains("path") })
  }

  @Test("goes back to the screen that was put on last, of two that one way puts on")
  func twoPushes() throws {
    let source = Self.feature(
      """
      case .path(.element(id: _, action: .list(.rowTapped))):
        state.path.append(.detail(Detail.State()))
        state.path.append(.edit(Edit.State()))
        return .none
      case .path(.element(id: _, action: .edit(.saved))):
        state.path.removeLast()
        return .none
      """)
    let rows = try moves(source)
    #expect(rows.contains("list path[case .element(id: _, action: .list(.rowTapped))] edit"))
    #expect(rows.contains("edit path[case .element(id: _, action: .edit(.saved))] detail"))
  }

  @Test("is led on from each of the screens whose actions one clause names")
  func severalScreens() throws {
    let source = Self.feature(
      """
      case .path(.element(id: _, action: .list(.shared))),
        .path(.element(id: _, action: .detail(.shared))):
        state.path.append(.edit(Edit.State()))
        return .none
      case let .path(.element(id: _, action: .edit(.saved(name)))):
        log(name)
        state.path.removeAll()
        return .none
      """)
    let shared =
      "case .element(id: _, action: .list(.shared)), .element(id: _, action: .detail(.shared))"
    #expect(
      try moves(source) == [
        "list path[\(shared)] edit", "detail path[\(shared)] edit",
        "edit path[case let .element(id: _, action: .edit(.saved(name)))] root",
      ])
  }

  @Test("takes no action of a list beside it for one of its screens")
  func list() throws {
    let source = """
      @Reducer struct App {
        @Reducer enum Path { case list(List), detail(Detail) }
        struct State { var path = StackState<Path.State>(); var todos = IdentifiedArrayOf<Todo.State>() }
        enum Action { case path(StackActionOf<Path>), todos(IdentifiedActionOf<Todo>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .todos(.element(id: _, action: .list)):
              state.path.append(.detail(Detail.State()))
              return .none
            default: return .none
            }
          }
        }
      }
      """
    let machine = try #require(extract(source).machines.first { $0.name == "App" })
    #expect(machine.regions[0].states == ["root", "list", "detail"])
    #expect(
      Set(machine.transitions.filter { $0.kind == .move }.map(\.from)) == ["root", "list"])
  }

  /// The moves of an event that writes the stack, where another puts a screen on it.
  private func leaves(_ write: String) throws -> [String] {
    let source = Self.feature(
      """
      case .start:
        state.path.append(.list(List.State()))
        return .none
      case .leave:
        \(write)
        return .none
      """)
    return try moves(source).filter { $0.contains(" leave ") }
  }

  @Test("is `?` after what is not read: another array, an index, a screen that a value tells")
  func unknown() throws {
    for write in [
      "state.path = other", "state.path = makeStack()", "state.path.pop(to: id)",
      "state.path.append(screen)", "state.path.append(.made())", "state.path.removeLast(2)",
      "state.path.removeAll(where: isOld)", "state.path.append(contentsOf: .saved)",
    ] {
      let rows = try leaves(write)
      #expect(rows.count == 4 && rows.allSatisfy { $0.hasSuffix(" ?") }, "\(write): \(rows)")
    }
  }

  @Test(
    "is empty after all that empties it",
    arguments: [
      "state.path = StackState()", "state.path = StackState<Path.State>()", "state.path = .init()",
      "state.path = []", "state.path.removeAll()", "state.path.removeAll(keepingCapacity: true)",
    ])
  func emptied(write: String) throws {
    let rows = try leaves(write)
    #expect(rows == ["list leave root", "detail leave root", "edit leave root"])
  }

  @Test("is no region where no handler puts a screen on it")
  func unused() throws {
    let machine = try #require(
      extract(Self.feature("case .start: state.isOpen = true; return .none")).machines
        .first { $0.name == "App" })
    #expect(machine.regions.map(\.name) == ["isOpen"])
  }
}
