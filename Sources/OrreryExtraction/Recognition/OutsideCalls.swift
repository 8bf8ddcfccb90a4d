import OrreryLowering

/// The names of the methods that some file calls on another value than `self`.
///
/// All files count, also those that are not parsed: who calls an event need not name a state.
struct OutsideCalls {
  private let members: Set<Word>

  init(_ members: Set<Word>) { self.members = members }

  func contains(_ name: String) -> Bool { members.contains(Word(name)) }
}
