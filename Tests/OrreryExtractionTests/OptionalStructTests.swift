import OrreryExtraction
import OrreryModel
import Testing

@Suite("Struct states that may be absent") struct OptionalStructTests {
  private let session = """
    enum Action { case login(String), logout, fail }
    struct Session { var phase: Phase = .fresh; var name: String; enum Phase { case fresh, failed } }
    """

  @Test("no state is a state of its own")
  func changed() throws {
    let found = try machine(
      session
        + """

        func reduce(_ state: inout Session?, _ action: Action) {
          switch action {
          case .login(let name):
            guard state == nil else { return }
            state = Session(name: name)
          case .logout: state = nil
          case .fail: state?.phase = .failed
          }
        }
        """)
    #expect(found.states.map(\.name) == ["fresh", "nil", "failed"])
    #expect(found.initial == nil)
    #expect(
      found.transitions.map(describe) == [
        "fresh login ignored", "fresh logout nil", "fresh fail failed",
        "nil login fresh", "nil logout ignored", "nil fail ignored",
        "failed login ignored", "failed logout nil", "failed fail ignored",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test("so it is where the next one is returned")
  func returned() throws {
    let found = try machine(
      session
        + """

        func reduce(state: Session?, action: Action) -> Session? {
          switch action {
          case .login(let name): return Session(name: name)
          case .logout: return nil
          case .fail:
            guard var next = state else { return nil }
            next.phase = .failed
            return next
          }
        }
        """)
    #expect(
      found.transitions.map(describe) == [
        "fresh login fresh", "fresh logout nil", "fresh fail failed",
        "nil login fresh", "nil logout ignored", "nil fail ignored",
        "failed login fresh", "failed logout nil", "failed fail ignored",
      ])
  }

  @Test("where there is no state, none of its properties has a value")
  func several() throws {
    let found = try machine(
      """
      import ComposableArchitecture
      struct Player { var isOn = false; var isMuted = false }
      enum PlayerAction { case play, mute, close }
      let playerReducer = Reducer<Player?, PlayerAction, Void> { state, action, _ in
        switch action {
        case .play:
          state?.isOn = true
          return .none
        case .mute:
          state?.isMuted.toggle()
          return .none
        case .close:
          state = nil
          return .none
        }
      }
      """)
    #expect(found.regions.map(\.states.count) == [3, 3])
    #expect(
      found.transitions.filter { $0.event.name == "close" }.map(describe) == [
        "isOn=false close isOn=nil", "isOn=nil close ignored", "isOn=true close isOn=nil",
        "isMuted=false close isMuted=nil", "isMuted=true close isMuted=nil",
      ])
    #expect(
      found.transitions.filter { $0.from.hasSuffix("nil") }.map(describe) == [
        "isOn=nil play ignored", "isOn=nil mute ignored", "isOn=nil close ignored",
      ])
  }
}
