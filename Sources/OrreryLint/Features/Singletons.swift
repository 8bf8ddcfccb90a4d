import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Objects that a type of a system's framework, or of the app, has one of for the whole program.
enum Singletons {
  /// The names that such an object has, by the types of Apple's frameworks that have one.
  private static let known: [String: Set<String>] = [
    "DispatchQueue": ["main"], "FileManager": ["default"],
    "HTTPCookieStorage": ["shared"], "NSPasteboard": ["general"],
    "NSUbiquitousKeyValueStore": ["default"], "NotificationCenter": ["default"],
    "OperationQueue": ["main", "current"], "ProcessInfo": ["processInfo"], "RunLoop": ["main"],
    "UIDevice": ["current"], "UIPasteboard": ["general"], "UIScreen": ["main"],
    "URLSession": ["shared"], "UserDefaults": ["standard"],
  ]
  /// What the one object of a class is called; `shared` says it of any type.
  private static let names: Set = ["default", "standard", "main", "current", "general"]

  /// `UserDefaults.standard`: the type and the name, where an expression is such an object.
  static func name(of node: MemberAccessExprSyntax, in subject: LintSubject, of feature: Feature)
    -> String?
  {
    guard let base = node.base, let parts = base.nameParts, let type = parts.last,
      type.first?.isUppercase ?? false
    else { return nil }
    let name = node.declName.baseName.text
    guard name == "shared" || names.contains(name) || known[type]?.contains(name) ?? false else {
      return nil
    }
    let key = subject.index.resolve(
      name: parts.joined(separator: "."), in: feature.info, module: feature.info.module)
    let isSingleton =
      subject.index.info(key).map { declares(name, as: $0) }
      ?? (name == "shared" || known[type]?.contains(name) ?? false)
    return isSingleton ? "\(type).\(name)" : nil
  }

  /// Whether a type of the sources has an object of that name that is not a mere value.
  private static func declares(_ name: String, as info: TypeInfo) -> Bool {
    switch info.kind {
    case .class, .actor: return true
    case .extensionOnly: return known[info.name]?.contains(name) ?? (name == "shared")
    // A value by that name is a preset, such as `Filter.default`.
    case .struct, .enum, .protocol: return false
    }
  }
}
