import Testing

@Suite("A lowered expression") struct ExpressionTests {
  @Test("Operators by their precedence")
  func operators() {
    expectDump(
      """
      func f() -> Bool {
        x = a + b - c ?? d
        return !a && b || c == d && e < f ? g : h as? Int ?? 0
      }
      """,
      """
      func f() -> Bool  // File.swift:1
      bb0:
        @x = ((@a + @b) - @c) ?? @d
        return ((!@a && @b) || ((@c == @d) && (@e < @f))) ? @g : ((@h as? Int) ?? 0)
      """)
  }

  @Test("Operators that only the text tells")
  func texts() {
    expectDump(
      """
      func f() {
        let a = x * 2 + y % 3
        let b = 0..<count
        let c = ~flags | -1
        a <~> b
        let d = a <~> b
        let e = x is Foo
        let g = a ?? b ?? c || a && b && c
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        let a = text "x * 2" of (@x, 2) + text "y % 3" of (@y, 3)
        let b = text "0 ..< count" of (0, @count)
        let c = text "~flags | -1" of (text "~flags" of (@flags), -1)
        a custom <~> b
        let d = text "a <~> b" of (a, b)
        let e = @x is Foo
        let g = (a ?? (b ?? c)) || ((a && b) && c)
        end
      """)
  }

  @Test("Names: variables, types, members of `self` and what is not known")
  func names() {
    expectDump(
      """
      enum Phase { case idle; static let first = Phase.idle; enum Inner { case x } }
      struct M {
        static func f<T>(_ state: Phase, _ type: T.Type) {
          print(state, Phase.idle, Phase.Inner.x, Phase.first, App.Phase.idle, Self.make, other, T.self)
          let g = Phase.self, h = self, i = Unknown.value, Phase = 3
          print(Phase, `default`)
        }
      }
      """,
      """
      static func f(_ state: App.Phase, _ type: other "T.Type")  // File.swift:3
      bb0:
        call @print(state, <App.Phase>.idle, <App.Phase.Inner>.x, <App.Phase>.first, <App.Phase>.idle, <App.M>.make, @other, @T)
        let g = <App.Phase>
        let h = self
        let i = @Unknown.value
        let Phase = 3
        call @print(Phase, @default)
        end
      """)
  }

  @Test("Chains, elements and unwrapping")
  func chains() {
    expectDump(
      #"""
      func f() {
        a?.b?.c[0]!.d = e[key: 1, 2]
        state[keyPath: \.mode.name] = \M.items[n]
        x.self.y.0 = super.z
      }
      """#,
      #"""
      func f()  // File.swift:1
      bb0:
        @a?.b?.c[0]!.d = @e[key: 1, 2]
        @state[keyPath: \.mode.name] = text "\M.items[n]" of (@n)
        @x.y.0 = super.z
        end
      """#)
  }

  @Test("Calls of all kinds")
  func calls() {
    expectDump(
      """
      struct M {
        func f(_ handler: () -> Void) async throws {
          handler()
          self.load(id: 1) { $0 } onError: { print($1) }
          handlers[0](2)
          super.close()
          state = .loading(.init(x: 1))
          onDone?()
          _ = { 1 }()
          let list = [Int](), map = [String: Int]()
          Set<Int>(list).insert(3)
          M(x: &y)
          (handler)()
        }
      }
      """,
      """
      func f(_ handler: function) async throws  // File.swift:2
      bb0:
        call handler()
        call self.load(id: 1) {1} onError: {2}
        call (@handlers[0])(2)
        call super.close()
        @state = .loading(.init(x: 1))
        call (@onDone?)()
        @_ = call ({3})()
        let list = []
        let map = []
        call @Set(list).insert(3)
        call <App.M>(x: &@y)
        call (handler)()
        end

      closure 1(_ $0)  // File.swift:4
      bb0:
        return $0

      closure 2(_ $0, _ $1)  // File.swift:4
      bb0:
        return @print($1)

      closure 3()  // File.swift:9
      bb0:
        return 1
      """)
  }

  @Test("`try` and `await` cover what follows them")
  func marks() {
    expectDump(
      """
      func f() async throws {
        try await a(b())
        x = try? c() ?? d
        try await y = e()
        let ok = await g() && h()
        return try! await i()
      }
      """,
      """
      func f() async throws  // File.swift:1
      bb0:
        suspend %0 = try await @b() in a(b()) then bb1
      bb1:
        suspend %1 = try await call @a(%0) then bb2
      bb2:
        @x = try? @c() ?? @d
        suspend %2 = try await @e() then bb3
      bb3:
        try (@y = %2)
        suspend %3 = await @g() then bb4
      bb4:
        let ok = %3 && @h()
        suspend %5 = try! await @i() then bb5
      bb5:
        return %5
      """)
  }

  @Test("Literals and texts")
  func literals() {
    expectDump(
      #"""
      func f() {
        let a = "x", b = "\(n) of \(count())", c = 1.5, d = -2, e = nil, g = true
        let h = [1, 2], i = ["a": 1], j = [:], k = (1, b: 2), l = (3), m = ()
        let n = #line, o = #selector(run(x)), p = /x+/
      }
      """#,
      #"""
      func f()  // File.swift:1
      bb0:
        let a = "x"
        let b = text ""\(n) of \(count())"" of (@n, @count())
        let c = 1.5
        let d = -2
        let e = nil
        let g = true
        let h = [1, 2]
        let i = ["a": 1]
        let j = []
        let k = (1, b: 2)
        let l = 3
        let m = ()
        let n = text "#line"
        let o = text "#selector(run(x))" of (@run(@x))
        let p = text "/x+/"
        end
      """#)
  }

  @Test("A chain has the members of all branches of an `#if`, one after the other")
  func conditionalMembers() {
    expectDump(
      """
      func f() -> some View {
        a.b()
        #if os(iOS)
          .c { x }
          #if DEBUG
            .d
          #endif
        #elseif os(macOS)
          .e(1)
        #else
        #endif
          .g()
          #if DEBUG
            .cast<Int>()
          #endif
      }
      """,
      """
      func f() -> View  // File.swift:1
      bb0:
        return @a.b().c() {1}.d.e(1).g().cast()

      closure 1()  // File.swift:4
      bb0:
        return @x
      """)
  }

  @Test("A chain with an `#if` that shows nothing is not known")
  func conditionalCalls() {
    expectDump(
      """
      func f() {
        self
        #if DEBUG
          .open()
        #else
          .close()
        #endif
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        unsupported "an `#if` inside of an expression"
        end
      unsupported: an `#if` inside of an expression
      """)
  }

  @Test("What is not known says so")
  func unknown() {
    expectDump(
      """
      func f() {
        let a = g(if b { 1 } else { 2 })
      }
      """,
      """
      func f()  // File.swift:1
      bb0:
        let a = @g(unsupported "an `if` inside of an expression")
        end
      unsupported: an `if` inside of an expression
      """)
  }
}
