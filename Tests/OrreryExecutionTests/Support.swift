import LoweredSources
import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram

/// The paths of a method of an enum that is its own state, entered in each case:
/// `state [guard] -> state, how it ends`.
func paths(
  _ method: String, of name: String, in source: String, isCoarse: Bool = false
) -> [String] {
  let sources = program(source)
  guard let type = sources.type("App.\(name)"),
    let function = type.functions.first(where: { $0.name == method }), let body = function.body
  else { return [] }
  return type.cases.flatMap { item -> [String] in
    var run = Run(sources, type, function, isCoarse: isCoarse)
    return run.paths(through: body, from: item)
  }
}

/// One execution of a method.
private struct Run {
  let type: NominalType
  let function: Function
  let symbols = SymbolTable()
  let execution: Execution

  init(_ program: LoweredProgram, _ type: NominalType, _ function: Function, isCoarse: Bool) {
    (self.type, self.function) = (type, function)
    var setting = Setting()
    setting.state.place = Place(frame: 0, .me)
    setting.state.type = type.key
    setting.followed = [type.key]
    setting.isCoarse = isCoarse
    execution = Execution(program, setting, symbols: symbols)
  }

  mutating func paths(through body: Body, from item: NominalType.Case) -> [String] {
    let start = symbols.symbol(.start)
    let payload = item.values.enumerated().map { offset, value in
      let symbol = symbols.symbol(.payload(start, name: item.name, index: offset))
      return Labelled(value.label, .unknown(Unknown(symbol, text: value.label ?? "$\(offset)")))
    }
    let state = CaseValue(name: item.name, payload: payload, type: type.key, text: "state")
    var frame = Frame(
      me: .enumCase(state), selfType: type.key, returnType: function.returnType)
    frame.variables = function.parameters.map { parameter in
      let name = parameter.variable.name
      return .unknown(Unknown(symbols.symbol(.parameter(name)), text: name))
    }
    let path = Path(frames: [frame], location: function.location, symbols: symbols)
    let flows = execution.execute(body, from: path)
    return flows.map { line($0, from: item.name) }
      + execution.findings.notes.map { "\(item.name): \($0.reason)" }
  }

  private func line(_ flow: Flow, from name: String) -> String {
    let guards = Clause.wording(of: flow.path.guards) ?? ""
    let state = flow.path.value(at: Place(frame: 0, .me))
    let end =
      switch flow.exit {
      case .trapped(let call): ", stops in \(call)"
      case .threw(let error): ", throws \(error.text)"
      case .returned(let value) where value.text != "()": ", gives \(value.text)"
      default: ""
      }
    return "\(name) [\(guards)] -> \(state?.stateName ?? state?.text ?? "?")\(end)"
  }
}
