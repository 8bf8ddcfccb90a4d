import OrreryTrace
import SwiftSyntax

/// Properties that a wrapper keeps.
extension Interpreter {
  /// The property that `_mode` is the wrapper of, and that `_mode.wrappedValue` and
  /// `$mode.wrappedValue` are.
  func wrapped(_ name: String, of place: Place, _ path: Path) -> Place? {
    if name == "wrappedValue", let property = place.path.last {
      let owner = Place(frame: place.frame, name: place.name, path: place.path.dropLast())
      return isWrapped(property, in: index.info(type(at: owner, path))) ? place : nil
    }
    guard name.hasPrefix("_"), case let own = String(name.dropFirst()),
      let info = index.info(type(at: place, path)), info.property(name) == nil,
      isWrapped(own, in: info)
    else { return nil }
    return path.resolved(place.appending(own))
  }

  private func isWrapped(_ name: String, in info: TypeInfo?) -> Bool {
    info?.property(name)?.property.declaration.attributes.contains { attribute in
      let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedText
      return name?.split(separator: ".").last?.first?.isUppercase ?? false
    } ?? false
  }
}
