import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view that makes a store while it is drawn.
enum StoreMadeInView: SourceRule {
  static let description = RuleDescription(
    "store-made-in-view", .views,
    "A store that is made while a view with a store is drawn, not scoped from that.",
    why: """
      A `body` runs as often as SwiftUI likes. Each time a new store begins with its initial state, \
      what the user did in the old one is lost, and its effects go on for nobody. The parent's \
      reducer sees nothing of it either. Previews and the root of a program do make stores.
      """,
    sources: [
      .smithTCA("View Validation"), .playbook("Composition Patterns"),
      .playbook("Anti-Patterns and Fixes"),
    ],
    wrong: [
      RuleExample(
        "The child has a store of its own.",
        """
        struct ParentView: View {
          @Bindable var store: StoreOf<Parent>
          var body: some View {
            ChildView(
              store: Store(initialState: Child.State(name: store.name)) {  // wrong
                Child()
              }
            )
          }
        }
        """),
      RuleExample(
        "A sheet gets a new store each time that it is drawn.",
        """
        struct ListView: View {
          let store: StoreOf<Items>
          var body: some View {
            content.sheet(isPresented: .constant(true)) { settings }
          }
          @ViewBuilder private var settings: some View {
            SettingsView(store: StoreOf<Settings>(initialState: .init()) { Settings() })  // wrong
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The child's store is part of the parent's; the root and previews make theirs.",
        """
        struct ParentView: View {
          @Bindable var store: StoreOf<Parent>
          var body: some View {
            ChildView(store: store.scope(state: \\.child, action: \\.child))
          }
          static var preview: some View {
            ParentView(store: Store(initialState: Parent.State()) { Parent() })
          }
        }
        @main
        struct MyApp: App {
          static let store = Store(initialState: Parent.State()) { Parent() }
          var body: some Scene {
            WindowGroup { ParentView(store: Self.store) }
          }
        }
        #Preview {
          ParentView(store: Store(initialState: Parent.State()) { Parent() })
        }
        """),
      RuleExample(
        "The view that owns the store makes it once.",
        """
        struct RootView: View {
          @State private var store = Store(initialState: Root.State()) { Root() }
          var body: some View { Text(store.title) }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view in
      view.nodes(FunctionCallExprSyntax.self).compactMap { call, file -> Finding? in
        guard call.makesStore, call.isDrawn else { return nil }
        return finding(
          at: file.location(of: call), machine: view.machine,
          "`\(view.name)` makes a new store each time that it is drawn",
          remedy: "hold the child's state in the parent's, and hand over "
            + "`store.scope(state: \\.child, action: \\.child)`")
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is `Store(initialState: …)`.
  var makesStore: Bool {
    ["Store", "StoreOf"].contains(calleeName)
      && !calledExpression.is(MemberAccessExprSyntax.self)
      && arguments.first?.label?.text == "initialState"
  }

  /// Whether it runs while a view is drawn: in a getter, or in a method that returns a view.
  fileprivate var isDrawn: Bool {
    var current = parent
    while let node = current {
      if let accessor = node.as(AccessorBlockSyntax.self) {
        let variable = accessor.nearest(VariableDeclSyntax.self)
        return variable.map { !$0.isStatic && !$0.isLazy } ?? false
      }
      if let function = node.as(FunctionDeclSyntax.self) {
        let type = function.signature.returnClause?.type.as(SomeOrAnyTypeSyntax.self)
        return type != nil && !function.isStatic
      }
      if node.is(MemberBlockSyntax.self) || node.is(MacroExpansionExprSyntax.self) { return false }
      current = node.parent
    }
    return false
  }
}

extension WithModifiersSyntax {
  fileprivate var isStatic: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
  fileprivate var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }
}
