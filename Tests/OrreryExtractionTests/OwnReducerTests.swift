import OrreryModel
import Testing

@Suite("Reducers whose type the files declare") struct OwnReducerTests {
  private static let types = """
    struct Call { var isOn = false; var count = 0 }
    enum CallAction { case start, add(Int) }
    """

  private static let copied = """
    { old, action in
      var new = old
      switch action {
      case .start: new.isOn = true
      case .add(let count): new.count += count
      }
      return new
    }
    """

  private static let changed = """
    { call, action in
      switch action {
      case .start: call.isOn = true
      case .add(let count): call.count += count
      }
    }
    """

  private let rows = ["start isOn = true", "add count += count"]

  @Test(
    "answer with the next state where their type does",
    arguments: [
      "typealias Reducer<State, Action> = (State, Action) -> State; let reducer: Reducer<Call, CallAction> = ",
      "typealias Reducer<State, Action> = @Sendable (State, Action) -> State; let reducer: Reducer<Call, CallAction> = ",
      "typealias Reducing<S, A> = (S?, A) -> S; let reducer: Reducing<Call, CallAction> = ",
      "struct Reducer<State, Action> { let reduce: (State, Action) -> State }; let reducer = Reducer<Call, CallAction> ",
      "struct Reducer<State, Action> { let reduce: (State, Action) -> State }; let reducer: Reducer<Call, CallAction> = .init ",
      "struct Reducer<State, Action> { let reduce: (State, Action) -> State }; typealias Main = Reducer<Call, CallAction>; let reducer = Main ",
      "struct Reducer<S> { let reduce: (S, CallAction) -> S }; let reducer = Reducer<Call> ",
      """
      struct CallReducer<S, A> { let run: (S, A) -> S; init(_ run: @escaping (S, A) -> S) { self.run = run } }
      let reducer = CallReducer<Call, CallAction>
      """,
      "struct CallReducer { let run: (Call, CallAction) -> Call }; let reducer = CallReducer ",
      "final class Reducing<S, A> { typealias Run = (S, A) -> S; let run: Run }; let reducer = Reducing<Call, CallAction> ",
    ])
  func answers(_ declaration: String) throws {
    try expectActions("\(Self.types)\n\(declaration)\(Self.copied)", rows)
  }

  @Test(
    "change the state where their type is handed it so",
    arguments: [
      "typealias Reducer<State, Action> = (inout State, Action) -> Void; let reducer: Reducer<Call, CallAction> = ",
      "typealias Reduce<S, A> = (inout S, A) -> Void; let reducer: Reduce<Call, CallAction> = ",
      "struct Reducer<State, Action> { let reduce: (inout State, Action) -> Void }; let reducer = Reducer<Call, CallAction> ",
    ])
  func changes(_ declaration: String) throws {
    try expectActions("\(Self.types)\n\(declaration)\(Self.changed)", rows)
  }

  @Test("take for the state what the type answers with, wherever it stands")
  func order() throws {
    let body = Self.copied.replacing("old, action", with: "action, old")
    try expectActions(
      """
      \(Self.types)
      struct Reducer<Action, Value> { let reduce: (Action, Value) -> Value }
      let reducer = Reducer<CallAction, Call> \(body)
      """, rows)
  }

  @Test("answer with the next state and an effect where their type does")
  func pairs() throws {
    let body = Self.copied.replacing("return new", with: "return (new, .none)")
    try expectActions(
      """
      \(Self.types)
      struct Reducer<S, A> { let reduce: (S, A) -> (S, Effect) }
      enum Effect { case none, beep }
      let reducer = Reducer<Call, CallAction> \(body)
      """, rows)
  }

  @Test("answer with the state, whatever their type, where they return it or a copy")
  func copies() throws {
    try expectActions(
      "\(Self.types)\nlet reducer = Library.Reducer<Call, CallAction> \(Self.copied)", rows)
  }

  @Test(
    "are none where neither names nor types say that something is reduced",
    arguments: [
      "typealias Draw<S, A> = (inout S, A) -> Void; let draw: Draw<Canvas, Shape> = { canvas, shape in",
      "typealias Convert<S, A> = (inout S, A) -> S; let draw: Convert<Canvas, Shape> = { canvas, shape in",
      "struct Lens<S, A> { let set: (inout S, A) -> Void }; let lens = Lens<Canvas, Shape> { canvas, shape in",
    ])
  func others(_ declaration: String) {
    let source = """
      struct Canvas { var isRound = false }
      enum Shape { case circle, square }
      \(declaration)
        switch shape {
        case .circle: canvas.isRound = true
        case .square: canvas.isRound = false
        }
      }
      """
    #expect(extract(source).machines.isEmpty)
  }

  @Test(
    "are found in an extension that says what is reduced",
    arguments: [
      "extension Reducer where State == Call, Action == CallAction { static var call: Self = Reducer ",
      "extension Reducer where Action == CallAction, State == Call { static let call = Reducer ",
      "extension Reducer where Self.State == Call, Self.Action == CallAction { static let call: Self = .init ",
      "extension Reducer where State == Call, Action == CallAction { static let call = Self ",
      "extension Reducer<Call, CallAction> { static let call = Self ",
      "extension Reducer where State == Call, Action == CallAction { static func call() -> Self { .init ",
    ],
    [true, false])
  func extensions(_ declaration: String, isDeclared: Bool) throws {
    let type = "struct Reducer<State, Action> { let reduce: (State, Action) -> State }"
    let end = declaration.contains("func") ? "} }" : "}"
    try expectActions(
      "\(Self.types)\n\(isDeclared ? type : "")\n\(declaration)\(Self.copied)\(end)", rows)
  }

  @Test("are none in an extension that leaves open what is reduced")
  func open() {
    let source = """
      \(Self.types)
      struct Reducer<State, Action> { let reduce: (State, Action) -> State }
      extension Reducer where Action == CallAction { static let call = Reducer \(Self.copied) }
      """
    #expect(extract(source).machines.isEmpty)
  }
}
