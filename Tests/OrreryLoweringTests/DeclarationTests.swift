import LoweredSources
import Testing

@Suite("What a function declares") struct DeclarationTests {
  @Test("Declarations with patterns and types")
  func patterns() {
    expectDump(
      """
      func f() {
        let a = 1, b: Int
        var c, d: Bool
        let (x, (y, _)) = pair()
        var z: [String: Int]? = nil
        b = a
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        let a = 1
        let b: Int
        let c: Bool
        let d: Bool
        let (x, (y, _)) = @pair()
        let z: [String: Int]? = nil
        b = a
        end
      """)
  }

  @Test("A name that shadows another is another variable")
  func shadows() {
    expectDump(
      """
      func f(_ x: Int?) {
        let x = x ?? 0
        if a {
          let x = x + 1
          print(x)
        }
        print(x)
      }
      """,
      """
      func f(_ x#0: Int?)  // File.swift:1
      bb0:
        let x#1 = x#0 ?? 0
        branch @a ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        enter 4-5
        let x#2 = x#1 + 1
        call @print(x#2)
        jump bb3
      bb2:  // in bb0
        jump bb3
      bb3:
        call @print(x#1)
        end
      """)
  }

  @Test("A choice as a value is an assignment in each branch")
  func choices() {
    expectDump(
      """
      func f(_ e: E) -> Int {
        let x = switch e {
        case .a: 1
        default: if b { 2 } else { throw c }
        }
        y = if x > 1 { 1 } else { fail() }
        return if y { x } else { 0 }
      }
      """,
      """
      func f(_ e: E) -> Int  // File.swift:1
      bb0:
        let x
        switch e {
          case .a: bb1
          default: bb2
        } behind bb3
      bb1:  // in bb0
        enter 3-3
        x = 1
        jump bb3
      bb2:  // in bb0
        enter 4-4 by clause 4
        branch @b ? bb4 : bb5 behind bb6
      bb3:
        branch x > 1 ? bb7 : bb8 behind bb9
      bb4:  // in bb2
        enter 4-4
        x = 2
        jump bb6
      bb5:  // in bb2
        throw @c
      bb6:  // in bb0
        jump bb3
      bb7:  // in bb3
        enter 6-6
        @y = 1
        jump bb9
      bb8:  // in bb3
        @y = @fail()
        jump bb9
      bb9:
        branch @y ? bb10 : bb11 behind bb12
      bb10:  // in bb9
        enter 7-7
        return x
      bb11:  // in bb9
        return 0
      bb12:
        end
      """)
  }

  @Test("A body that is a choice returns the value of each branch")
  func choiceBody() {
    expectDump(
      """
      func f(_ e: E) -> Int {
        switch e {
        case .a: try load()
        case .b: if x { 1 } else { 2 }
        default:
          log()
          return 3
        }
      }
      """,
      """
      func f(_ e: E) -> Int  // File.swift:1
      bb0:
        switch e {
          case .a: bb1
          case .b: bb2
          default: bb3
        } behind bb4
      bb1:  // in bb0
        enter 3-3
        return try @load()
      bb2:  // in bb0
        enter 4-4
        branch @x ? bb5 : bb6 behind bb7
      bb3:  // in bb0
        enter 6-7 by clause 5
        call @log()
        return 3
      bb4:
        end
      bb5:  // in bb2
        enter 4-4
        return 1
      bb6:  // in bb2
        return 2
      bb7:  // in bb0
        jump bb4
      """)
  }

  @Test("`async let` is a function of its own")
  func besides() {
    expectDump(
      """
      func f() async -> Int {
        async let a = load(1), b = load(2)
        return await a + b
      }
      """,
      """
      func f() async -> Int  // File.swift:1
      bb0:
        async let a = {1}
        async let b = {2}
        suspend %2 = await a then bb1
      bb1:
        return %2 + b

      closure 1() async throws  // File.swift:2
      bb0:
        return @load(1)

      closure 2() async throws  // File.swift:2
      bb0:
        return @load(2)
      """)
  }

  @Test("A variable that is worked out is a call")
  func computed() {
    expectDump(
      """
      func f(_ x: Int) -> Int {
        var twice: Int { x * 2 }
        return twice
      }
      """,
      """
      func f(_ x: Int) -> Int  // File.swift:1
      bb0:
        return {twice}()

      get twice() -> Int  // File.swift:2
      bb0:
        return text "x * 2" of (^x, 2)
      """)
  }

  @Test("Functions are known in all of their block, with what is declared before them")
  func innerFunctions() {
    expectDump(
      """
      func f(_ x: Int) {
        first(1)
        let y = 2
        func first(_ n: Int = 0) -> Int { second() + n + y }
        func second() -> Int { x }
      }
      """,
      """
      func f(_ x: Int)  // File.swift:1
      bb0:
        call {first}(1)
        let y = 2
        end

      func first(_ n: Int = 0) -> Int  // File.swift:4
      bb0:
        return ({second}() + n) + ^y

      func second() -> Int  // File.swift:5
      bb0:
        return ^x
      """)
  }

  @Test("A type of the function hides one of the program")
  func innerTypes() {
    expectDump(
      """
      enum State { case a }
      func f() {
        enum State { case b }
        typealias Other = Outer
        let x = State.b, y: State = .b, z: Other = Outer.a
      }
      enum Outer { case a }
      """,
      """
      func f()  // File.swift:2
      bb0:
        let x = <?State>.b
        let y: State = .b
        let z: App.Outer = <App.Outer>.a
        end
      """)
  }

  @Test("Builds with other code are a branch on a condition that is not known")
  func builds() {
    expectDump(
      """
      func f() {
        #if DEBUG
        let x = 1
        #elseif os(Linux)
        let x = 2
        #else
        #error("no")
        #endif
        print(x)
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        let x
        branch unknown "#if DEBUG" ? bb1 : bb2 behind bb3
      bb1:  // in bb0
        let x = 1
        jump bb3
      bb2:  // in bb0
        branch unknown "#if os(Linux)" ? bb4 : bb5 behind bb6
      bb3:
        call @print(x)
        end
      bb4:  // in bb2
        let x = 2
        jump bb6
      bb5:  // in bb2
        unreachable
      bb6:  // in bb0
        jump bb3
      """)
  }

  @Test(
    "A `defer` that only some builds have is known where nothing follows them",
    arguments: [
      ("#if os(Linux)\ndefer { close() }\nrun()\n#endif", nil),
      (
        "#if os(Linux)\ndefer { close() }\n#endif\nrun()",
        "a `defer` that only some builds have"
      ),
    ])
  func buildDefers(code: String, reason: String?) throws {
    let function = try #require(
      program("func f() {\n\(code)\n}").functions(named: "f").first)
    #expect(function.body?.unsupported == reason)
  }
}
