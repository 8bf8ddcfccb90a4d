import OrreryTrace
import SwiftSyntax

/// What of the declarations a reading depends on.
extension SourceIndex {
  /// The types that a type has members of, itself among them: superclasses and protocols.
  private func heritage(of info: TypeInfo) -> [TypeInfo] {
    [info] + bases(of: info) + info.ancestors.compactMap { types[$0] }
  }

  /// The files that declare a type and what it has members of; none where there is no such type.
  package func paths(ofType key: String) -> Set<String> {
    guard let info = types[key] else { return [] }
    return heritage(of: info).reduce(into: []) { $0.formUnion($1.paths) }
  }

  /// What other files say of a type: which these are, and what subclasses have in its place.
  package func fingerprint(ofType key: String) -> Fingerprint? {
    guard let info = types[key] else { return nil }
    var print = Fingerprint()
    for type in heritage(of: info) {
      print.add(type.key)
      print.add(type.paths.sorted() + type.overriddenBelow.sorted())
    }
    return print
  }

  /// Which names are declared, by the words of the types around each and its own, and where: a name
  /// means the same in code that does not change, as long as these do not.
  ///
  /// A raw identifier is no word, and may stand anywhere.
  package func declaredNames() -> [[Word]: Fingerprint] {
    var parts: [[Word]: [Fingerprint]] = [:]
    let note = { (path: [String], what: [String]) in
      var print = Fingerprint()
      print.add(what)
      parts[path.filter(Self.isOneWord).map { Word($0) }, default: []].append(print)
    }
    for info in types.values {
      note(info.path, [info.key, "\(info.kind)"] + info.inherited + [""] + info.genericNames)
    }
    let groups = signatures.map { ("\($0.key)", $0.value) }
    for (kind, group) in groups + [("", globals)] {
      for (name, functions) in group {
        note([name], [kind] + functions.map { "\($0.file.path) \($0.owner ?? "")" })
      }
    }
    for file in files {
      for (name, hidden) in hidden[ObjectIdentifier(file)] ?? [:] {
        note([name], [file.path, hidden.module, hidden.root])
      }
      for name in Self.globalVariables(in: file) { note([name], [file.path]) }
    }
    return parts.mapValues { parts in
      var print = Fingerprint()
      print.add(unordered: parts)
      return print
    }
  }

  private static func isOneWord(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte >= 0x80 || UInt8(ascii: "_") == byte || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber
    }
  }

  private static func globalVariables(in file: SourceFile) -> [String] {
    declarations(in: file.tree.statements).compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap { $0.bindings.compactMap(\.boundName) }
  }

  /// What is looked up by ways that the names in code do not show: operators, and what aliases stand
  /// for.
  package var commonFingerprint: Fingerprint {
    var print = Fingerprint()
    print.add(harmlessOperators.sorted())
    for (name, functions) in operatorFunctions.sorted(by: { $0.key < $1.key }) {
      print.add(name)
      for function in functions { print.add(function.file.fingerprint) }
    }
    for (place, type) in aliases {
      print.add([place, (type.parent?.parent ?? Syntax(type)).trimmedDescription])
    }
    return print
  }

  /// The words of what aliases stand for: what these name is looked up wherever an alias is used.
  package var aliasWords: Set<Word> {
    aliases.reduce(into: []) { words, alias in
      for token in alias.type.tokens(viewMode: .sourceAccurate) {
        if case .identifier(let name) = token.tokenKind {
          words.insert(Word(Naming.identifier(name)))
        }
      }
    }
  }

  /// The aliases of all types and of none, in a fixed order.
  private var aliases: [(place: String, type: TypeSyntax)] {
    let global = globalAliases.map { (place: $0.key, type: $0.value) }
    let inner = types.values.flatMap { info in
      info.aliases.map { (place: "\(info.key).\($0.key)", type: $0.value) }
    }
    return (global + inner).sorted { $0.place < $1.place }
  }
}
