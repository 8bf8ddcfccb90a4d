import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A name of The Composable Architecture that is deprecated, where its replacement is to be had.
enum DeprecatedAPI: SourceRule {
  static let description = RuleDescription(
    "deprecated-api", .features,
    "A name of the library that is deprecated or gone, although the library has its replacement.",
    why: """
      What is deprecated is not mended any more, and the next major version has it no more. Until \
      then each reader has to know two ways of saying the same. The rule is silent where the sources \
      tell that the library is older than the replacement, and in classes such as view controllers, \
      which may need a `ViewStore` to observe a state.
      """,
    sources: [
      .smithTCA("Common Anti-Patterns to Avoid"),
      .playbook("Modern Pattern (TCA 1.7+ with `@ObservableState`)"),
    ],
    wrong: [DeprecatedExamples.views, DeprecatedExamples.names],
    right: [DeprecatedExamples.modern, DeprecatedExamples.old, DeprecatedExamples.controller])

  static func findings(in subject: LintSubject) -> [Finding] {
    // A type of the project's own is none of the library's.
    let own = Set(
      subject.index.keys.compactMap { subject.index.info($0) }
        .filter { $0.path.count == 1 && $0.kind != .extensionOnly }.map(\.name))
    let names = DeprecatedName.all.filter {
      subject.hasLibrary($0.replaced) && !own.contains($0.name)
    }
    let byName = Dictionary(grouping: names, by: \.name)
    return subject.files(naming: names.map(\.name)).flatMap { file -> [Finding] in
      let finder = DeprecatedFinder(byName)
      finder.walk(file.tree)
      var seen: Set<[String]> = []
      return finder.found.filter {
        !$0.place.isInDeprecated && !(subject.storeView(around: $0.place)?.isGeneric ?? false)
      }.filter { found in
        // Who mends a name at one place in a type mends it in all of the type.
        let type = found.place.typeAround.map { "\($0)" } ?? ""
        return found.name.rename != nil || seen.insert([found.name.shown, type]).inserted
      }.map { finding(of: $0.name, at: $0.place, in: file, subject) }
    }
  }

  private static func finding(
    of name: DeprecatedName, at place: Syntax, in file: SourceFile, _ subject: LintSubject
  ) -> Finding {
    let evidence = subject.library.map { " (\($0.text))" } ?? ""
    return finding(
      at: file.location(of: place), machine: subject.storeView(around: place)?.machine,
      "`\(name.shown)` is \(name.state)\(evidence)", remedy: name.remedy,
      fix: name.rename.map { Fix([place.replaced(by: $0, in: file)]) })
  }
}

/// Finds the places of deprecated names in one walk over a file.
private final class DeprecatedFinder: SyntaxVisitor {
  private let names: [String: [DeprecatedName]]
  private(set) var found: [(name: DeprecatedName, place: Syntax)] = []

  init(_ names: [String: [DeprecatedName]]) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if !(node.parent?.is(ExtensionDeclSyntax.self) ?? false) { add(type: node.name) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    add(type: node.baseName)
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.attributeName.as(IdentifierTypeSyntax.self)?.name.text else {
      return .visitChildren
    }
    add(name, at: node) { if case .attribute = $0 { true } else { false } }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
      return .visitChildren
    }
    let labels = node.arguments.map { $0.label?.text }
    add(member.declName.baseName.text, at: member.declName) { form in
      switch form {
      case .presentation: labels.first == "store"
      case .method(let wanted): labels == wanted
      case .type, .attribute: false
      }
    }
    return .visitChildren
  }

  /// A type outside of classes: a view controller may need a view store.
  private func add(type token: TokenSyntax) {
    guard names[token.text] != nil, token.nearest(ClassDeclSyntax.self) == nil else { return }
    add(token.text, at: token) { if case .type = $0 { true } else { false } }
  }

  private func add(
    _ name: String, at node: some SyntaxProtocol, where fits: (DeprecatedName.Form) -> Bool
  ) {
    found += (names[name] ?? []).filter { fits($0.form) }.map { ($0, Syntax(node)) }
  }
}

extension DeprecatedName {
  /// As it is written: `@BindingState`, `.sheet(store:)`.
  var shown: String {
    switch form {
    case .type: name
    case .attribute: "@\(name)"
    case .presentation: ".\(name)(store:)"
    case .method(let labels): ".\(name)(\(labels.map { "\($0):" }.joined()))"
    }
  }
}

extension SyntaxProtocol {
  /// Whether it stands in a declaration that says itself that it is deprecated.
  var isInDeprecated: Bool {
    var current = parent
    while let node = current {
      if let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes,
        attributes.contains(where: {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "available"
            && $0.says("deprecated")
        })
      {
        return true
      }
      current = node.parent
    }
    return false
  }
}
