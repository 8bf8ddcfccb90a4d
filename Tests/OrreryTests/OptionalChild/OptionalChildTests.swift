import Foundation
import Orrery
import OrreryExtraction
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

@Suite("A nested child that comes and goes")
struct OptionalChildTests {
  private let sink = MemorySink()

  private func list(
    _ suggest: @escaping @Sendable () async -> String = { "Ada" }
  ) -> StoreOf<NameList> {
    Store(initialState: NameList.State(), recorder: TraceRecorder(sink: sink)) {
      NameList(sheet: NameSheet(suggest: suggest))
    }
  }

  private func steps(of machine: String) -> [String] {
    sink.records.compactMap { record in
      guard case .step(let step) = record, step.machine.hasSuffix(machine) else { return nil }
      return "\(step.from) \(step.event) > \(step.to) \(step.verdict)"
    }
  }

  private var instances: [String] {
    sink.records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase) \(instance.state)"
    }
  }

  /// The machines as extraction reads them.
  private func declared() throws -> [Machine] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "NameList.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    return Extractor().extract([
      SourceText(module: "OrreryTests", path: "NameList.swift", text: text)
    ]).machines
  }

  @Test("runs while it is there, and is an instance from when it comes to when it goes")
  func life() async {
    let store = list()
    store.send(.input(.addTapped))
    store.send(.input(.suggestTapped))
    #expect(await eventually { store.sheet == .named("Ada") })
    store.send(.input(.closeTapped))
    #expect(store.sheet == nil)
    store.send(.input(.addTapped))
    #expect(store.sheet == .empty)
    #expect(
      steps(of: "NameSheet") == [
        "empty suggestTapped > thinking moved", "thinking suggested > named moved",
      ])
    #expect(
      instances == [
        "started isFull=false, sheet=nil", "started empty", "ended named", "started empty",
      ])
  }

  @Test("ignores what comes while it is not there, and that is recorded")
  func absent() {
    let store = list()
    store.send(.input(.nameTyped("Ada")))
    store.send(.input(.addTapped))
    store.send(.input(.nameTyped("Ada")))
    #expect(store.sheet == .named("Ada"))
    #expect(
      steps(of: "NameList") == [
        "isFull=false, sheet=nil nameTyped > isFull=false, sheet=nil ignored",
        "isFull=false, sheet=nil addTapped > isFull=false, sheet=some moved",
        "isFull=false, sheet=some nameTyped > isFull=false, sheet=some none",
      ])
  }

  @Test("takes its effects with it")
  func effects() async {
    let store = list {
      try? await Task.sleep(for: .seconds(60))
      return "late"
    }
    store.send(.input(.addTapped))
    store.send(.input(.suggestTapped))
    #expect(store.runningEffects == ["suggest"])
    store.send(.input(.closeTapped))
    #expect(store.runningEffects.isEmpty)
    let reasons = sink.records.compactMap { record in
      if case .effect(let effect) = record, effect.phase == .cancelled {
        effect.reason
      } else {
        nil
      }
    }
    #expect(reasons == ["the child's state is gone"])
  }

  @Test("is declared as it is recorded, and so is its parent")
  func conformance() async throws {
    let declared = try declared()
    let parent = try #require(declared.first { $0.id.hasSuffix(".NameList") })
    #expect(
      parent.children
        == [Child(machine: "OrreryTests.NameSheet", via: .ifLet, path: "sheet")])
    let store = list()
    store.send(.input(.nameTyped("Eve")))
    for input in [NameList.Input.addTapped, .suggestTapped] { store.send(.input(input)) }
    #expect(await eventually { store.sheet == .named("Ada") })
    for input in [NameList.Input.nameTyped("Eve"), .closeTapped, .suggestTapped] {
      store.send(.input(input))
    }
    let report = Conformance.judge(records: sink.records, declared: declared)
    #expect(report.conforms && report.strayNames.isEmpty)
    #expect(report.machines.map(\.steps) == [7, 3])
    #expect(report.machines.flatMap(\.undeclared).isEmpty)
  }
}
