import Testing

@Suite("A lowered function") struct FunctionTests {
  @Test("Parameters, types and effects")
  func parameters() {
    expectDump(
      """
      typealias Key = [String: Int]
      struct M<Item> {
        func f<T>(
          _ a: inout Item?, with b: T, c: Key..., d: (Int, label: M<Int>) = (1, label: .init()),
          e: @escaping () -> Void, g: some Sequence<Int>, h: Optional<Array<Int>>
        ) async throws -> Result<Item, any Error> {}
      }
      """,
      """
      func f(inout _ a: 'Item?, with b: 'T, c c: [String: Int]..., d d: (Int, label: App.M<Int>) = (1, label: .init()), e e: function, g g: Sequence<Int>, h h: [Int]?) async throws -> Result<'Item, Error>  // File.swift:3
      bb0:
        end
      """)
  }

  @Test("A function of one expression returns it where it returns a value")
  func returns() {
    expectDump(
      """
      struct M {
        func f() -> Int { g() }
        func f(x: Int) { g() }
        func f() -> Void { g() }
      }
      """,
      """
      func f() -> Int  // File.swift:2
      bb0:
        return @g()

      func f(x x: Int)  // File.swift:3
      bb0:
        call @g()
        end

      func f() -> ()  // File.swift:4
      bb0:
        call @g()
        end
      """)
  }

  @Test("Closures with their parameters, captures and depth")
  func closures() {
    expectDump(
      """
      class M {
        func f(_ a: Int) {
          let b = a
          run { [weak self, b, c = self.c, d] (x: Int, y) async throws -> Int in
            later { self.use(a, b, c, d, x, $0, $2) }
            return y
          }
        }
      }
      """,
      """
      func f(_ a: Int)  // File.swift:2
      bb0:
        let b = a
        call @run() {1} [b = b, c = self.c]
        end

      closure 1(_ x: Int, _ y) async throws -> Int  // File.swift:4
      bb0:
        call @later() {2}
        return y

      closure 2(_ $0, _ $1, _ $2)  // File.swift:5
      bb0:
        return self.use(^^a, ^b, ^c, @d, ^x, $0, $2)
      """)
  }

  @Test("Accessors")
  func accessors() {
    expectDump(
      """
      struct M {
        var f: Int {
          get { storage }
          set { storage = newValue }
        }
        var g: Int { 0 }
      }
      class N {
        var f = 0 {
          willSet(next) { note(next) }
          didSet { note(oldValue) }
        }
      }
      struct O {
        var f: Int {
          _read { yield storage.x }
          _modify { yield &storage.x }
        }
      }
      """,
      """
      get f() -> Int  // File.swift:3
      bb0:
        return @storage

      set f(_ newValue)  // File.swift:4
      bb0:
        @storage = newValue
        end

      willSet f(_ next)  // File.swift:10
      bb0:
        call @note(next)
        end

      didSet f(_ oldValue)  // File.swift:11
      bb0:
        call @note(oldValue)
        end

      get f() -> Int  // File.swift:16
      bb0:
        return @storage.x

      modify f(_ newValue)  // File.swift:17
      bb0:
        @storage.x = newValue
        end
      """)
  }

  @Test("Initializers")
  func initializers() {
    expectDump(
      """
      class M {
        init?(f: Int) {
          guard f > 0 else { return nil }
          self.state = f
          super.init()
        }
      }
      """, of: "init",
      """
      init init(f f: Int)  // File.swift:2
      bb0:
        branch f > 0 ? bb1 : bb2
      bb1:
        self.state = f
        call super.init()
        end
      bb2:  // in bb0
        enter 3-3
        return nil
      """)
  }
}
