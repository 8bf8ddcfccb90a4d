#if ComposableArchitecture
import OrreryTrace

/// The features that types of states and actions belong to: `Shop.State` and `Shop.Action` are of `Shop`.
enum FeatureName {
  private static let known = Lock<[ObjectIdentifier: String]>([:])

  static func feature(ofState type: Any.Type) -> String? { feature(of: type, named: ".State") }

  static func feature(ofAction type: Any.Type) -> String? { feature(of: type, named: ".Action") }

  private static func feature(of type: Any.Type, named suffix: String) -> String? {
    // Printing the name of a type takes longer than everything else that a step does.
    let id = known.withLock { known in
      if let id = known[ObjectIdentifier(type)] { return id }
      let id = Naming.machine(of: type)
      known[ObjectIdentifier(type)] = id
      return id
    }
    guard id.hasSuffix(suffix) else { return nil }
    let feature = id.dropLast(suffix.count)
    // A type of that name outside of any other is no feature's.
    return feature.contains(".") ? String(feature) : nil
  }
}
#endif
