import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What a method's answer tells of what is to be done.
extension MutatingStyle {
  /// Which of the values that a method returns ask for something to be done; nothing where its type
  /// says that none does.
  func told(by function: FunctionInfo, in info: TypeInfo) -> Handler.Told? {
    guard answersEffect(function.returnType), let type = function.returnType,
      !isReport(type, in: info)
    else { return nil }
    if type.isAnswer { return Handler.Told.none }
    guard info.isObject || function.isAsync else { return .all }
    // What an object answers, or what was waited for, is what others asked for, unless its type says
    // otherwise; but what it makes up to answer says what comes of the event, as that of a value does.
    let other: Handler.Told? = function.isAsync ? nil : .made
    if type.is(TupleTypeSyntax.self) || type.wrappedType?.is(TupleTypeSyntax.self) == true {
      return other
    }
    let element = type.as(ArrayTypeSyntax.self)?.element ?? type
    guard let name = element.plainName, !function.genericNames.contains(name) else {
      return nil
    }
    if (EventWords.types + ["Effect", "Output"]).contains(where: name.hasSuffix) { return .all }
    guard let known = index.type(element, in: info) else {
      return .cases
    }
    switch known.kind {
    case .enum: return .all
    case .struct: return other
    default: return nil
    }
  }

  /// Whether a type is a struct that tells what was done: it has a property of a type that the owner
  /// keeps, as the state is.
  private func isReport(_ type: TypeSyntax, in info: TypeInfo) -> Bool {
    guard let answer = index.type(type, in: info),
      answer.kind == .struct, !answer.name.hasSuffix("Effect")
    else { return false }
    let kept = info.stored.compactMap { enumType(of: $0.property, in: info) }
    let told = answer.stored.compactMap { enumType(of: $0.property, in: answer) }
    // A list, or a case of something else, may be what is asked for.
    let asks = answer.stored.contains { $0.property.type?.is(ArrayTypeSyntax.self) ?? false }
    return !told.isEmpty && told.allSatisfy(kept.contains) && !asks
  }

  /// The key of the enum that a property is of, as written or as it starts.
  func enumType(of property: StoredProperty, in info: TypeInfo) -> String? {
    let key =
      index.resolve(property.type, in: info)
      ?? owner(ofCase: property.initializer, in: info)
    return index.info(key)?.kind == .enum ? key : nil
  }

  /// Whether an answer of a type may ask for something to be done: a number or a text does not.
  func answersEffect(_ type: TypeSyntax?) -> Bool {
    guard let type = type?.trimmedText else { return false }
    return !Handler.plainTypes.contains(type)
  }
}

extension TypeSyntax {
  /// Whether it says yes or no, or nothing.
  var isAnswer: Bool { (wrappedType ?? self).trimmedText == "Bool" }
}
