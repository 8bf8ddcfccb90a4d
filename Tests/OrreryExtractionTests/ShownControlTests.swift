import OrreryExtraction
import OrreryModel
import Testing

@Suite("What people touch in a view") struct ShownControlTests {
  private func transitions(body: String) throws -> [Transition] {
    try machine(
      """
      struct Upload: View {
        enum Phase { case idle, loading, failed }
        @State private var phase = Phase.idle
        var body: some View {
          \(body)
        }
      }
      """
    ).transitions
  }

  @Test("starts in the states in which a branch shows it, though the view may be a frame old")
  func branches() throws {
    let found = try transitions(
      body: """
        VStack {
          switch phase {
          case .idle: Button("Start") { phase = .loading }
          case .loading: ProgressView()
          case .failed: Button("Retry") { phase = .loading }
          }
          if case .loading = phase { Text("…").onTapGesture { phase = .idle } }
        }
        .onReceive(errors) { _ in phase = .failed }
        """)
    let controls = found.filter { !$0.event.name.hasSuffix("onReceive") }
    #expect(
      Set(controls.map(describe)) == [
        #"idle body#Button("Start") loading"#, #"failed body#Button("Retry") loading"#,
        "loading body#onTapGesture idle",
      ])
    #expect(controls.allSatisfy { $0.certainty == .inferred })
    #expect(found.count { $0.event.name.hasSuffix("onReceive") } == 3)
  }

  @Test("starts in every state where it is always shown, or nothing tells when it is")
  func always() throws {
    for body in [
      #"VStack { if phase == .idle { Text("x") }; Button("Start") { phase = .loading } }"#,
      #"Card { if phase == .idle { Button("Start") { phase = .loading } } }"#,
    ] {
      let found = try transitions(body: body)
      #expect(Set(found.map(\.from)) == ["idle", "loading", "failed"])
      #expect(found.allSatisfy { $0.certainty == .exact })
    }
  }

  @Test("is named by the view that its modifier is called on, where several have the same")
  func modifiersOfOneName() throws {
    let found = try transitions(
      body: """
        VStack {
          Text("Go").onTapGesture { phase = .loading }
          self.icon.padding().onTapGesture { phase = .idle }
        }
        """)
    #expect(
      Set(found.map(\.event.name)) == [
        #"body#Text("Go").onTapGesture"#, "body#icon.onTapGesture",
      ])
  }

  @Test("is found behind modifiers that only some builds have, and among these")
  func conditionalModifiers() throws {
    let found = try transitions(
      body: """
        Text("x")
        #if os(iOS)
          .scrollContentBackground(.hidden)
          .onTapGesture { phase = .loading }
        #else
          .onHover { _ in phase = .idle }
        #endif
        .onAppear { phase = .failed }
        """)
    #expect(
      Set(found.filter { $0.kind == .move && $0.from != "failed" }.map(describe)) == [
        "idle body#onTapGesture loading", "loading body#onHover idle", "idle body#onAppear failed",
        "loading body#onAppear failed",
      ])
  }

  @Test("is told once, for the part of the view that it stands in, with all that its closure does")
  func parts() throws {
    let found = try machine(
      """
      struct Upload: View {
        enum Phase { case idle, loading, done }
        @State private var phase = Phase.idle
        var body: some View { VStack { controls }.task { await sendOnce() } }
        private var controls: some View { AsyncButton { await send() } label: { Text("Send") } }
        private func sendOnce() async { if phase == .idle { await send() } }
        private func send() async {
          phase = .loading
          await api.send()
          phase = .done
        }
      }
      """
    ).transitions.filter { $0.kind != .ignore && !$0.event.name.hasPrefix("sendOnce") }
    #expect(
      found.map(describe) == [
        "loading send#api.send done", "idle controls#AsyncButton/api.send loading",
        "loading controls#AsyncButton/api.send loading",
        "done controls#AsyncButton/api.send loading",
      ])
  }

  @Test(
    "starts where the part of the view is shown that it stands in",
    arguments: [
      ("if phase == .idle { start }", ["idle"]), ("if phase == .idle { page }", ["idle"]),
      ("if phase == .idle { start }; start", ["idle", "loading"]),
      ("if phase == .idle { Card { start } }", ["idle", "loading"]),
      ("if phase == .idle { Card { start } } else { start }", ["idle", "loading"]),
    ])
  func places(_ body: String, _ states: [String]) throws {
    let found = try machine(
      """
      struct Upload: View {
        enum Phase { case idle, loading }
        @State private var phase = Phase.idle
        var body: some View { VStack { \(body) }.onAppear { phase = .idle } }
        \(body.contains("page") ? "private var page: some View { VStack { start } }" : "")
        private var start: some View { Button("Start") { phase = .loading } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("start") }
    #expect(found.map(\.from) == states)
    #expect(Set(found.map(\.certainty)) == [states.count == 1 ? .inferred : .exact])
  }

  @Test(
    "starts so in a private method of the view as well: others may show another one anywhere",
    arguments: [("private func", ["idle"]), ("func", ["idle", "loading"])])
  func methods(_ kind: String, _ states: [String]) throws {
    let found = try machine(
      """
      struct Upload: View {
        enum Phase { case idle, loading }
        @State private var phase = Phase.idle
        var body: some View {
          VStack { if phase == .idle { start("x") } }.onAppear { phase = .idle }
        }
        \(kind) start(_ title: String) -> some View { Button(title) { phase = .loading } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("start") }
    #expect(found.map(\.from) == states)
    #expect(Set(found.map(\.certainty)) == [states.count == 1 ? .inferred : .exact])
  }

  @Test("may be a view of one's own, or of others, that is handed what to do")
  func ownControls() throws {
    let view =
      "struct Row: View { let title: String; var tap: (() -> Void)?; var body: some View { x } }"
    for (call, isShown) in [
      ("Row(title: \"x\") { phase = .loading }", true),
      ("Row(title: \"x\", tap: { phase = .loading })", true),
      ("RoundButton { phase = .loading }", true), ("Watcher { phase = .loading }", false),
    ] {
      let found = extract(
        """
        \(view)
        struct Upload: View {
          enum Phase { case idle, loading }
          @State private var phase = Phase.idle
          var body: some View {
            VStack { if phase == .idle { \(call) } }.onAppear { phase = .idle }
          }
        }
        """
      ).machines.flatMap(\.transitions).filter { !$0.event.name.hasSuffix("onAppear") }
      #expect(found.map(\.from) == (isShown ? ["idle"] : ["idle", "loading"]), "\(call)")
    }
  }
}
