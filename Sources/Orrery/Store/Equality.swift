/// How to tell whether two values are known to be equal; where their type is not `Equatable`, none are.
///
/// Ask once for a type, because asking it for a conformance takes long.
func equality<Value>(of type: Value.Type) -> @Sendable (Value, Value) -> Bool {
  func isEqual<Known: Equatable & SendableMetatype>(
    as type: Known.Type
  ) -> @Sendable (Value, Value) -> Bool {
    { left, right in left as? Known == right as? Known }
  }
  guard let known = type as? any (Equatable & SendableMetatype).Type else {
    return { _, _ in false }
  }
  return isEqual(as: known)
}
