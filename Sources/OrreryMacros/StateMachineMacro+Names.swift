import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The names as code.
extension StateMachineMacro {
  /// The functions that name a state, an event or an effect, for the types that the macro can see.
  static func names(in machine: Declaration) -> [String] {
    var functions: [String] = []
    if let state = machine.nestedEnum("State") {
      functions.append(name(of: "state", type: "State", cases: state, in: machine))
    } else if let state = machine.nestedStruct("State") {
      functions.append(name(ofProperties: state, in: machine))
    }
    for (label, type) in [("input", "Input"), ("ioResult", "IOResult"), ("ioEffect", "IOEffect")] {
      guard let declaration = machine.nestedEnum(type) else { continue }
      functions.append(name(of: label, type: type, cases: declaration, in: machine))
    }
    return functions
  }

  private static func name(
    of label: String, type: String, cases declaration: EnumDeclSyntax, in machine: Declaration
  ) -> String {
    let cases = EnumCase.all(in: declaration)
    var clauses = distinct(cases.filter { !$0.isConditional }).map {
      "case .\($0.spelling): \(literal($0.name))"
    }
    if cases.contains(where: \.isConditional) {
      clauses.append("default: Orrery.CaseName.of(\(label)) ?? \(literal("unknown"))")
    }
    return """
      \(machine.access)static func traceName(\(label): \(type)) -> String {
        switch \(label) {
      \(clauses.map { "  \($0)\n" }.joined())  }
      }
      """
  }

  private static func name(
    ofProperties state: StructDeclSyntax, in machine: Declaration
  ) -> String {
    let properties = StoredProperty.all(in: state.memberBlock.members).filter {
      !$0.isStatic && !$0.isLazy && !$0.isPrivate && !$0.isConditional
    }
    let values = properties.map {
      "    (\(literal($0.name)), Orrery.StateName.value(state.\($0.spelling))),\n"
    }
    return """
      \(machine.access)static func traceName(state: State) -> String {
        Orrery.StateName.of([
      \(values.joined())  ])
      }
      """
  }

  /// One clause stands for all cases that share a base name.
  private static func distinct(_ cases: [EnumCase]) -> [EnumCase] {
    var seen: Set<String> = []
    return cases.filter { seen.insert($0.name).inserted }
  }

  static func vocabulary(of machine: Declaration) -> String {
    let states = machine.nestedEnum("State").map(caseNames)
    let inputs = eventNames("Input", in: machine)
    let ioResults = eventNames("IOResult", in: machine)
    var arguments: [String] = []
    if let states { arguments.append("states: \(list(states))") }
    if let inputs { arguments.append("inputs: \(list(inputs))") }
    if let ioResults { arguments.append("ioResults: \(list(ioResults))") }
    if let inputs, let ioResults, states != nil || machine.nestedStruct("State") != nil {
      let hash = VocabularyHash.hash(
        states: states ?? [],
        events: inputs.map { ("input", $0) } + ioResults.map { ("ioResult", $0) })
      arguments.append("hash: \(literal(hash))")
    }
    guard !arguments.isEmpty else {
      return """
        \(machine.access)static var traceVocabulary: Orrery.Vocabulary {
          Orrery.Vocabulary()
        }
        """
    }
    let lines = arguments.map { "    \($0)" }.joined(separator: ",\n")
    return """
      \(machine.access)static var traceVocabulary: Orrery.Vocabulary {
        Orrery.Vocabulary(
      \(lines)
        )
      }
      """
  }

  /// Nothing where the names cannot be seen: the type is declared elsewhere, or `#if` decides.
  private static func eventNames(_ type: String, in machine: Declaration) -> [String]? {
    if machine.alias(type) == "Never" { return [] }
    guard let declaration = machine.nestedEnum(type) else { return nil }
    let cases = EnumCase.all(in: declaration)
    return cases.contains(where: \.isConditional) ? nil : distinct(cases).map(\.name)
  }

  private static func caseNames(_ declaration: EnumDeclSyntax) -> [String] {
    distinct(EnumCase.all(in: declaration)).map(\.name)
  }

  private static func list(_ names: [String]) -> String {
    "[\(names.map(literal).joined(separator: ", "))]"
  }
}
