import OrreryLowering
import SwiftSyntax

/// Functions of a machine's types that answer yes or no about what is neither the state nor a choice
/// that a walk knows: their call is the condition.
package enum PlainQuestions {
  package static func find(for site: Site, in index: SourceIndex) -> [FunctionInfo] {
    let owners = (site.handlers.map(\.owner) + [site.owner]).compactMap(\.self)
    return owners.distinct(by: \.key).flatMap { info in
      info.functions.filter { isQuestion($0, of: info, site, index) }
    }
  }

  private static func isQuestion(
    _ function: FunctionInfo, of info: TypeInfo, _ site: Site, _ index: SourceIndex
  ) -> Bool {
    // A method of what keeps the state may ask that.
    guard function.isStatic || site.holder == .parameter, info.key != site.state.key,
      !function.isMutating, function.body != nil, function.returnType?.trimmedText == "Bool",
      // What takes any type that meets a requirement may take the state.
      function.genericNames.isEmpty
    else { return false }
    return function.parameters.allSatisfy { parameter in
      guard let name = parameter.type.plainName, name != site.state.name,
        !["Self", "State"].contains(name)
      else { return false }
      let type = index.type(parameter.type, in: info)
      return type?.kind != .enum && type?.kind != .protocol && type?.key != site.state.key
    }
  }
}
