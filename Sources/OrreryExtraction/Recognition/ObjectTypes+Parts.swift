import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What the parts of tuples and of generic types are.
extension ObjectTypes {
  /// A part of each element of a list: of `(offset, element)`, `(key, value)` and other tuples.
  func part(_ offset: Int, ofEachOf list: ExprSyntax, _ steps: Int) -> Object? {
    guard steps < Self.mostSteps else { return nil }
    if let call = list.as(FunctionCallExprSyntax.self) {
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
      if call.calleeName == "enumerated", let base {
        return offset == 1 ? object(base, steps: steps + 1).flatMap(element) : nil
      }
      let arguments = call.arguments.map(\.expression)
      if call.calleeName == "zip", base == nil, arguments.indices.contains(offset) {
        return object(arguments[offset], steps: steps + 1).flatMap(element)
      }
    }
    guard let known = object(list, steps: steps + 1), let written = known.written else {
      return nil
    }
    if let pair = written.pairTypes {
      return object(of: offset == 0 ? pair.key : pair.value, in: known.scope)
    }
    return written.elementType.flatMap { $0.partType("\(offset)") }.flatMap {
      object(of: $0, in: known.scope)
    }
  }

  /// What a property of a generic type holds that is declared as one of the type's parameters.
  func given(_ name: String, of owner: Object) -> Object? {
    guard let info = owner.info, let arguments = owner.written?.genericTypes,
      let type = info.property(name)?.property.type
        ?? info.computed.first(where: { $0.name == name })?.type,
      let parameter = SourceIndex.parts(of: type.presentType)?.first,
      let place = info.genericNames.firstIndex(of: parameter), arguments.indices.contains(place)
    else { return nil }
    return object(of: arguments[place], in: owner.scope)
  }
}
