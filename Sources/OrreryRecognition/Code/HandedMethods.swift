import OrreryExecution
import OrreryLowering
import OrreryProgram
import OrrerySyntax
import SwiftSyntax

/// Methods of a type that its code hands on without calling them.
///
/// Whoever has been given one calls it whenever it likes: `#selector(end)`, `load(completion: done)`.
enum HandedMethods {
  /// - Returns: Their names.
  static func find(
    in info: TypeInfo, _ functions: [FunctionInfo], _ index: SourceIndex
  ) -> Set<String> {
    guard info.isObject else { return [] }
    let properties = Set(info.stored.map(\.property.name) + info.computed.map(\.name))
    let own = Set(functions.filter { !$0.isAccessor }.map(\.name)).subtracting(properties)
    let starts = info.stored.compactMap { stored in
      stored.property.initializer.map { index.uses(ofStart: $0, of: info, in: stored.file) }
    }
    let code =
      (functions + info.initializers).map { index.uses(of: $0) }
      + info.computed.map { index.uses(of: $0) } + starts
    let outlets = functions.filter(\.isOutlet).map(\.name)
    return code.reduce(into: Set(outlets)) { names, uses in
      for use in uses.all where uses.handsOn(use, own) {
        if let name = use.place.member { names.insert(name) }
      }
    }
  }
}

extension FunctionInfo {
  /// Whether an interface that is drawn calls it.
  fileprivate var isOutlet: Bool {
    node.as(FunctionDeclSyntax.self)?.attributes.has(["IBAction"]) ?? false
  }
}

extension Uses {
  /// Whether one of some methods is given to somebody who calls it later.
  fileprivate func handsOn(_ use: Use, _ methods: Set<String>) -> Bool {
    guard case .read = use.kind, let name = use.place.member, methods.contains(name) else {
      return false
    }
    switch use.context.taker {
    case .call?:
      guard use.place.plainProperty != nil, let call = call(taking: use) else { return false }
      // A method of the type itself is walked, with what it is handed.
      return !(call.receiver == .me && methods.contains(call.name))
        && !Library.runsClosure(call.name)
    case .assignment?: return use.place.plainProperty != nil
    case .operation?: return true
    default: return false
    }
  }
}
