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
    let marked = stored.filter { stored in
      stored.property.declaration.attributes.contains {
        Self.wrappers.contains($0.as(AttributeSyntax.self)?.attributeName.trimmedText ?? "")
      }
    }
    let bound = BindingFinder.names(in: files)
    return Set(marked.map(\.property.name))
      .union(stored.map(\.property.name).filter(bound.contains))
  }

  private var files: [SourceFile] {
    let word = Word(feature.name)
    return index.files.filter { !$0.isGenerated && $0.words.containsAny(of: [word]) }
  }
}

/// `$store.name`, `$viewStore.settings.name`.
private final class BindingFinder: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in files: [SourceFile]) -> Set<String> {
    let finder = BindingFinder(viewMode: .sourceAccurate)
    for file in files { finder.walk(file.tree) }
    return finder.names
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    if base?.hasPrefix("$") ?? false { names.insert(node.declName.baseName.text) }
    return .visitChildren
  }
}
