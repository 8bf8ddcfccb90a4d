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
}
