import Testing

@Suite("A lowered `switch`") struct SwitchTests {
  @Test("Clauses in their order, bindings, conditions and wide clauses")
  func clauses() {
    expectDump(
      """
      enum E { case a(Int), b(name: String), c, d }
      func f(_ e: E) {
        switch e {
        case .a(let n) where n > 0: one(n)
        case let .b(name: x): two(x)
        case .c, .d: three()
        default: break
        }
      }
      """,
      """
      func f(_ e: App.E)  // File.swift:2
      bb0:
        switch e {
          case .a(n) where n > 0: bb1
          case .b(name: x): bb2
          case .c, case .d: bb3
          default: bb4
        } behind bb5
      bb1:  // in bb0
        enter 4-4
        call @one(n)
        jump bb5
      bb2:  // in bb0
        enter 5-5
        call @two(x)
        jump bb5
      bb3:  // in bb0
        enter 6-6 by clause 6
        call @three()
        jump bb5
      bb4:  // in bb0
        enter 7-7 by clause 7
        jump bb5
      bb5:
        end
      """)
  }

  @Test("Alternatives bind one variable")
  func alternatives() {
    expectDump(
      """
      func f(_ e: E) {
        switch e {
        case .a(let x), .b(let x): print(x)
        default: print(x)
        }
      }
      """,
      """
      func f(_ e: E)  // File.swift:1
      bb0:
        switch e {
          case .a(x), case .b(x): bb1
          default: bb2
        } behind bb3
      bb1:  // in bb0
        enter 3-3 by clause 3
        call @print(x)
        jump bb3
      bb2:  // in bb0
        enter 4-4 by clause 4
        call @print(@x)
        jump bb3
      bb3:
        end
      """)
  }

  @Test("A `fallthrough` goes to the clause below")
  func fallsThrough() {
    expectDump(
      """
      func f(_ e: E) {
        switch e {
        case .a:
          one()
          fallthrough
        case .b: two()
        @unknown default: break
        }
      }
      """,
      """
      func f(_ e: E)  // File.swift:1
      bb0:
        switch e {
          case .a: bb1
          case .b: bb2
          default: bb3
        } unknown behind bb4
      bb1:  // in bb0
        enter 4-5
        call @one()
        jump bb2
      bb2:  // in bb0
        enter 6-6
        call @two()
        jump bb4
      bb3:  // in bb0
        enter 7-7 by clause 7
        jump bb4
      bb4:
        end
      """)
  }

  @Test("Patterns of all kinds")
  func patterns() {
    expectDump(
      """
      func f(_ e: E, _ x: Int) {
        switch (e, x) {
        case (.a?, 1): break
        case (nil, _): break
        case (is Foo, -1), (let error as Module.Timeout, 2...3): break
        case (E.b, x): break
        case let (y, z): print(y, z)
        }
      }
      """,
      """
      func f(_ e: E, _ x: Int)  // File.swift:1
      bb0:
        switch (e, x) {
          case (.a?, literal 1): bb1
          case (nil, _): bb2
          case (is Foo, literal -1), case (error as Timeout, opaque()): bb3
          case (.b, literal x): bb4
          case (y, z): bb5
        } behind bb6
      bb1:  // in bb0
        enter 3-3
        jump bb6
      bb2:  // in bb0
        enter 4-4 by clause 4
        jump bb6
      bb3:  // in bb0
        enter 5-5 by clause 5
        jump bb6
      bb4:  // in bb0
        enter 6-6
        jump bb6
      bb5:  // in bb0
        enter 7-7 by clause 7
        call @print(y, z)
        jump bb6
      bb6:
        end
      """)
  }

  @Test("A binding in front of the whole pattern")
  func bindings() {
    expectDump(
      #"""
      func f(_ e: E) {
        switch e {
        case let .a(x, .b(y)?, _): print(x, y)
        case var (x, y): print(x, y)
        case \.$name: break
        case true: break
        }
      }
      """#,
      #"""
      func f(_ e: E)  // File.swift:1
      bb0:
        switch e {
          case .a(x, .b(y)?, _): bb1
          case (x, y): bb2
          case .\.name: bb3
          case true: bb4
        } behind bb5
      bb1:  // in bb0
        enter 3-3
        call @print(x, y)
        jump bb5
      bb2:  // in bb0
        enter 4-4 by clause 4
        call @print(x, y)
        jump bb5
      bb3:  // in bb0
        enter 5-5
        jump bb5
      bb4:  // in bb0
        enter 6-6
        jump bb5
      bb5:
        end
      """#)
  }

  @Test("A clause inside of `#if` assumes its condition")
  func buildClauses() {
    expectDump(
      """
      func f(_ e: E) {
        switch e {
        case .a: one()
        #if DEBUG
        case .b: two()
        #else
        case .c: three()
        #endif
        }
      }
      """,
      """
      func f(_ e: E)  // File.swift:1
      bb0:
        switch e {
          case .a: bb1
          case .b: bb2
          case .c: bb3
        } behind bb4
      bb1:  // in bb0
        enter 3-3
        call @one()
        jump bb4
      bb2:  // in bb0
        assume #if DEBUG
        enter 5-5
        call @two()
        jump bb4
      bb3:  // in bb0
        assume #if else
        enter 7-7
        call @three()
        jump bb4
      bb4:
        end
      """)
  }
}
