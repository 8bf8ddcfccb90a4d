import Testing

@Suite("`if` and `guard`") struct BranchTests {
  @Test("An `if` has a block for each side and one behind both")
  func sides() {
    expectDump(
      """
      struct M {
        var state = 0
        mutating func f(_ flag: Bool) {
          if flag { state = 1 } else { state = 2 }
          state = 3
        }
      }
      """,
      """
      mutating func f(_ flag: Bool)  // File.swift:3
      bb0:
        branch flag ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 4-4
        @state = 1
        jump bb3
      bb2:  // in bb0
        @state = 2
        jump bb3
      bb3:
        @state = 3
        end
      """)
  }

  @Test("An `if` without `else` has an empty block for it")
  func noElse() {
    expectDump(
      """
      func f(_ flag: Bool) {
        if flag { run() }
      }
      """,
      """
      func f(_ flag: Bool)  // File.swift:1
      bb0:
        branch flag ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 2-2
        call @run()
        jump bb3
      bb2:  // in bb0
        jump bb3
      bb3:
        end
      """)
  }

  @Test("`else if` is a branch inside of the `else`")
  func elseIf() {
    expectDump(
      """
      func f(_ a: Bool, _ b: Bool) {
        if a { one() } else if b { two() } else { three() }
      }
      """,
      """
      func f(_ a: Bool, _ b: Bool)  // File.swift:1
      bb0:
        branch a ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 2-2
        call @one()
        jump bb3
      bb2:  // in bb0
        branch b ? bb4 : bb5 behind bb6
      bb3:
        end
      bb4:  // in bb2
        enter 2-2
        call @two()
        jump bb6
      bb5:  // in bb2
        call @three()
        jump bb6
      bb6:  // in bb0
        jump bb3
      """)
  }

  @Test("Conditions bind names for the branch alone")
  func conditions() {
    expectDump(
      """
      struct M {
        var name: String?
        func f(_ name: String?) {
          if let name, name.isEmpty, case .some(let count) = lengths[name], #available(iOS 17, *) {
            print(name, count)
          }
          print(name)
        }
      }
      """,
      """
      func f(_ name#0: String?)  // File.swift:3
      bb0:
        branch let name#1 = name#0, name#1.isEmpty, case .some(count) = @lengths[name#1], unknown "#available(iOS 17, *)" ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 5-5
        call @print(name#1, count)
        jump bb3
      bb2:  // in bb0
        jump bb3
      bb3:
        call @print(name#0)
        end
      """)
  }

  @Test("What a `guard` binds is known to all that follows, but to its `else`")
  func guards() {
    expectDump(
      """
      func f(_ value: Int?) -> Int {
        guard let value else { return value.hashValue }
        return value
      }
      """,
      """
      func f(_ value#0: Int?) -> Int  // File.swift:1
      bb0:
        branch let value#1 = value#0 ? bb1 : bb2
      bb1:
        return value#1
      bb2:  // in bb0
        enter 2-2
        return value#0.hashValue
      """)
  }

  @Test("A `guard let self` is another name for `self`")
  func weakSelf() {
    expectDump(
      """
      class M {
        func f() {
          run { [weak self] in
            guard let self else { return }
            self.stop()
            state = 1
          }
        }
      }
      """,
      """
      func f()  // File.swift:2
      bb0:
        call @run() {1}
        end

      closure 1()  // File.swift:3
      bb0:
        branch let self = self ? bb1 : bb2
      bb1:
        call self.stop()
        @state = 1
        end
      bb2:  // in bb0
        enter 4-4
        return
      """)
  }

  @Test("No way comes behind the `else` of a `guard`")
  func neverReturns() {
    expectDump(
      """
      func f(_ ok: Bool) {
        guard ok else { fail() }
        run()
      }
      """,
      """
      func f(_ ok: Bool)  // File.swift:1
      bb0:
        branch ok ? bb1 : bb2
      bb1:
        call @run()
        end
      bb2:  // in bb0
        enter 2-2
        call @fail()
        unreachable
      """)
  }

  @Test("A case in the place of the value is turned around")
  func turned() {
    expectDump(
      """
      func f(_ state: S) {
        if case state.phase = Phase.idle { run() }
      }
      """,
      """
      func f(_ state: S)  // File.swift:1
      bb0:
        branch case .idle = state.phase ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 2-2
        call @run()
        jump bb3
      bb2:  // in bb0
        jump bb3
      bb3:
        end
      """)
  }

  @Test("A `break` with the label of an `if` goes behind it")
  func labels() {
    expectDump(
      """
      func f(_ a: Bool, _ b: Bool) {
        outer: if a {
          if b { break outer }
          run()
        }
      }
      """,
      """
      func f(_ a: Bool, _ b: Bool)  // File.swift:1
      bb0:
        branch a ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 3-4
        branch b ? bb4 : bb5 behind bb6
      bb2:  // in bb0
        jump bb3
      bb3:
        end
      bb4:  // in bb1
        enter 3-3
        jump bb3
      bb5:  // in bb1
        jump bb6
      bb6:  // in bb0
        call @run()
        jump bb3
      """)
  }
}
