import OrreryProgram

extension Code {
  /// Whether code does nothing else with the object that a property refers to than to come to what that
  /// has, so that all that happens there is seen: it neither hands the reference on nor keeps another one
  /// under its name.
  func comesOnly(to property: String) -> Bool {
    uses.all.allSatisfy { use in
      guard holds(use.id), uses.refers(use.place, to: property) else { return true }
      switch use.kind {
      case .compared, .asked, .called: return true
      case .read:
        switch use.context.taker {
        case .member?, .comparison?, .binding?: return true
        default: return false
        }
      case .assigned, .lent, .operated: return false
      }
    }
  }
}

extension Uses {
  /// Whether a place is a property of `self`, or a variable that stands for it.
  fileprivate func refers(_ place: UsedPlace, to property: String, depth: Int = 0) -> Bool {
    guard case .local(let local) = place.root, place.steps.isEmpty else {
      return place.plainProperty == property
    }
    return depth < 8 && bound[local].map { refers($0, to: property, depth: depth + 1) } ?? false
  }
}
