/// Which files a file can come to: those that declare a name which stands in it, and so on.
///
/// What a handler does is decided by declarations that its file names, or that a file which it names
/// names; and files that name nothing of it may change the state of its objects. Nothing else is ever
/// looked up. A name that stands there for something else only makes the answer larger.
package struct NameGraph {
  /// What may be the type of a state.
  package var states: Set<Word> = []
  private var files: [ObjectIdentifier: SourceFile] = [:]
  private var mentions: [Word: Set<ObjectIdentifier>] = [:]
  private var declarations: [Word: Set<ObjectIdentifier>] = [:]
  /// The files that assign a member, and those that have a variable of that name.
  private var changing: [Word: Set<ObjectIdentifier>] = [:]
  private var varying: [Word: Set<ObjectIdentifier>] = [:]

  package init() {}

  package mutating func add(_ added: [SourceFile]) {
    for file in added {
      let id = ObjectIdentifier(file)
      files[id] = file
      for word in file.words.all { mentions[word, default: []].insert(id) }
      for word in file.words.declared { declarations[word, default: []].insert(id) }
      for word in file.words.changed { changing[word, default: []].insert(id) }
      for word in file.words.variables.keys { varying[word, default: []].insert(id) }
    }
  }

  package mutating func remove(_ file: SourceFile) {
    let id = ObjectIdentifier(file)
    guard files.removeValue(forKey: id) != nil else { return }
    for word in file.words.all { mentions[word]?.remove(id) }
    for word in file.words.declared { declarations[word]?.remove(id) }
    for word in file.words.changed { changing[word]?.remove(id) }
    for word in file.words.variables.keys { varying[word]?.remove(id) }
  }

  /// The files that have a variable that others may assign, which may have one of some types.
  package func files(varying types: Set<Word>) -> Set<ObjectIdentifier> {
    guard !types.isEmpty else { return [] }
    return Set(files.filter { !$0.value.words.variables(of: types).isEmpty }.keys)
  }

  /// The files whose states a file may change, and those that may change the states of a file.
  private func files(changedBy file: ObjectIdentifier) -> [ObjectIdentifier] {
    let words = files[file]?.words.changed ?? []
    return words.flatMap { word in
      (varying[word] ?? []).filter {
        files[$0]?.words.variables[word]?.isDisjoint(with: states) == false
      }
    }
  }

  private func files(changing file: ObjectIdentifier) -> [ObjectIdentifier] {
    (files[file]?.words.variables(of: states) ?? []).flatMap { changing[$0] ?? [] }
  }

  /// The files that declare a function with one of some names.
  package func files(declaring functions: Set<Word>) -> Set<ObjectIdentifier> {
    guard !functions.isEmpty else { return [] }
    return Set(files.filter { !$0.value.words.functions.isDisjoint(with: functions) }.keys)
  }

  /// The files that come to one of some files, and these themselves.
  ///
  /// - Complexity: Linear in the number of the files that are found and of their declarations.
  package func files(reaching targets: [SourceFile]) -> Set<ObjectIdentifier> {
    files(reaching: Set(targets.map { ObjectIdentifier($0) }))
  }

  /// The files that come to a function of one of some names which may change the state of what it is
  /// handed.
  package func files(handingTo functions: Set<Word>) -> Set<ObjectIdentifier> {
    files(reaching: files(declaring: functions).filter { !files(changedBy: $0).isEmpty })
  }

  private func files(reaching targets: Set<ObjectIdentifier>) -> Set<ObjectIdentifier> {
    var found = targets
    var open = Array(found)
    var seen: Set<Word> = []
    while let next = open.popLast() {
      for word in files[next]?.words.declared ?? [] where seen.insert(word).inserted {
        for file in mentions[word] ?? [] where found.insert(file).inserted { open.append(file) }
      }
      for file in files(changedBy: next) where found.insert(file).inserted { open.append(file) }
    }
    return found
  }

  /// The files that some files come to, and these themselves.
  package func files(reachedFrom start: Set<ObjectIdentifier>) -> Set<ObjectIdentifier> {
    var found = start
    var open = Array(start)
    var seen: Set<Word> = []
    while let next = open.popLast() {
      for word in files[next]?.words.all ?? [] where seen.insert(word).inserted {
        for file in declarations[word] ?? [] where found.insert(file).inserted {
          open.append(file)
        }
      }
      for file in files(changing: next) where found.insert(file).inserted { open.append(file) }
    }
    return found
  }
}
