import Foundation
import Orrery
import OrreryTrace
import Testing

@Suite("Many tasks")
struct MixtureTests {
  @Test("may send, read, follow and drop stores with effects at the same time")
  func mixture() async {
    let rounds = StressTests.inputs / 1_000
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<rounds {
            let sink = MemorySink()
            let store = Store(
              initialState: Box.State(), recorder: TraceRecorder(sink: sink)
            ) { Box() }
            let states = store.states
            let reader = Task {
              for await state in states where state.label != nil { return }
            }
            for _ in 0..<4 {
              store.send(.input(.lampPress))
              store.send(.input(.toggle))
            }
            await reader.value
            // Toggled an even number of times, with each of the steps on record.
            #expect(!store.isOpen)
            #expect(sink.toggles == 4)
          }
        }
      }
    }
  }
}

extension MemorySink {
  /// How many steps of the box itself were toggles.
  fileprivate var toggles: Int {
    records.count { record in
      if case .step(let step) = record { step.event == "toggle" } else { false }
    }
  }
}
