/// The numbers that a value may be.
package struct NumberRange {
  private var low = -Double.infinity
  private var high = Double.infinity
  /// Whether the bounds are among the numbers.
  private var holdsLow = true
  private var holdsHigh = true

  package init() {}

  /// Leaves the numbers for which a comparison holds, or those for which it does not.
  package mutating func narrow(_ op: String, _ number: Double, holds: Bool) {
    switch (op, holds) {
    case ("==", true):
      raise(to: number, included: true)
      lower(to: number, included: true)
    case (">", true), ("<=", false): raise(to: number, included: false)
    case (">=", true), ("<", false): raise(to: number, included: true)
    case ("<", true), (">=", false): lower(to: number, included: false)
    case ("<=", true), (">", false): lower(to: number, included: true)
    default: break
    }
  }

  /// What a comparison comes to for all of the numbers; nothing where that differs.
  package func answer(_ op: String, _ number: Double) -> Bool? {
    let isAbove = low > number || (low == number && !holdsLow)
    let isBelow = high < number || (high == number && !holdsHigh)
    let isAtLeast = low >= number
    let isAtMost = high <= number
    switch op {
    case "==": return isAbove || isBelow ? false : isAtLeast && isAtMost ? true : nil
    case ">": return isAbove ? true : isAtMost ? false : nil
    case ">=": return isAtLeast ? true : isBelow ? false : nil
    case "<": return isBelow ? true : isAtLeast ? false : nil
    case "<=": return isAtMost ? true : isAbove ? false : nil
    default: return nil
    }
  }

  private mutating func raise(to number: Double, included: Bool) {
    if number > low { (low, holdsLow) = (number, included) }
    if number == low { holdsLow = holdsLow && included }
  }

  private mutating func lower(to number: Double, included: Bool) {
    if number < high { (high, holdsHigh) = (number, included) }
    if number == high { holdsHigh = holdsHigh && included }
  }
}
