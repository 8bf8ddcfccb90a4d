import OrreryLowering
import SwiftSyntax

/// Cases that are made of their numbers.
extension Interpreter {
  /// `Step(rawValue: step.rawValue + 1)`, where the number is known.
  func rawCase(
    of info: TypeInfo, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard info.kind == .enum, let argument = node.arguments.first, node.arguments.count == 1,
      argument.label?.text == "rawValue", info.initializers.isEmpty,
      info.cases.contains(where: { info.rawNumber(of: $0.name) != nil }),
      case let ways = evaluate(argument.expression, path, nil), ways.count == 1,
      let (path, value) = ways.first, let number = value.number
    else { return nil }
    let found = info.cases.first { info.rawNumber(of: $0.name) == number }
    guard let found else { return [(path, .absent)] }
    let made = CaseValue(
      name: found.name, payload: [], type: info.key, text: text(of: node),
      location: location(of: node, path))
    return [(path, .enumCase(made))]
  }
}
