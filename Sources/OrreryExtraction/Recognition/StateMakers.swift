import OrreryLowering
import OrreryProgram

/// Functions of a type that answer which state is next.
extension MutatingStyle {
  /// The cases that such functions name in what they return, by the functions' names.
  func makers(of state: TypeInfo, in info: TypeInfo) -> [String: [String]] {
    info.functions.reduce(into: [:]) { result, function in
      guard function.body != nil,
        index.resolve(function.returnType, in: info, module: info.module) == state.key
      else { return }
      result[function.name, default: []] += index.withProgram {
        $0.function(function).returnedMembers
      }
    }
  }
}

extension Mentions {
  /// The same with the cases of the functions whose answers are assigned.
  func told(by makers: [String: [String]]) -> Mentions {
    var result = self
    result.assigned += assigned.flatMap { makers[$0] ?? [] }
    return result
  }
}

extension Function {
  /// The members that it returns as `.name`.
  fileprivate var returnedMembers: [String] {
    var names: [String] = []
    for case .return(let value?) in (body?.blocks ?? []).map(\.end) {
      value.visit { part in
        switch part.form {
        case .implicitMember(let name): names.append(name)
        case .call(let call): if case .implicitMember(let name) = call.callee { names.append(name) }
        default: break
        }
      }
    }
    return names
  }
}
