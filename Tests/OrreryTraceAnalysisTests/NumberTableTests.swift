import Testing

@testable import OrreryTraceAnalysis

/// A table by numbers holds what a dictionary holds.
@Suite struct NumberTableTests {
  @Test("After any changes", arguments: [10, 100, 5000] as [UInt64])
  func agreesWithDictionary(numbers: UInt64) {
    var random = SplitMix(seed: numbers)
    var table = NumberTable<Int>()
    var dictionary: [UInt64: Int] = [:]
    for round in 0..<50_000 {
      // Some close together, as a log gives them, and some far apart.
      let near = UInt64.random(in: 0..<numbers, using: &random)
      let number = near % 3 == 0 ? near << 57 | near : near
      if Bool.random(using: &random) {
        #expect(table.remove(number) == dictionary.removeValue(forKey: number))
      } else {
        table.update(number) { $0 == nil ? round : nil }
        if dictionary[number] == nil { dictionary[number] = round }
      }
    }
    #expect(table.values.sorted() == dictionary.values.sorted())
    for number in 0..<numbers { #expect(table[number] == dictionary[number]) }
  }

  @Test("The least and the greatest number are numbers like others")
  func extremes() {
    var table = NumberTable<String>()
    table.update(0) { _ in "least" }
    table.update(.max) { _ in "greatest" }
    #expect(table[0] == "least" && table[.max] == "greatest" && table[1] == nil)
    #expect(table.remove(0) == "least" && table[0] == nil && table.remove(0) == nil)
  }
}
