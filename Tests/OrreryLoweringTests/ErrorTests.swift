import Testing

@Suite("`do`, `catch` and `defer`") struct ErrorTests {
  @Test("The clauses of a `catch` are a switch over the error")
  func catches() {
    expectDump(
      """
      func f() {
        do {
          try load()
        } catch let error as Timeout {
          retry(error)
        } catch Failure.offline, Failure.busy where isOn {
          wait()
        }
        done()
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        do bb1 catch error#0 bb2 behind bb3
      bb1:  // in bb0
        try call @load()
        jump bb3
      bb2:  // in bb0
        switch error#0 {
          case error#1 as Timeout: bb5
          case .offline, case .busy where @isOn: bb6
          default: bb7
        } behind bb4
      bb3:
        call @done()
        end
      bb4:  // in bb0
        jump bb3
      bb5:  // in bb2
        enter 5-5
        call @retry(error#1)
        jump bb4
      bb6:  // in bb2
        enter 7-7
        call @wait()
        jump bb4
      bb7:  // in bb2
        throw error#0
      """)
  }

  @Test("A `catch` without a pattern knows the error")
  func plainCatch() {
    expectDump(
      """
      func f() throws {
        do { try load() } catch { throw Wrapped(error) }
      }
      """,
      """
      func f() throws  // File.swift:1
      bb0:
        do bb1 catch error bb2 behind bb3
      bb1:  // in bb0
        try call @load()
        jump bb3
      bb2:  // in bb0
        switch error {
          default: bb5
        } behind bb4
      bb3:
        end
      bb4:  // in bb0
        jump bb3
      bb5:  // in bb2
        enter 2-2
        throw @Wrapped(error)
      """)
  }

  @Test("A `do` without `catch` is a scope")
  func scopes() {
    expectDump(
      """
      func f(_ x: Int) {
        do {
          let x = 1
          print(x)
        }
        print(x)
      }
      """,
      """
      func f(_ x#0: Int)  // File.swift:1
      bb0:
        let x#1 = 1
        call @print(x#1)
        call @print(x#0)
        end
      """)
  }

  @Test("A label lets a `do` be left")
  func labelledDo() {
    expectDump(
      """
      func f(_ a: Bool) {
        work: do {
          if a { break work }
          run()
        }
        done()
      }
      """,
      """
      func f(_ a: Bool)  // File.swift:1
      bb0:
        branch a ? bb2 : bb3 behind bb4
      bb1:
        call @done()
        end
      bb2:  // in bb0
        enter 3-3
        jump bb1
      bb3:  // in bb0
        jump bb4
      bb4:
        call @run()
        jump bb1
      """)
  }

  @Test("What follows a `defer` is inside of it")
  func defers() {
    expectDump(
      """
      func f(_ a: Bool) {
        defer { one() }
        if a { return }
        defer { two() }
        run()
      }
      """,
      """
      func f(_ a: Bool)  // File.swift:1
      bb0:
        run bb1 then bb2 behind bb3
      bb1:  // in bb0
        branch a ? bb4 : bb5 behind bb6
      bb2:  // in bb0
        call @one()
        end
      bb3:
        end
      bb4:  // in bb1
        enter 3-3
        return
      bb5:  // in bb1
        jump bb6
      bb6:  // in bb0
        run bb7 then bb8 behind bb9
      bb7:  // in bb6
        call @run()
        jump bb9
      bb8:  // in bb6
        call @two()
        end
      bb9:  // in bb0
        jump bb3
      """)
  }
}
