import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A dependency that says nothing of tests.
enum DependencyWithoutTestValue: SourceRule {
  static let description = RuleDescription(
    "dependency-without-test-value", .features,
    "A `DependencyKey` with a live value and no test value.",
    why: """
      A test that forgets to override it gets the live value, and a failure that says so. A test \
      value of the client's own says which endpoint was called. The library's default may do, so the \
      rule runs only where it is asked for.
      """,
    isOptIn: true,
    sources: [.playbook("Dependency Rules"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "Only a live value.",
        """
        struct NumberFactClient {  // wrong
          var fetch: @Sendable (Int) async -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
        }
        """)
    ],
    right: [
      RuleExample(
        "Both.",
        """
        struct NumberFactClient {
          var fetch: @Sendable (Int) async -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
          static let testValue = Self(fetch: { _ in "Test fact" })
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.index.keys.compactMap { subject.index.info($0) }.filter(\.isDependency).compactMap {
      info in
      let values = Set(info.stored.filter(\.property.isStatic).map(\.property.name))
        .union(info.computed.filter(\.isStatic).map(\.name))
      guard values.contains("liveValue"), !values.contains("testValue"),
        info.inherited.contains("DependencyKey"), !info.file.isGenerated
      else { return nil }
      return finding(
        at: info.file.location(of: info.nameNode),
        "`\(info.name)` has a live value and no test value",
        remedy: "add `static let testValue`, or mark the client with `@DependencyClient` and "
          + "return `Self()`")
    }
  }
}

extension TypeInfo {
  /// Whether the library can be asked for it, or makes a client of it.
  var isDependency: Bool {
    inherited.contains { ["DependencyKey", "TestDependencyKey"].contains($0) }
      || attributes.contains("DependencyClient")
  }

  /// What a finding about the whole type points at: the declaration behind its attributes.
  var nameNode: Syntax {
    if let type = node.as(StructDeclSyntax.self) { return Syntax(type.structKeyword) }
    if let type = node.as(EnumDeclSyntax.self) { return Syntax(type.enumKeyword) }
    if let type = node.as(ClassDeclSyntax.self) { return Syntax(type.classKeyword) }
    return Syntax(node)
  }
}

extension StoredProperty {
  /// Whether its type is that of a function.
  var holdsFunction: Bool {
    var type = self.type
    while let attributed = type?.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    return type?.is(FunctionTypeSyntax.self) ?? false
  }
}
