import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// States of which any type that conforms to a protocol may be: what they are is told by no case, so
/// that no machine is made of them, and that is said.
struct ProtocolStates {
  let index: SourceIndex

  /// - Parameters:
  ///   - functions: The functions that are handlers of a machine.
  ///   - machines: The keys of the types that are machines.
  func diagnostics(
    beside functions: Set<SyntaxIdentifier>, of machines: Set<String>
  ) -> [NoteOfFile] {
    let types = index.infos.filter { $0.kind != .protocol && !$0.file.isGenerated }
    let properties = types.filter { !machines.contains($0.key) }.flatMap { info in
      info.stored.compactMap { read($0, of: info) }
    }
    return properties
      + index.writtenFunctions.compactMap { function, info in
        functions.contains(function.node.id) ? nil : read(function, in: info)
      }
  }

  /// A property that methods give another value, and that is named like a state.
  private func read(_ stored: StoredInfo, of info: TypeInfo) -> NoteOfFile? {
    let property = stored.property
    guard !property.isStatic, !property.isLet, let type = property.type?.bareType,
      let kept = index.info(index.resolve(type, in: info, module: info.module)),
      kept.kind == .protocol,
      MutatingStyle.isNamedLikeState(property.name) || MutatingStyle.isNamedLikeState(kept.name)
    else { return nil }
    let isWritten = info.functions.contains {
      index.mentions(of: StateAccess(property.name), in: $0).writes > 0
    }
    guard isWritten || !property.isPrivate else { return nil }
    return stored.file.noMachine(
      info.path + [property.name], said(of: kept.name), at: property.declaration)
  }

  /// A function that is handed a state and an event, and gives back the next state.
  private func read(_ function: FunctionInfo, in info: TypeInfo?) -> NoteOfFile? {
    guard function.body != nil, function.parameters.count > 1 else { return nil }
    let generics = Self.constraints(of: function)
    let state = function.parameters.first { parameter in
      guard let type = parameter.type.bareType else { return false }
      let key = index.resolve(type, in: info, module: function.file.module)
      let isOpen = generics[type.trimmedText] != nil || index.info(key)?.kind == .protocol
      return isOpen
        && (MutatingStyle.isNamedLikeState(parameter.ownName)
          || MutatingStyle.isNamedLikeState(generics[type.trimmedText] ?? type.trimmedText))
        && (parameter.type.inOutBase != nil
          || function.returnType?.bareType?.trimmedText == type.trimmedText)
    }
    guard let state, function.parameters.contains(where: { isEvent($0, function, info) }),
      let type = state.type.bareType?.trimmedText
    else { return nil }
    return function.file.noMachine(
      (info?.path ?? []) + [function.name], said(of: generics[type] ?? type), at: function.node)
  }

  private func isEvent(
    _ parameter: FunctionParameterSyntax, _ function: FunctionInfo, _ info: TypeInfo?
  ) -> Bool {
    guard let type = parameter.type.bareType else { return false }
    let known = index.info(index.resolve(type, in: info, module: function.file.module))
    guard known?.kind != .protocol else { return true }
    return known?.kind == .enum && index.asks(for: parameter.ownName, in: function)
  }

  /// The protocols of a function's own generic parameters.
  private static func constraints(of function: FunctionInfo) -> [String: String] {
    let node = function.node.as(FunctionDeclSyntax.self)
    let pairs = (node?.genericParameterClause?.parameters ?? []).compactMap { parameter in
      parameter.inheritedType.map { (parameter.name.text, $0.trimmedText) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func said(of type: String) -> String {
    "is no machine: its state is declared as protocol '\(type)', and Orrery does not follow which "
      + "concrete type a value has"
  }
}

extension TypeSyntax {
  /// The type that has a name, without what stands around it.
  fileprivate var bareType: TypeSyntax? { NamedType(bare) == nil ? nil : bare }
}
