import OrreryProgram
import SwiftSyntax

/// What the names that are declared inside of a function mean at some point of it.
///
/// A value: what is declared later, or further in, changes no copy.
struct Names {
  enum Meaning {
    case variable(slot: Int)
    case function(Function)
    /// A variable that is worked out whenever it is read.
    case computed(Function)
    /// A type; with what it stands for, where that is another one.
    case type(TypeSyntax?)
  }

  private final class Entry {
    let name: String
    let meaning: Meaning
    let level: Int
    let next: Entry?

    init(_ name: String, _ meaning: Meaning, level: Int, next: Entry?) {
      (self.name, self.meaning, self.level, self.next) = (name, meaning, level, next)
    }
  }

  private var last: Entry?

  /// - Parameter level: How many functions are around the one that declares the name.
  mutating func declare(_ name: String, _ meaning: Meaning, level: Int) {
    last = Entry(name, meaning, level: level, next: last)
  }

  /// What a name means, and how many functions are around the one that declares it.
  func find(_ name: String) -> (meaning: Meaning, level: Int)? {
    var entry = last
    while let known = entry {
      if known.name == name { return (known.meaning, known.level) }
      entry = known.next
    }
    return nil
  }
}
