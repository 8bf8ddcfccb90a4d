import OrreryProgram
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

  /// Which names are declared, by the names of the types around each and its own, and where: a name
  /// means the same in code that does not change, as long as these do not.
  package func declaredNames() -> [[Word]: Fingerprint] {
    var parts: [[Word]: [Fingerprint]] = [:]
    let note = { (path: [String], what: [String]) in
      var print = Fingerprint()
      print.add(what)
      parts[path.map { Word($0) }, default: []].append(print)
    }
    for info in types.values {
      note(info.path, [info.key, "\(info.kind)"] + info.inherited + [""] + info.genericNames)
    }
    let groups = [signatures.endless, signatures.immediate, signatures.keeping, signatures.waiting]
    for (number, group) in ([globals] + groups).enumerated() {
      for (name, functions) in group {
        note([name], ["\(number)"] + functions.map { "\($0.file.path) \($0.owner ?? "")" })
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
    for (name, type) in globalAliases.sorted(by: { $0.key < $1.key }) {
      print.add([name, type.parent?.trimmedDescription ?? ""])
    }
    for key in keys.sorted() {
      for (name, type) in (types[key]?.aliases ?? [:]).sorted(by: { $0.key < $1.key }) {
        print.add([key, name, type.trimmedDescription])
      }
    }
    return print
  }
}
