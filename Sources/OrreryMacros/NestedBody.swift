import SwiftSyntax

/// The text of one `NestedStateMachine`.
struct NestedBody {
  let child: NestedChild
  let inputs: [Forwarding]
  let results: [Forwarding]
  /// How many cases the parent's `Input` and `IOResult` have: a `default` that covers none warns.
  let inputCount: Int
  let resultCount: Int

  var text: String {
    let inputs = toChild("input", inputs, of: inputCount)
    let results = toChild("ioResult", results, of: resultCount)
    return """
        Orrery.\(child.isOptional ? "Optional" : "")NestedStateMachine<State, Action, \(child.type)>(
          state: \\.\(child.property),
          toChildAction: { (action: Action) -> \(child.type).Action? in
            switch Action.map(action) {
      \(indented(inputs + results, by: 6))
            case nil:
              return nil
            }
          },
          fromChildAction: { (action: \(child.type).Action) -> Action? in
      \(indented(fromChild, by: 6))
          },
          child: {
      \(indented(made, by: 6))
          }
        )
      """
  }

  /// The compiler shows what stands before a call that lacks arguments.
  private var made: [String] {
    guard let maker = child.maker else {
      return [
        "// Where '\(child.type)' has parameters, declare 'let \(child.property): \(child.type)' in "
          + "the machine.",
        "\(child.type)()",
      ]
    }
    return ["self.\(maker)"]
  }

  private func toChild(_ event: String, _ forwardings: [Forwarding], of count: Int) -> [String] {
    guard !forwardings.isEmpty else { return ["case .\(event):", "  return nil"] }
    var lines = ["case .\(event)(let \(event)):", "  switch \(event) {"]
    for forwarding in forwardings {
      let parameters = parameters(of: forwarding)
      let bindings = parameters.map(\.binding).joined(separator: ", ")
      let pattern = parameters.isEmpty ? "" : "(\(bindings))"
      lines.append("  case .\(forwarding.source.spelling)\(pattern):")
      lines.append("    return .\(event)(\(target(of: forwarding, parameters)))")
    }
    if forwardings.count < count { lines += ["  default:", "    return nil"] }
    return lines + ["  }"]
  }

  private func indented(_ lines: [String], by width: Int) -> String {
    lines.map { String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
  }

  private func target(of forwarding: Forwarding, _ parameters: [Parameter]) -> String {
    if forwarding.target == "self" {
      return parameters.first.map { String($0.binding.dropFirst("let ".count)) } ?? ""
    }
    let arguments = parameters.map(\.argument).joined(separator: ", ")
    return ".\(forwarding.target)" + (parameters.isEmpty ? "" : "(\(arguments))")
  }

  /// The parent's result that carries a child's; nothing for an input, which no effect sends.
  private var fromChild: [String] {
    guard let result = results.first else { return ["return nil"] }
    let label = result.source.values.first?.label.map { "\($0): " } ?? ""
    return [
      "guard case .ioResult(let result)? = \(child.type).Action.map(action) else {",
      "  return nil",
      "}",
      "return .ioResult(.\(result.source.spelling)(\(label)result))",
    ]
  }

  private func parameters(of forwarding: Forwarding) -> [Parameter] {
    (forwarding.source.element.parameterClause?.parameters).map(Parameter.all) ?? []
  }
}
