import OrreryProgram
import SwiftSyntax

/// What of the declarations a reading depends on, apart from the code in them.
extension SourceIndex {
  /// What a type says to those who do not read its functions; nothing where there is none.
  package func fingerprint(ofType key: String) -> Fingerprint? {
    guard let info = types[key] else { return nil }
    var print = Fingerprint()
    print.add(info.module)
    print.add("\(info.kind)")
    print.add(info.inherited + [""] + info.attributes + [""] + info.ancestors + [""])
    print.add(bases(of: info).map(\.key) + [""] + info.genericNames + [""])
    print.add(info.overriddenBelow.sorted() + [""] + info.changedByElements.sorted())
    if let node = info.node.asProtocol((any DeclGroupSyntax).self) { print.add(node.modifiers) }
    for item in info.cases {
      print.add(item.declaration)
      print.add(item.documentation ?? "")
      print.add("\(info.location(of: item)) \(item.name) \(item.isConditional)")
    }
    for function in info.functions + info.initializers + info.accessors { print.add(function) }
    print.add("")
    for function in info.overridden { print.add(function) }
    for getter in info.computed { print.add(getter) }
    for property in info.stored {
      print.add(property.property.name)
      print.add(property.file.path)
      print.add(property.property.isConditional)
      print.add(property.property.declaration) { $0.is(AccessorBlockSyntax.self) }
    }
    return print
  }

  /// The files that declare a type and its members.
  package func files(ofType key: String) -> Set<String> {
    guard let info = types[key] else { return [] }
    return Set(
      [info.file.path] + info.stored.map(\.file.path) + info.computed.map(\.file.path)
        + (info.functions + info.initializers + info.accessors).map(\.file.path))
  }

  /// What each name means that is declared, wherever that is, by the names of the types around it and
  /// its own: names mean the same in code that does not change, as long as these do not.
  package func declaredNames() -> [[Word]: Fingerprint] {
    var parts: [[Word]: [Fingerprint]] = [:]
    let noteMember = { (path: [String], print: Fingerprint) in
      parts[path.map { Word($0) }, default: []].append(print)
    }
    let note = { (name: String, print: Fingerprint) in noteMember([name], print) }
    for info in types.values { self.note(info, noteMember) }
    for (name, type) in globalAliases { note(name, Fingerprint(of: "alias", type)) }
    for (name, functions) in globals { note(name, Fingerprint(of: "function", functions)) }
    let groups = [
      signatures.endless, signatures.immediate, signatures.keeping, signatures.waiting,
    ]
    for (number, group) in groups.enumerated() {
      for (name, functions) in group { note(name, Fingerprint(of: "\(number)", functions)) }
    }
    for file in files {
      for (name, hidden) in hidden[ObjectIdentifier(file)] ?? [:] {
        note(name, Fingerprint(of: "\(file.path) \(hidden.module) \(hidden.root)"))
      }
      for (name, variable) in Self.globalVariables(in: file) {
        note(name, Fingerprint(of: file.path, variable))
      }
    }
    return parts.mapValues { parts in
      var print = Fingerprint()
      print.add(unordered: parts)
      return print
    }
  }

  private func note(_ info: TypeInfo, _ note: ([String], Fingerprint) -> Void) {
    var print = Fingerprint(of: "\(info.key) \(info.kind) \(info.module)")
    print.add(info.inherited + [""] + info.genericNames)
    note(info.path, print)
    for (name, type) in info.aliases { note(info.path + [name], Fingerprint(of: info.key, type)) }
  }

  private static func globalVariables(
    in file: SourceFile
  ) -> [(name: String, node: VariableDeclSyntax)] {
    declarations(in: file.tree.statements).compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap { node in node.bindings.compactMap(\.boundName).map { ($0, node) } }
  }

  /// What the operators do that are declared, which no word names.
  package var operatorFingerprint: Fingerprint {
    var print = Fingerprint()
    print.add(harmlessOperators.sorted())
    for (name, functions) in operatorFunctions.sorted(by: { $0.key < $1.key }) {
      print.add(Fingerprint(of: name, functions))
    }
    return print
  }
}

extension Fingerprint {
  fileprivate init(of text: String, _ node: some SyntaxProtocol) {
    self.init(of: text)
    add(node)
  }

  fileprivate init(of text: String, _ functions: [FunctionInfo]) {
    self.init(of: text)
    for function in functions { add(function) }
  }

  fileprivate mutating func add(_ getter: ComputedInfo) {
    add(getter.name)
    add(getter.file.path)
    add(getter.owner ?? "")
    add("\(getter.isStatic) \(getter.isMutating)")
    add(getter.modifiers)
    if let type = getter.type { add(type) }
  }
}
