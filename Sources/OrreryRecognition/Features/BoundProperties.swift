import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// The properties of a feature's state that views set by bindings.
struct BoundProperties {
  let index: SourceIndex
  let feature: TypeInfo
  let state: TypeInfo

  private static let wrappers: Set = ["BindingState", "BindableState"]

  /// Those that are marked for it, and those that a file which names the feature binds.
  var names: Set<String> {
    let stored = state.stored.filter { !$0.property.isStatic && !$0.property.isLet }
    let marked = stored.filter { $0.property.declaration.attributes.has(Self.wrappers) }
    let bound = Set(files.flatMap { $0.tree.boundNames })
    return Set(marked.map(\.property.name))
      .union(stored.map(\.property.name).filter(bound.contains))
  }

  private var files: [SourceFile] {
    let word = Word(feature.name)
    return index.files.filter { !$0.isGenerated && $0.words.containsAny(of: [word]) }
  }
}

extension SourceFileSyntax {
  /// `name` of `$store.name`, and of `$viewStore.name.first`.
  fileprivate var boundNames: [String] {
    all(MemberAccessExprSyntax.self).compactMap { node in
      node.base?.plainName?.hasPrefix("$") ?? false ? node.declName.baseName.text : nil
    }
  }
}
