import Foundation
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

@Suite("@Traced")
struct TracedMacroTests {
  private let macros: [String: any Macro.Type] = ["Traced": TracedMacro.self]

  @Test("marks the methods that change the state, themselves or through helpers")
  func methods() {
    expect(
      """
      extension Outer {
        @Traced struct Door {
          enum State {
            case open, `in between`(Int)
          }
          private var state = State.open
          mutating func push() {
            set()
          }
          mutating func log() {
            count += 1
          }
          mutating func help() {
            elsewhere()
          }
          func isOpen() -> Bool {
            state == .open
          }
          mutating func turn(by angle: Int) {
            state = .open
          }
          mutating func turn(to angle: Int) {
            state = .open
          }
          mutating func swing(_ angle: Int) {
            state = .open
          }
          mutating func swing(_ angle: Angle) {
            state = .open
          }
          mutating func handle(_ event: Event) {
            switch event {
            case .push: state = .open
            }
          }
          private mutating func set() {
            state = .`in between`(1)
          }
        }
      }
      """,
      expandsTo: """
        extension Outer {
          struct Door {
            enum State {
              case open, `in between`(Int)
            }
            private var state = State.open
            @OrreryTraced._TracedMethod("push")
            mutating func push() {
              set()
            }
            mutating func log() {
              count += 1
            }
            @OrreryTraced._TracedMethod("help", ifMoved: true)
            mutating func help() {
              elsewhere()
            }
            func isOpen() -> Bool {
              state == .open
            }
            @OrreryTraced._TracedMethod("turn(by:)")
            mutating func turn(by angle: Int) {
              state = .open
            }
            @OrreryTraced._TracedMethod("turn(to:)")
            mutating func turn(to angle: Int) {
              state = .open
            }
            @OrreryTraced._TracedMethod("swing(_: Int)")
            mutating func swing(_ angle: Int) {
              state = .open
            }
            @OrreryTraced._TracedMethod("swing(_: Angle)")
            mutating func swing(_ angle: Angle) {
              state = .open
            }
            @OrreryTraced._TracedMethod("handle", parameter: "event")
            mutating func handle(_ event: Event) {
              switch event {
              case .push: state = .open
              }
            }
            private mutating func set() {
              state = .`in between`(1)
            }

            var _traced = OrreryTraced.TracedInstance(machine: "Module.Outer.Door")

            var _tracedState: String {
              switch self.state {
              case .open:
                "open"
              case .`in between`:
                "in between"
              }
            }

            mutating func _tracedBegin(waits: Bool = false) -> OrreryTraced.TracedStep? {
              OrreryTraced.TracedInstance.begin(&self._traced, waits: waits, self._tracedState)
            }
          }
        }
        """,
      macros: macros)
  }

  @Test("names a state behind a lock where that is held, and tells who reads it elsewhere")
  func locked() {
    expect(
      """
      @Traced final class Gate {
        enum State {
          case shut
        }
        private let state = Mutex(State.shut)
        func open() {
          set(.shut)
        }
        private func set(_ next: State) {
          state.withLock {
            $0 = next
          }
        }
      }
      """,
      expandsTo: """
        final class Gate {
          enum State {
            case shut
          }
          private let state = Mutex(State.shut)
          @OrreryTraced._TracedMethod("open", parts: ["set"], locked: true)
          func open() {
            set(.shut)
          }
          @OrreryTraced._TracedMethod("set", part: true, locked: true)
          private func set(_ next: State) {
            state.withLock {
              $0 = next
            }
          }

          let _traced = OrreryTraced.TracedInstance(machine: "Module.Gate")

          static func _tracedState(_ state: State) -> String {
            switch state {
            case .shut:
              "shut"
            }
          }

          @available(*, unavailable, message: "'state' is behind a lock: '@TracedMethod' marks methods that call 'state.with…' themselves")
          var _tracedState: String {
            ""
          }
        }
        """,
      macros: macros)
  }
}

@Suite("@TracedMethod")
struct TracedMethodMacroTests {
  private let macros: [String: any Macro.Type] = [
    "TracedMethod": TracedMethodMacro.self, "_TracedMethod": TracedMethodMacro.self,
  ]

  @Test("begins a step before the body and ends it behind, which stays on its lines")
  func step() {
    expect(
      """
      struct Door {
        @TracedMethod("push") mutating func push() throws -> Int {
          guard state == .open else { throw Refused() }
          state = .shut
          return 1
        }
        @_TracedMethod("count", state: "phase", ifMoved: true) mutating func count() -> Int { next() }
        @TracedMethod("handle", parameter: "event") mutating func handle(_ event: Event) {
          switch event {
          case .push: state = .open
          }
        }
      }
      """,
      expandsTo: """
        struct Door {
          mutating func push() throws -> Int {
          var _tracedStep = self._traced.isOn ? self._tracedBegin() : nil; defer { if let _tracedStep { _tracedStep.end("push", self._tracedState, self._traced) } }
          #sourceLocation(file: "test.swift", line: 3)
              guard state == .open else { throw OrreryTraced.TracedStep.refusal(Refused(), of: &_tracedStep) }
              state = .shut
              return 1
          #sourceLocation()
          }
          mutating func count() -> Int {
          let _tracedStep = self._traced.isOn ? self._tracedBegin() : nil; defer { if let _tracedStep { _tracedStep.end("count", ifMoved: true, self._tracedState, self._traced) } }
          #sourceLocation(file: "test.swift", line: 7)
          return next()
          #sourceLocation()
          }
          mutating func handle(_ event: Event) {
          let _tracedStep = self._traced.isOn ? self._tracedBegin() : nil; let _tracedEvent = _tracedStep == nil ? "" : OrreryTraced.TracedName.of(event); defer { if let _tracedStep { _tracedStep.end(_tracedEvent, self._tracedState, self._traced) } }
          #sourceLocation(file: "test.swift", line: 9)
              switch event {
              case .push: state = .open
              }
          #sourceLocation()
          }
        }
        """,
      macros: macros)
  }

  @Test("ends the step before each wait, and begins another one behind it")
  func waits() {
    expect(
      """
      actor Loader {
        @_TracedMethod("load", parts: ["finish"]) func load() async throws {
          state = .loading
          do {
            let items = try await api.fetch()
            state = items.isEmpty ? .none : .some
          } catch {
            state = .failed
          }
          if await api.isReady() { state = .some }
          while let next = await list.next() { state = next }
          await finish()
        }
      }
      """,
      expandsTo: """
        actor Loader {
          func load() async throws {
          var _tracedStep = self._traced.run("load", self._tracedState); defer { _tracedStep.end(self._tracedState) }
          #sourceLocation(file: "test.swift", line: 3)
              state = .loading
              do {
                _tracedStep.wait("api.fetch", mayFail: true, self._tracedState); let items = try await api.fetch(); _tracedStep.resume(self._tracedState, with: items)
                state = items.isEmpty ? .none : .some
              } catch { _tracedStep.fail(self._tracedState);
                state = .failed
              }
              if _tracedStep.waits("api.isReady", self._tracedState), await api.isReady() { _tracedStep.resume(self._tracedState); state = .some } else { _tracedStep.resume(self._tracedState) }
              while _tracedStep.waits("list.next", self._tracedState), let next = await list.next() { _tracedStep.resume(self._tracedState); state = next }; _tracedStep.resume(self._tracedState)
              _tracedStep.hand(); await finish()
          #sourceLocation()
          }
        }
        """,
      macros: macros)
  }

  @Test("follows tasks that change the state, in a function of its own for a capture list")
  func tasks() {
    expect(
      """
      final class Model {
        @TracedMethod("load") func load() {
          Task { [weak self] in
            self?.state = await api.fetch()
          }
        }
      }
      """,
      expandsTo: """
        final class Model {
          func load() {

          func _tracedBody()  {
          #sourceLocation(file: "test.swift", line: 3)
              Task { [weak self] in var _tracedTask = OrreryTraced.TracedRun.task(self?._traced, "load", self?._tracedState); defer { _tracedTask.end(self?._tracedState) };
                _tracedTask.wait("api.fetch", self?._tracedState); self?.state = await api.fetch(); _tracedTask.resume(self?._tracedState)
              }
          #sourceLocation()
          }
          return _tracedBody()
          }
        }
        """,
      macros: macros)
  }

  @Test("reads a state behind a lock while that is held, and tells what follows a wait apart")
  func locked() {
    expect(
      """
      final class Gate {
        @TracedMethod("open") func open() -> Bool {
          state.withLock { $0 == .open }
        }
        @TracedMethod func load() async {
          state.withLock { $0 = .busy }
          await api.fetch()
          state.withLock { $0 = .open }
        }
      }
      """,
      expandsTo: """
        final class Gate {
          func open() -> Bool {

          #sourceLocation(file: "test.swift", line: 3)
              return state.withLock { _tracedValue in let _tracedStep = self._traced.isOn ? self._traced.begin(Self._tracedState(_tracedValue)) : nil; defer { if let _tracedStep { _tracedStep.end("open", Self._tracedState(_tracedValue), self._traced) } }; _tracedValue == .open }
          #sourceLocation()
          }
          func load() async {

          #sourceLocation(file: "test.swift", line: 6)
              state.withLock { _tracedValue in let _tracedStep = self._traced.isOn ? self._traced.begin(Self._tracedState(_tracedValue)) : nil; defer { if let _tracedStep { _tracedStep.end("load", Self._tracedState(_tracedValue), self._traced) } }; _tracedValue = .busy }
              await api.fetch()
              state.withLock { _tracedValue in let _tracedStep = self._traced.isOn ? self._traced.begin(Self._tracedState(_tracedValue)) : nil; defer { if let _tracedStep { _tracedStep.end("load", behindWait: true, Self._tracedState(_tracedValue), self._traced) } }; _tracedValue = .open }
          #sourceLocation()
          }
        }
        """,
      macros: macros)
  }

  @Test(
    "begins behind a lock that the method takes beside the state, and ends before that is released")
  func besideLock() {
    expect(
      """
      final class Vault {
        @TracedMethod func open() {
          lock.lock()
          defer { lock.unlock() }
          state = .open
        }
        @TracedMethod func shut() {
          queue.sync { state = .shut }
        }
        @TracedMethod func smash() {
          queue.sync { count() }
          fall()
        }
      }
      """,
      expandsTo: """
        final class Vault {
          func open() {

          #sourceLocation(file: "test.swift", line: 3)
              lock.lock()
              defer { lock.unlock() }; let _tracedStep = self._traced.isOn ? self._traced.begin(self._tracedState) : nil; defer { if let _tracedStep { _tracedStep.end("open", self._tracedState, self._traced) } }
              state = .open
          #sourceLocation()
          }
          func shut() {

          #sourceLocation(file: "test.swift", line: 8)
              queue.sync { let _tracedStep = self._traced.isOn ? self._traced.begin(self._tracedState) : nil; defer { if let _tracedStep { _tracedStep.end("shut", self._tracedState, self._traced) } }; state = .shut }
          #sourceLocation()
          }
          func smash() {
          let _tracedStep = self._traced.isOn ? self._traced.begin(self._tracedState) : nil; defer { if let _tracedStep { _tracedStep.end("smash", self._tracedState, self._traced) } }
          #sourceLocation(file: "test.swift", line: 11)
              queue.sync { count() }
              fall()
          #sourceLocation()
          }
        }
        """,
      macros: macros)
  }

  @Test("marks nothing but methods")
  func misplaced() {
    expect(
      "struct A {\n  @TracedMethod init() {\n    state = .a\n  }\n}",
      expandsTo: "struct A {\n  init() {\n\n      state = .a\n  }\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@TracedMethod' marks a method of a type", line: 2, column: 3,
          fixIts: [FixItSpec(message: "remove '@TracedMethod'")])
      ],
      macros: macros)
  }
}

@Suite("The benchmark of traced machines")
struct TracedBenchmarkTests {
  @Test("measures what the macro writes")
  func lines() throws {
    let attribute: AttributeSyntax = "@TracedMethod(\"push\")"
    let declaration: DeclSyntax = "mutating func push() -> Int { state = .shut }"
    let function = try #require(declaration.as(FunctionDeclSyntax.self))
    let path = "../Benchmarks/Sources/Benchmarks/TracedDoor.swift"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in TracedMethod(attribute, function).prologue.split(separator: "; ") {
      #expect(text.contains(line))
    }
  }
}
