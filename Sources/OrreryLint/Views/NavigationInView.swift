import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view with a store that presents another one of its own accord.
enum NavigationInView: SourceRule {
  static let description = RuleDescription(
    "navigation-in-view", .views,
    "A presentation that `@State` of a view drives, of a screen that gets a store.",
    why: """
      Where the user is belongs to the state: then a link, a notification or a test can lead there, \
      the reducer can close the screen when its work is done, and what the closed screen has started \
      is cancelled. A flag in the view knows of none of that. What has no store (a menu, a share \
      sheet) may be the view's own matter.
      """,
    isOptIn: true,
    sources: [
      .playbook("Navigation Pattern"), .playbook("PR Review Checklist"),
      .smithTCA("Pattern 2: Optional State Navigation (.sheet + .scope)"),
    ],
    wrong: [
      RuleExample(
        "A flag of the view opens a feature.",
        """
        struct ListView: View {
          let store: StoreOf<Items>
          @State private var showsSettings = false
          var body: some View {
            Button("Settings") { showsSettings = true }
              .sheet(isPresented: $showsSettings) {  // wrong
                SettingsView(store: store.scope(state: \\.settings, action: \\.settings))
              }
          }
        }
        """),
      RuleExample(
        "The screen gets the view's own store.",
        """
        struct ModelView: View {
          @Bindable var store: StoreOf<Models>
          @State private var isLibraryPresented = false
          var body: some View {
            Button("All") { isLibraryPresented = true }
              .popover(isPresented: $isLibraryPresented) {  // wrong
                LibraryView(store: store)
              }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The state says what is presented; a share sheet is the view's own.",
        """
        struct ListView: View {
          @Bindable var store: StoreOf<Items>
          @State private var isShared = false
          var body: some View {
            Button("Settings") { store.send(.settingsButtonTapped) }
              .sheet(item: $store.scope(state: \\.settings, action: \\.settings)) { store in
                SettingsView(store: store)
              }
              .sheet(isPresented: $isShared) { ShareSheet(text: store.text) }
          }
        }
        """)
    ])

  private static let modifiers: Set = [
    "sheet", "fullScreenCover", "popover", "navigationDestination", "inspector",
  ]

  static func findings(in subject: LintSubject) -> [Finding] {
    // A view that makes its store is a root: no feature around it could hold what it presents.
    subject.storeViews.filter { view in
      view.isSwiftUI && view.stores.allSatisfy { $0.property.initializer == nil }
    }.flatMap { view -> [Finding] in
      let local = Set(view.properties.filter { $0.hasAttribute("State") }.map(\.name))
      guard !local.isEmpty else { return [] }
      return view.nodes(FunctionCallExprSyntax.self).compactMap { call, file in
        guard modifiers.contains(call.calleeName), let flag = call.binding, local.contains(flag),
          let member = call.calledExpression.as(MemberAccessExprSyntax.self),
          call.lastClosure?.handsStore(of: view.storeNames) ?? false
        else { return nil }
        return finding(
          at: file.location(of: member.declName), machine: view.machine,
          "`\(view.name)` presents a screen with a store by `@State var \(flag)`",
          remedy: "model what is presented as a child's state, and present it with "
            + "`.\(call.calleeName)(item: $store.scope(…))`")
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// `isShown` of `.sheet(isPresented: $isShown)`.
  fileprivate var binding: String? {
    guard let first = arguments.first, ["isPresented", "item"].contains(first.label?.text),
      let name = first.expression.dottedNames, name.count == 1, name[0].hasPrefix("$")
    else { return nil }
    return String(name[0].dropFirst())
  }
}

extension ClosureExprSyntax {
  /// Whether something in it is handed one of some stores, or a part of one, as its `store`.
  fileprivate func handsStore(of stores: Set<String>) -> Bool {
    statements.descendants(LabeledExprSyntax.self).contains { argument in
      guard argument.label?.text == "store" else { return false }
      let call = argument.expression.as(FunctionCallExprSyntax.self)
      guard let names = (call?.calledExpression ?? argument.expression).dottedNames,
        let first = names.first
      else { return false }
      return stores.contains(first) && (names.count == 1 || names.last == "scope")
    }
  }
}
