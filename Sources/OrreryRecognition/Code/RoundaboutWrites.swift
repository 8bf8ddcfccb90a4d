import OrreryLowering
import OrreryProgram

// Assignments that come to the state by what stands before it: a setter, a subscript or a key path.
extension StateAccess {
  /// Notes which setters and subscripts of the owner, and of a struct around the state, change it.
  mutating func noteElements(
    of owner: TypeInfo?, around holder: TypeInfo?, in index: SourceIndex
  ) {
    harmlessOperators = owner == nil ? [] : index.harmlessOperators
    wrappers = Set(names.map { "_\($0)" }.filter { owner?.wrapped(by: $0) != nil })
    isInObject = owner?.isObject ?? true
    isElement = owner.map { !names.isDisjoint(with: $0.changedByElements) } ?? false
    guard let member, let holder else { return }
    isElementOfHolder = holder.changedByElements.contains(member)
    let reach = Reach(of: holder, to: StateAccess(member), in: index)
    let writers = zip(reach.functions, reach.comesToWrite).filter(\.1).map(\.0)
    holderSetters = Set(writers.filter(\.isAccessor).map(\.name)).subtracting([member])
    let lenders = holder.functions.filter { $0.parameters.contains(where: \.takesInOut) }
    holderChangers = Set(
      (writers.filter { !$0.isAccessor } + lenders).filter(\.isMutating).map(\.name))
  }

  /// Whether an operator may change the state behind which it stands, or which is in what it stands
  /// behind: an object is changed also where it is not handed over to be.
  func isChanged(by name: String, behindSelf: Bool) -> Bool {
    isBoxed || behindSelf && isInObject || !harmlessOperators.contains(name)
  }

  /// Whether an assignment to a member of the state's holder changes the state.
  func isChanged(by target: Expression, in base: (isSelf: Bool, isHolder: Bool)) -> Bool {
    if case .member(_, let name) = target.form {
      return base.isHolder && holderSetters.contains(name)
    }
    guard case .element(_, let arguments) = target.form, base.isSelf || base.isHolder else {
      return false
    }
    guard let argument = arguments.first, argument.label == "keyPath" else {
      return base.isSelf ? isElement : isElementOfHolder
    }
    guard case .keyPath(let fields?) = argument.value.form, !fields.isEmpty else {
      return base.isSelf || member != nil
    }
    guard base.isSelf else { return fields.first == member }
    return names.contains(fields[0]) && (member == nil || fields.count == 1 || fields[1] == member)
  }
}
