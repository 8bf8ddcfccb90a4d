/// The cheap test of files: what can have no part in a machine is not parsed.
///
/// A state is an enum, or a struct that is named like one. A machine stands where its state is named,
/// or a struct that may hold it; what its handlers come to is found by name from there. So a file
/// passes that has the word `case`, that names such a state, a struct beside it or an alias, that
/// assigns or binds what such a file calls the state of an object, that declares what a file that
/// passes names, or a subclass of what such a file declares; and one whose braces or quotation marks do
/// not add up. Other errors of a file that does not pass are not told, except where none passes: then
/// all do.
package enum Screening {
  /// A file and its words.
  package struct File {
    package var text: SourceText
    package var words: Words

    package init(_ text: SourceText) { (self.text, words) = (text, Words(text.text)) }

    /// The file with its tree; this is what takes time.
    package var parsed: SourceFile {
      SourceFile(text, words: words, tree: DeadCode.parse(text.text))
    }
  }

  package static func read(_ texts: [SourceText]) -> [File] { texts.concurrentMap { File($0) } }

  /// What is known of all files, also of those that do not pass.
  package struct Names {
    /// What may be the type of a state.
    package var states: Set<Word> = []

    package init() {}

    package init(_ files: [File]) { states = Screening.states(of: files.map(\.words)) }
  }

  /// The files that pass, in the order given.
  ///
  /// - Complexity: Linear in the size of the files.
  package static func passing(_ files: [File]) -> [File] {
    let passes = roots(files.map(\.words))
    var declarations: [Word: [Int]] = [:]
    var subclasses: [Word: [Int]] = [:]
    for (number, file) in files.enumerated() where !passes[number] {
      for word in file.words.declared { declarations[word, default: []].append(number) }
      for word in file.words.superclasses { subclasses[word, default: []].append(number) }
    }
    let found = passes.indices.filter { passes[$0] }.closed { number -> [Int] in
      guard !declarations.isEmpty else { return [] }
      let words = files[number].words
      return words.all.flatMap { declarations.removeValue(forKey: $0) ?? [] }
        + words.classes.flatMap { subclasses.removeValue(forKey: $0) ?? [] }
    }
    // Where there is no state at all, someone wants to know why.
    return found.isEmpty ? files : files.indices.filter(found.contains).map { files[$0] }
  }

  private static let signs = Set([Word("case"), Word("typealias")])
  /// Machines of libraries, which are told of and not read.
  private static let foreign: Set = [Word("GKStateMachine")]

  /// The enums with cases, the structs that are named like a state, and what else these are called.
  private static func states(of files: [Words]) -> Set<Word> {
    var states = files.reduce(into: Set<Word>()) { names, file in
      names.formUnion(file.states)
      if file.containsAny(of: signs) { names.formUnion(file.enums) }
    }
    var aliases = files.flatMap(\.aliases)
    while case let found = aliases.filter({ !$0.value.isDisjoint(with: states) }), !found.isEmpty {
      states.formUnion(found.map(\.key))
      aliases.removeAll { states.contains($0.key) }
    }
    return states
  }

  /// The files that may name a state.
  private static func roots(_ files: [Words]) -> [Bool] {
    let states = states(of: files)
    let enums = states.union(signs)
    let named = files.map { $0.containsAny(of: enums) }
    let structs = zip(files, named).reduce(into: Set<Word>()) { names, file in
      if file.1 { names.formUnion(file.0.structs) }
    }
    // By what may be the state of an object, the classes that may be the object's.
    let variables = files.reduce(into: [Word: Set<Word>]()) { classes, file in
      guard file.declaresObject else { return }
      for name in file.variables(of: states) { classes[name, default: []].formUnion(file.classes) }
    }
    return zip(files, named).map { file, isNamed in
      isNamed || !file.isClear || file.containsAny(of: structs) || file.containsAny(of: foreign)
        || file.changed.contains { variables[$0] != nil }
        || file.bound.contains { variables[$0].map(file.containsAny) ?? false }
    }
  }
}

extension Words {
  /// Whether they are those of a test.
  package var areTests: Bool { containsAny(of: Self.xcTest) || Self.swiftTesting.isSubset(of: all) }

  private static let xcTest = Set(["XCTest", "XCTestCase"].map { Word($0) })
  private static let swiftTesting = Set(["Testing", "Test", "expect"].map { Word($0) })

  /// Whether it declares a class or an actor.
  fileprivate var declaresObject: Bool { !classes.isEmpty || contains(Word("actor")) }

  /// The variables that other files may assign and that may have one of some types.
  package func variables(of types: Set<Word>) -> [Word] {
    variables.filter { !$0.value.isDisjoint(with: types) }.map(\.key)
  }
}
