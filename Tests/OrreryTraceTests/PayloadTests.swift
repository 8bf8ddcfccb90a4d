import Foundation
import OrreryTrace
import Testing

@Suite("What a log says about values") struct PayloadTests {
  private struct Password { var text: String }
  private struct Account {
    var email: String
    var password: Password
    var age: Int?
    var tags: [String]
  }
  private enum Input {
    case signIn(Account, remember: Bool)
    case rename(to: String)
    case signOut
  }

  private let account = Account(
    email: "ada@example.org", password: Password(text: "secret"), age: 36, tags: ["a", "b"])

  private func records(
    _ policy: PayloadPolicy?, _ value: Any
  ) -> (line: String, payload: StepPayload?) {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink)
    if let policy { recorder.payloads = policy }
    let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
    trace.record(event: "e", from: "a", to: "b", value: value, state: value)
    guard case .step(let step)? = sink.records.last else { return ("", nil) }
    return (RecordEncoder.line(.step(step)), step.payload)
  }

  @Test("Names only, unless it is asked for more")
  func namesOnly() {
    for policy in [nil, PayloadPolicy.namesOnly] {
      let (line, payload) = records(policy, Input.signIn(account, remember: true))
      #expect(payload == nil && !line.contains("ada") && !line.contains("payload"))
    }
  }

  @Test("No value is asked for while names are enough")
  func untouched() {
    let recorder = TraceRecorder(sink: MemorySink())
    let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
    func touched() -> Any? {
      Issue.record("a value was asked for")
      return nil
    }
    trace.record(event: "e", from: "a", to: "b", value: touched(), state: touched())
  }

  @Test("A dump names the case and the stored properties")
  func dump() {
    let policy = PayloadPolicy.dumps()
    #expect(
      policy.text(of: Input.signIn(account, remember: true))
        == #".signIn(Account(email: "ada@example.org", password: Password(text: "secret"), "#
        + #"age: 36, tags: ["a", "b"]), remember: true)"#)
    #expect(policy.text(of: Input.rename(to: "x")) == #".rename(to: "x")"#)
    #expect(policy.text(of: Input.signOut) == ".signOut")
    #expect(policy.text(of: Int?.none as Any) == "nil")
    #expect(policy.text(of: ["k": 1]) == #"["k": 1]"#)
    #expect(policy.text(of: (1, b: 2.5)) == "(1, b: 2.5)")
  }

  @Test("A type or a property that is redacted is in no part of the log")
  func redaction() {
    let policy = PayloadPolicy.dumps().redacting(Password.self)
      .redacting(\Account.email, with: "…")
    let (line, payload) = records(policy, [Input.signIn(account, remember: false)])
    #expect(!line.contains("secret") && !line.contains("ada"))
    #expect(payload?.event == payload?.state)
    #expect(
      payload?.event
        == #"[.signIn(Account(email: "…", password: <redacted>, age: 36, tags: ["a", "b"]), "#
        + "remember: false)]")
  }

  @Test("A description that tells a redacted part is not asked for")
  func descriptions() {
    struct Chatty: CustomStringConvertible {
      var password = Password(text: "secret")
      var description: String { password.text }
    }
    let policy = PayloadPolicy.dumps().redacting(Password.self)
    #expect(policy.text(of: Chatty()) == "Chatty(password: <redacted>)")
  }

  @Test("A dump is no longer than its bound, and says that it was cut", arguments: [1, 2, 10, 99])
  func bound(limit: Int) {
    let policy = PayloadPolicy.dumps(upTo: limit)
    let long = Array(repeating: "é😀", count: 100_000)
    let text = policy.text(of: long)
    #expect(text.hasSuffix("…") && text.utf8.count <= limit + "…".utf8.count)
  }

  @Test("What refers to itself ends")
  func cycle() {
    final class Node { var next: Node? }
    let node = Node()
    node.next = node
    let text = PayloadPolicy.dumps(upTo: 10_000).text(of: node)
    #expect(text.hasPrefix("Node(next: Node(next: "))
    node.next = nil
  }

  @Test("The policy may change while the program runs")
  func change() {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink)
    let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
    for policy in [PayloadPolicy.dumps(), .namesOnly] {
      recorder.payloads = policy
      trace.record(event: "e", from: "a", to: "b", value: Input.signOut, state: 1)
    }
    let payloads = sink.records.compactMap { record -> StepPayload?? in
      if case .step(let step) = record { step.payload } else { nil }
    }
    #expect(payloads == [StepPayload(event: ".signOut", state: "1"), nil])
  }
}
