import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Actions of which there are none.
extension Site {
  /// Whether a case carries what there is no value of, or the feature has none of: no action can be one.
  package func isNever(_ item: EnumCase, of info: TypeInfo, in index: SourceIndex) -> Bool {
    let isEmpty = item.values.contains { value in
      value.type == "Never"
        || index.type(named: value.type, in: info).map { $0.kind == .enum && $0.cases.isEmpty }
          ?? false
    }
    if isEmpty { return true }
    guard style == .composable, let owner, let name = Self.associated(item, of: info),
      index.resolve(name: name, in: owner) == nil
    else { return false }
    return index.defaultType(name, of: owner)?.trimmedText == "Never"
  }

  /// The type that a case of a generic enum of actions takes from the feature: `ViewAction` of
  /// `case view(Feature.ViewAction)`.
  package static func associated(_ item: EnumCase, of info: TypeInfo) -> String? {
    let parts = item.values.first?.type.split(separator: ".") ?? []
    let parameters = info.node.as(EnumDeclSyntax.self)?.genericParameterClause?.parameters
    guard parts.count == 2, item.values.count == 1,
      parameters?.contains(where: { $0.name.text == parts[0] }) == true
    else { return nil }
    return String(parts[1])
  }
}
