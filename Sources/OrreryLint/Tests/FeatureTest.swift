import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A place in a test where a store of a feature is made.
struct FeatureTest {
  /// `TestStore(initialState: …)`, or `Store(initialState: …)`.
  var call: FunctionCallExprSyntax
  var file: SourceFile
  /// The features that the call names, the one that it makes first.
  var features: [Feature]

  /// The function that the call stands in.
  var function: FunctionDeclSyntax? { call.nearest(FunctionDeclSyntax.self) }

  /// The places where a kind of store is made in files that import a testing library.
  ///
  /// - Complexity: Linear in the size of those files.
  static func all(making store: String, in subject: LintSubject) -> [FeatureTest] {
    let known = Dictionary(grouping: subject.features, by: \.info.name)
    return subject.files(naming: ["XCTest", "Testing"]).filter {
      $0.words.contains(Word(store)) && $0.isTest
    }.flatMap { file in
      file.tree.calls(of: [store]).filter { $0.arguments.first?.label?.text == "initialState" }
        .map { call in
          FeatureTest(call: call, file: file, features: features(named: call, known))
        }
    }
  }

  /// What the closure at the end makes comes first: states also name the features inside of them.
  private static func features(
    named call: FunctionCallExprSyntax, _ known: [String: [Feature]]
  ) -> [Feature] {
    let made = call.trailingClosure?.descendants(FunctionCallExprSyntax.self) ?? []
    let first = made.lazy.compactMap { made -> [Feature]? in
      guard let path = made.calledExpression.dottedNames, let name = path.last else { return nil }
      // `Home.Row()` is no row of another screen.
      return known[name]?.filter { $0.info.path.ends(with: path) }
    }.first { !$0.isEmpty }
    let names = Set(call.descendants(DeclReferenceExprSyntax.self).map(\.baseName.text))
    let lead = Set(first?.map(\.id) ?? [])
    return (first ?? [])
      + names.sorted().flatMap { known[$0] ?? [] }.filter { !lead.contains($0.id) }
  }
}

extension [String] {
  fileprivate func ends(with other: [String]) -> Bool {
    suffix(other.count).elementsEqual(other)
  }
}

extension SourceFile {
  /// Whether it imports a library of tests.
  var isTest: Bool {
    tree.statements.contains { item in
      let path = item.item.as(ImportDeclSyntax.self)?.path.first?.name.text
      return path == "XCTest" || path == "Testing"
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether a library of tests runs it: `@Test`, or a name that begins with `test`.
  var isTest: Bool {
    name.text.hasPrefix("test")
      || attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "Test"
      }
  }
}
