import OrreryModel
import Testing

/// Views, which are structs whose state is kept elsewhere.
@Suite("A view with its state in `@State`")
struct ViewTests {
  @Test("has its methods for events, and the closures of what it shows")
  func methods() throws {
    let found = try machine(
      """
      struct ListScreen: View {
        enum Phase { case loading, display([Item]), failed }
        let client: Client
        @State private var phase: Phase = .loading
        var body: some View {
          content.task { await fetch() }.refreshable { phase = .loading }
        }
        @ViewBuilder private var content: some View {
          switch phase {
          case .loading: ProgressView()
          case .display(let items): List(items) { Text($0.name) }
          case .failed: Text("Error")
          }
        }
        private func fetch() async {
          do { phase = .display(try await client.items()) } catch { phase = .failed }
        }
      }
      """)
    #expect(found.initial == "loading")
    let moves = found.transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      moves == [
        "loading fetch#client.items.success display", "failed fetch#client.items.success display",
        "loading fetch#client.items.failure failed", "display fetch#client.items.failure failed",
        "display body#refreshable loading", "failed body#refreshable loading",
      ])
    #expect(found.unresolved.isEmpty)
  }

  private let closures = """
    struct Player: View {
      enum Phase { case idle, busy, done }
      @State private var phase = Phase.idle
      var body: some View {
        VStack {
          Button("Go") { phase = .busy }
          row("x")
          footer
        }
      }
      private var footer: some View { Button(action: { phase = .idle }) { Text("Stop") } }
      private func row(_ name: String) -> some View { Button(name) { end() } }
      private func end() { if phase == .busy { phase = .done } }
    }
    """

  @Test("is found by what only its closures change, each told where it stands")
  func closuresAlone() throws {
    let found = try machine(closures)
    let moves = Set(found.transitions.filter { $0.kind == .move }.map(describe))
    #expect(
      moves == [
        #"idle body#Button("Go") busy"#, #"done body#Button("Go") busy"#, "busy footer#Button idle",
        "done footer#Button idle", "busy row#Button done",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test(
    "is found by what its functions alone show",
    arguments: ["ModifiedView: View", "Modifier: ViewModifier"])
  func shownByFunctions(head: String) throws {
    let found = try machine(
      """
      struct \(head) {
        enum Phase { case idle, busy }
        @State private var phase = Phase.idle
        func body(content: Content) -> some View {
          content.onTapGesture { phase = .busy }.onAppear { phase = .idle }
        }
      }
      """)
    #expect(
      found.transitions.map(describe) == [
        "idle body#onTapGesture busy", "busy body#onTapGesture ignored",
        "idle body#onAppear ignored", "busy body#onAppear idle",
      ])
  }

  @Test(
    "has actions that only ask and call others, through a method, a task or an animation",
    arguments: ["send()", "Task { \(choice) }", "withAnimation { \(choice) }", choice])
  func asking(action: String) throws {
    let found = try machine(
      """
      struct Picker: View {
        enum Kind { case folder, image }
        let data: Store
        @State private var kind = Kind.folder
        var body: some View {
          VStack { Button("Image") { kind = .image }; Button("Go") { \(action) } }
        }
        private func send() { \(Self.choice) }
      }
      """
    ).transitions.filter { $0.event.name.contains("Go") }.map(describe)
    #expect(
      found == [
        #"folder body#Button("Go")/data.addFolder folder"#,
        #"image body#Button("Go")/data.addImage image"#,
      ])
  }

  private static let choice =
    "if kind == .folder { data.addFolder() } else { data.addImage() }"

  @Test(
    "is none where the state is selected, or never assigned",
    arguments: [
      "Picker(\"\", selection: $tab) { }; Button(\"Home\") { tab = .home }",
      "Button(\"Home\") { print(tab) }",
    ])
  func selection(content: String) {
    let found = extract(
      """
      struct Tabs: View {
        enum Tab { case home, settings }
        @State private var tab: Tab = .home
        var body: some View {
          \(content)
          switch tab { case .home: Home(); case .settings: Settings() }
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("a private method that a later closure of another method calls too is an event")
  func stepOfOthers() throws {
    let found = try machine(
      """
      struct Feed: View {
        enum Phase { case a, b }
        @State private var phase = Phase.a
        var body: some View { Button("x") { fail() }.onAppear { load() } }
        private func load() { api.fetch { _ in fail() } }
        private func fail() { if phase == .a { phase = .b } else { phase = .a } }
      }
      """)
    let moves = Set(found.transitions.filter { $0.kind == .move }.map(describe))
    #expect(moves == ["a fail b", "b fail a"])
  }

  @Test(
    "what an action does with an object that it makes is an effect, unlike the views of a closure")
  func madeObjects() throws {
    let found = try machine(
      """
      struct Feed: View {
        enum Phase { case a, b }
        @State private var phase = Phase.a
        var body: some View {
          VStack {
            Text("x").padding()
            Button("x") {
              phase = .b
              Haptics(style: .medium).play()
            }
          }
        }
        func reset() { phase = .a }
      }
      """)
    #expect(found.transitions.map(describe).contains("a body#Button(\"x\")/Haptics.play b"))
  }

  @Test(
    "is no machine of a state that it is lent, and only sets to one thing, never asks for, or lends",
    arguments: [
      "Button(\"x\") { if phase == .a { phase = .b } }",
      "Button(\"x\") { phase = .b; phase = .a }",
      "Button(\"x\") { phase = phase == .a ? .b : .a }; Other(phase: $phase)",
      "Button(\"x\") { phase = phase == .a ? .b : .a }; Other(phase: _phase)",
    ])
  func lentStates(body: String) {
    let found = extract(
      """
      enum Phase { case a, b }
      struct Row: View {
        @Binding var phase: Phase
        var body: some View { VStack { \(body) } }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("has what nobody touches also where it is disabled: callbacks, and bars beside it")
  func disabledViews() throws {
    func events(_ view: String) throws -> [String] {
      try machine(
        """
        struct Login: View {
          enum Phase { case idle, loading, done }
          @State private var phase = Phase.idle
          var body: some View {
            VStack { \(view).disabled(phase == .loading) }.onAppear { phase = .idle }
          }
        }
        """
      ).transitions.filter { $0.from == "loading" && !$0.event.name.hasSuffix("onAppear") }
        .map(\.event.name)
    }
    #expect(
      try events("LoginButton(onStart: { phase = .loading }, onEnd: { phase = .done })") == [
        "body#LoginButton.onStart", "body#LoginButton.onEnd",
      ])
    #expect(try events(#"Text("x").toolbar { Button("Go") { phase = .done } }"#).count == 1)
    #expect(try events(#"VStack { Button("Go") { phase = .done } }"#) == [])
    #expect(
      try events(#"VStack { Button("Go") { phase = .done }.disabled(isOff) }"#) == [])
  }

  @Test("has no final state where another lends it that: it may lead out of each")
  func lentStatesEndNowhere() throws {
    func states(_ wrapper: String) throws -> [Bool] {
      try machine(
        """
        struct Row: View {
          enum Phase { case off, on, gone }
          \(wrapper) var phase: Phase
          var body: some View {
            VStack {
              Button("x") { if phase == .on { phase = .gone } }
              Button("y") { if phase == .off { phase = .on } }
            }
          }
        }
        """
      ).states.map(\.isFinal)
    }
    #expect(try states("@State") == [false, false, true])
    #expect(try states("@Binding") == [false, false, false])
  }

  @Test("that is lent its state finds after a wait what others have made of it, be it private")
  func lentAndPrivate() throws {
    func rows(_ access: String) throws -> [String] {
      try machine(
        """
        struct Step: View {
          enum Phase { case idle, busy, done }
          @Binding \(access) var phase: Phase
          var body: some View { Text("x") }
          func go() async {
            guard phase == .idle else { return }
            phase = .busy
            await api.go()
            if phase == .busy { phase = .done }
          }
        }
        """
      ).transitions.filter { $0.event.name == "go#api.go" }.map(describe)
    }
    #expect(try rows("private") == rows(""))
    #expect(try rows("private").count == 3)
  }

  @Test("waits beside what its other controls wait for, where these may be touched meanwhile")
  func waitsOfControls() throws {
    func rows(_ condition: String) throws -> [String] {
      try machine(
        """
        struct Shop: View {
          enum Step { case idle, buying, restoring }
          @State private var step = Step.idle
          var body: some View {
            VStack {
              Button("Buy") { step = .buying; Task { await api.buy(); step = .idle } }
                .disabled(step != .idle)
              Button("Restore") { step = .restoring; Task { await api.restore(); step = .idle } }
                .disabled(\(condition))
            }
          }
        }
        """
      ).transitions.filter { $0.event.name == "body#api.buy" }.map(describeWithCertainty)
    }
    #expect(try rows("step != .idle") == ["buying body#api.buy idle"])
    #expect(
      try rows("step == .restoring") == [
        "idle body#api.buy ignored (late)", "buying body#api.buy idle",
        "restoring body#api.buy idle (late)",
      ])
  }

  @Test("may set its state to what a function of the file answers")
  func answers() throws {
    try expectTransitions(
      """
      enum Follow { case on, off }
      func next(_ follow: Follow) -> Follow { follow == .on ? .off : .on }
      struct FollowButton: View {
        @State var follow: Follow
        var body: some View { Button("Follow") { tap() } }
        func tap() { follow = next(follow) }
      }
      """,
      ["on tap off", "off tap on"])
  }
}
