import Testing

@Suite("A lowered loop") struct LoopTests {
  @Test("`while` binds for its body")
  func whiles() {
    expectDump(
      """
      func f(_ list: List) {
        while let next = list.next() {
          if next.isLast { break }
          if next.isEmpty { continue }
          run(next)
        }
      }
      """,
      """
      func f(_ list: List)  // File.swift:1
      bb0:
        while let next = list.next() do bb1 next bb2 behind bb3
      bb1:  // in bb0
        branch next.isLast ? bb4 : bb5 behind bb6
      bb2:  // in bb0
        jump bb0
      bb3:
        end
      bb4:  // in bb1
        enter 3-3
        jump bb3
      bb5:  // in bb1
        jump bb6
      bb6:  // in bb0
        branch next.isEmpty ? bb7 : bb8 behind bb9
      bb7:  // in bb6
        enter 4-4
        jump bb2
      bb8:  // in bb6
        jump bb9
      bb9:  // in bb0
        call @run(next)
        jump bb2
      """)
  }

  @Test("`repeat` asks at the end of a round")
  func repeats() {
    expectDump(
      """
      func f() {
        prepare()
        repeat { step() } while isOn
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        call @prepare()
        jump bb1
      bb1:
        repeat while @isOn do bb2 next bb3 behind bb4
      bb2:  // in bb1
        call @step()
        jump bb3
      bb3:  // in bb1
        jump bb1
      bb4:
        end
      """)
  }

  @Test("`for` with a pattern and a condition")
  func fors() {
    expectDump(
      """
      func f(_ items: [Item?]) {
        for case let item? in items where item.isOpen { close(item) }
        for (key, _) in pairs { print(key) }
      }
      """,
      """
      func f(_ items: [Item?])  // File.swift:1
      bb0:
        for item? in items where item.isOpen do bb1 next bb2 behind bb3
      bb1:  // in bb0
        call @close(item)
        jump bb2
      bb2:  // in bb0
        jump bb0
      bb3:
        for (key, _) in @pairs do bb4 next bb5 behind bb6
      bb4:  // in bb3
        call @print(key)
        jump bb5
      bb5:  // in bb3
        jump bb3
      bb6:
        end
      """)
  }

  @Test("`for await` waits for each element")
  func forAwaits() {
    expectDump(
      """
      func f(_ events: Events) async throws {
        for try await event in events { handle(event) }
      }
      """,
      """
      func f(_ events: Events) async throws  // File.swift:1
      bb0:
        for try await event in events do bb1 next bb2 behind bb3
      bb1:  // in bb0
        call @handle(event)
        jump bb2
      bb2:  // in bb0
        jump bb0
      bb3:
        end
      """)
  }

  @Test("Labels lead out of the loop that they name")
  func labels() {
    expectDump(
      """
      func f(_ rows: [[Int]]) {
        outer: for row in rows {
          for cell in row {
            switch cell {
            case 0: continue outer
            case 1: break outer
            default: break
            }
          }
        }
      }
      """,
      """
      func f(_ rows: [[Int]])  // File.swift:1
      bb0:
        for row in rows do bb1 next bb2 behind bb3
      bb1:  // in bb0
        for cell in row do bb4 next bb5 behind bb6
      bb2:  // in bb0
        jump bb0
      bb3:
        end
      bb4:  // in bb1
        switch cell {
          case literal 0: bb7
          case literal 1: bb8
          default: bb9
        } behind bb10
      bb5:  // in bb1
        jump bb1
      bb6:  // in bb0
        jump bb2
      bb7:  // in bb4
        enter 5-5
        jump bb2
      bb8:  // in bb4
        enter 6-6
        jump bb3
      bb9:  // in bb4
        enter 7-7 by clause 7
        jump bb10
      bb10:  // in bb1
        jump bb5
      """)
  }
}
