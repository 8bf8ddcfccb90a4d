import OrreryModel
import Testing

@Suite("Conditions that decide nothing of a row are none of its guard") struct TailGuardTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Model {
        enum Phase { case idle, done, failed }
        private(set) var phase: Phase = .idle
        func reset() { phase = .idle }
      \(members)
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.event.name != "reset" }.map(describe)
  }

  @Test("those behind the last write, where all their ways do the same")
  func tail() throws {
    let rows = try rows(
      """
        func finish() {
          guard phase == .idle else { return }
          if isGood { phase = .done } else { phase = .failed }
          if list.isEmpty { count += 1 } else if isLast { last = 2 }
          guard isSeen else { return }
          if wantsMore { count = 0 }
        }
      """)
    #expect(rows == ["idle finish[isGood] done", "idle finish[!(isGood)] failed"])
  }

  @Test("but where an effect or a later write tells the ways apart")
  func toldApart() throws {
    let rows = try rows(
      """
        func finish() async {
          guard phase == .idle else { return }
          phase = .done
          if list.isEmpty { count += 1 }
          if isLast { await api.close() }
        }
        func fail() {
          guard phase == .idle else { return }
          phase = .done
          if list.isEmpty { count += 1 }
          if isLast { phase = .failed }
        }
      """)
    #expect(
      rows == [
        "idle finish[!(isLast)] done", "idle finish[isLast]/api.close done",
        "idle fail[isLast] failed", "idle fail[!(isLast)] done",
      ])
  }

  @Test(
    "those of a loop that has one way out",
    arguments: [
      "while let item = queue.next() { guard item.isGood else { continue }; guard item.isNew else { continue }; print(item) }",
      "repeat { if isGood { print(1) } else if isNew { break } } while isOpen",
      "for item in items { if item.isGood { break }; if item.isNew { print(item) } }",
    ])
  func loops(_ loop: String) throws {
    let rows = try rows("func finish() { \(loop); phase = .done }")
    #expect(rows == ["idle finish done"])
  }

  @Test("but where a loop is also left otherwise")
  func leftLoop() throws {
    let rows = try rows(
      "func finish() { while isOpen { if isBad { fatalError() } }; phase = .done }")
    #expect(rows.contains { $0.hasPrefix("idle finish[") && $0.hasSuffix("trap") })
    #expect(!rows.contains("idle finish done"))
  }

  @Test("that a value is one of several cases, where it is one of fewer")
  func narrowed() throws {
    let rows = try rows(
      """
        func finish(_ response: Response) throws {
          switch response {
          case .partial, .more: return
          case .whole, .bad, .none: break
          }
          guard phase == .idle else { return }
          switch response {
          case .partial, .more, .bad, .none: throw Bad()
          case .whole: phase = .done
          }
        }
      """)
    #expect(
      rows.filter { $0.hasSuffix("done") || $0.hasSuffix("throws") } == [
        "idle finish[case .bad, .none = response] throws",
        "idle finish[case .whole = response] done",
      ])
  }

  @Test("those among which no answer leads to anything else, beside others that do")
  func branches() throws {
    let rows = try rows(
      """
        func finish(_ frame: Frame) async {
          guard phase == .idle else { return }
          phase = .done
          switch frame {
          case .text(let text): count += text.count
          case .data(let data): total += data.count
          default: break
          }
          if isLast { await api.close() }
        }
        func fail(_ frame: Frame) async {
          guard phase == .idle else { return }
          phase = .failed
          switch frame {
          case .text: count += 1
          case .other: break
          case .bad: await api.tell()
          }
          if isLast { await api.close() }
        }
      """)
    #expect(
      rows.filter { $0.hasPrefix("idle finish[") } == [
        "idle finish[!(isLast)] done", "idle finish[isLast]/api.close done",
      ])
    #expect(rows.filter { $0.hasPrefix("idle fail[") }.allSatisfy { $0.contains("frame") })
  }

  @Test("but not that a call has thrown, where what follows otherwise asks for nothing")
  func thrown() throws {
    let rows = try rows(
      """
        func finish(_ count: Int) {
          do {
            if count == 0 { phase = .done } else { phase = .done }
            try check()
            phase = .failed
          } catch {
            guard count == 0 else { phase = .idle; return }
          }
        }
        private func check() throws { try api.check() }
      """)
    #expect(
      rows == [
        "idle finish[!(count == 0) && check() throws] ignored",
        "idle finish/api.check failed", "idle finish[count == 0 && check() throws] done",
      ])
  }
}
