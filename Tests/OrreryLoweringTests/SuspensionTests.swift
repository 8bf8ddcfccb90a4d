import Testing

@Suite("A lowered wait")
struct SuspensionTests {
  @Test("stands at the end of its block, in the order in which things are evaluated")
  func order() {
    expectDump(
      """
      func f() async {
        keep(first(), await api.load(1), last())
      }
      """,
      """
      func f() async  // File.swift:1
      bb0:
        let %0 = @first()
        suspend %1 = await @api.load(1) then bb1
      bb1:
        call @keep(%0, %1, @last())
        end
      """)
  }

  @Test("is not made where its side of an operator is not asked")
  func sides() {
    expectDump(
      """
      func f() async -> Int {
        await api.isOn() ? 1 : await api.count()
      }
      """,
      """
      func f() async -> Int  // File.swift:1
      bb0:
        suspend %0 = await @api.isOn() then bb1
      bb1:
        let %1
        branch %0 ? bb2 : bb3 behind bb4
      bb2:  // in bb1
        %1 = 1
        jump bb4
      bb3:  // in bb1
        suspend %2 = await @api.count() then bb5
      bb4:
        return %1
      bb5:  // in bb1
        %1 = %2
        jump bb4
      """)
  }

  @Test("among conditions leads to the same branches as those before it")
  func conditions() {
    expectDump(
      """
      func f() async {
        if isOpen, await api.isOn() { start() } else { stop() }
      }
      """,
      """
      func f() async  // File.swift:1
      bb0:
        branch @isOpen ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        suspend %0 = await @api.isOn() then bb4
      bb2:  // in bb0
        call @stop()
        jump bb3
      bb3:
        end
      bb4:  // in bb0
        branch %0 ? bb5 : bb6 behind bb7
      bb5:  // in bb4
        enter 2-2
        call @start()
        jump bb7
      bb6:  // in bb4
        jump bb2
      bb7:  // in bb0
        jump bb3
      """)
  }

  @Test("in a loop's condition is made in each round")
  func loops() {
    expectDump(
      """
      func f() async {
        while let next = await queue.next() { use(next) }
      }
      """,
      """
      func f() async  // File.swift:1
      bb0:
        while true do bb1 next bb2 behind bb3
      bb1:  // in bb0
        suspend %2 = await @queue.next() then bb4
      bb2:  // in bb0
        jump bb0
      bb3:
        end
      bb4:  // in bb0
        branch let next = %2 ? bb5 : bb6 behind bb7
      bb5:  // in bb4
        call @use(next)
        jump bb7
      bb6:  // in bb4
        jump bb3
      bb7:  // in bb0
        jump bb2
      """)
  }
}
