import OrreryProgram
import Testing

@Suite("Patterns of a lowered program")
struct PatternTests {
  private let open = Pattern.enumCase(name: "open", values: [.init(nil, .any)])
  private let shut = Pattern.enumCase(name: "shut", values: nil)
  private let name = Pattern.bind(Variable(slot: 0, name: "name"))

  @Test("are disjoint where no value matches both")
  func disjoint() {
    #expect(open.isDisjoint(from: shut))
    #expect(!open.isDisjoint(from: open))
    #expect(!open.isDisjoint(from: .any))
    #expect(Pattern.absent.isDisjoint(from: .some(.any)))
    #expect(Pattern.bool(true).isDisjoint(from: .bool(false)))
    #expect(
      Pattern.tuple([.init(nil, open), .init(nil, .any)])
        .isDisjoint(from: .tuple([.init(nil, shut), .init(nil, .any)])))
  }

  @Test("are not disjoint where a name may stand for the same literal")
  func literals() {
    #expect(Pattern.literal("1").isDisjoint(from: .literal("2")))
    #expect(!Pattern.literal("limit").isDisjoint(from: .literal("2")))
    #expect(!Pattern.literal("0x10").isDisjoint(from: .literal("16")))
    #expect(Pattern.literal("..<0").isDisjoint(from: .literal("0")))
    #expect(!Pattern.literal("...0").isDisjoint(from: .literal("0")))
  }

  @Test("say by their names what they ask for")
  func names() {
    #expect(open.name == ".open(_)")
    #expect(Pattern.some(shut).name == ".shut()?")
    #expect(Pattern.literal("3").name == nil)
  }

  @Test("tell which variables they bind, and whether they take every value")
  func variables() {
    let pattern = Pattern.enumCase(name: "open", values: [.init("by", name)])
    #expect(pattern.variables.map(\.name) == ["name"])
    #expect(!pattern.isIrrefutable)
    #expect(Pattern.tuple([.init(nil, name), .init(nil, .any)]).isIrrefutable)
  }
}
