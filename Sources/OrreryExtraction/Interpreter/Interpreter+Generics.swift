import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Generic types that functions make for their answers.
extension Interpreter {
  /// What a generic parameter of a type stands for in the answer of the function that is walked.
  func standIn(for type: TypeSyntax, of info: TypeInfo?) -> String? {
    guard let info, !info.genericNames.isEmpty,
      let name = type.as(IdentifierTypeSyntax.self)?.name.text,
      let place = info.genericNames.firstIndex(of: name),
      let function = calls.last, let written = function.returnType,
      let scope = index.info(function.owner),
      resolve(written, in: scope, module: function.file.module) == info.key,
      case let arguments = arguments(of: written, in: scope, function.file),
      arguments.types.count == info.genericNames.count
    else { return nil }
    let argument = arguments.types[place]
    if let name = argument.as(IdentifierTypeSyntax.self)?.name.text,
      arguments.open.contains(name) || function.genericNames.contains(name)
    {
      return nil
    }
    return resolve(argument, in: arguments.scope, module: function.file.module)
  }

  /// The arguments that a type is given, be it by a typealias, with the names that this leaves open.
  private func arguments(
    of type: TypeSyntax, in scope: TypeInfo, _ file: SourceFile
  ) -> (types: [TypeSyntax], open: Set<String>, scope: TypeInfo) {
    let base = type.as(MemberTypeSyntax.self)?.baseType
    let name =
      type.as(MemberTypeSyntax.self)?.name ?? type.as(IdentifierTypeSyntax.self)?.name
    let outer = base.flatMap { resolve($0, in: scope, module: file.module) }.flatMap(index.info)
    if let name = name.map({ Naming.identifier($0.text) }), base == nil || outer != nil,
      let alias = index.alias(name, in: outer ?? scope, file: file)
    {
      let clause = alias.target.parent?.parent?.as(TypeAliasDeclSyntax.self)?.genericParameterClause
      let open = Set(clause?.parameters.map(\.name.text) ?? [])
      return (ReducerType(alias.target)?.types ?? [], open, alias.owner ?? scope)
    }
    return (ReducerType(type)?.types ?? [], [], scope)
  }
}
