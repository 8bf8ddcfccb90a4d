import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view with a store that calls services itself.
enum WorkInView: SourceRule {
  static let description = RuleDescription(
    "work-in-view", .views,
    "A view with a store that calls services itself: a client, the network, files, defaults.",
    why: """
      What a view does itself no reducer knows of: no test of the feature sees it, no dependency \
      stands in for it, nothing cancels it when the state moves on, and its error is told to nobody. \
      A view sends an action; the reducer answers with an effect.
      """,
    isOptIn: true,
    sources: [
      .playbook("Anti-Patterns and Fixes"), .playbook("View Integration"),
      .playbook("PR Review Checklist"),
    ],
    wrong: WorkInViewExamples.wrong, right: WorkInViewExamples.right)

  /// What the platform gives for work that leaves the program, and the methods that only look.
  private static let services: Set = [
    "URLSession", "UserDefaults", "FileManager", "JSONDecoder", "JSONEncoder",
    "PropertyListDecoder", "PropertyListEncoder",
  ]

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view in
      dependencies(of: view) + calls(in: view) + awaits(in: view)
    }
  }

  private static func dependencies(of view: StoreView) -> [Finding] {
    view.properties.filter { $0.hasAttribute("Dependency") }.compactMap { property in
      let asked = view.nodes(FunctionCallExprSyntax.self).map(\.node).first { call in
        let names = call.calledExpression.dottedNames ?? []
        // What is handed a store makes a view of it.
        return names.first == property.name && !call.isHandedStore
      }
      guard let names = asked?.calledExpression.dottedNames else { return nil }
      return found(
        "asks the dependency `\(names.joined(separator: "."))`", at: property.declaration,
        view.file, view)
    }
  }

  private static func calls(in view: StoreView) -> [Finding] {
    view.nodes(FunctionCallExprSyntax.self).compactMap { call, file in
      guard let name = service(of: call) else { return nil }
      return found("works with `\(name)`", at: call, file, view)
    }
  }

  /// The service that a call asks for work: `URLSession.shared.data(from:)`, `JSONDecoder()`.
  private static func service(of call: FunctionCallExprSyntax) -> String? {
    guard let names = call.calledExpression.dottedNames, let first = names.first,
      services.contains(first)
    else { return nil }
    if first == "UserDefaults" {
      return ["set", "removeObject"].contains(names.last) ? first : nil
    }
    return first
  }

  /// What is awaited of something that the view was handed besides the store.
  private static func awaits(in view: StoreView) -> [Finding] {
    let handed = Set(
      view.properties.filter { $0.declaration.attributes.isEmpty }.map(\.name))
    let clients = handed.subtracting(view.storeNames)
    return view.nodes(AwaitExprSyntax.self).compactMap { node, file in
      guard let call = node.expression.descendants(FunctionCallExprSyntax.self).first,
        let names = call.calledExpression.dottedNames, names.count > 1,
        clients.contains(names[0]) || names[1] == "shared", !services.contains(names[0])
      else { return nil }
      return found("awaits `\(names.joined(separator: "."))`", at: node, file, view)
    }
  }

  private static func found(
    _ what: String, at node: some SyntaxProtocol, _ file: SourceFile, _ view: StoreView
  ) -> Finding {
    finding(
      at: file.location(of: node), machine: view.machine,
      "`\(view.name)` has a store and \(what) itself",
      remedy: "send an action, and let the reducer do it in an effect")
  }
}

extension FunctionCallExprSyntax {
  /// Whether one of its arguments is a store, as far as its name tells.
  fileprivate var isHandedStore: Bool {
    arguments.contains { argument in
      let call = argument.expression.as(FunctionCallExprSyntax.self)
      let name = (call?.calledExpression ?? argument.expression).dottedNames?.last ?? ""
      return name.lowercased().hasSuffix("store") || name == "scope"
    }
  }
}

private enum WorkInViewExamples {
  static let wrong = [
    RuleExample(
      "The view calls a service and decodes what comes.",
      """
      struct FactView: View {
        let store: StoreOf<Fact>
        let client: FactClient
        var body: some View {
          Button("Fact") {
            Task {
              let text = try await client.fetch(store.number)  // wrong
              store.send(.factResponse(text))
            }
          }
          .task {
            guard let (data, _) = try? await URLSession.shared.data(from: url)  // wrong
            else { return }
            let facts = try? JSONDecoder().decode([String].self, from: data)  // wrong
            store.send(.factsLoaded(facts ?? []))
          }
        }
      }
      """),
    RuleExample(
      "The view holds a dependency, and remembers what the reducer should.",
      """
      struct OnboardingView: View {
        let store: StoreOf<Onboarding>
        @Dependency(\\.audioPlayer) var player  // wrong
        var body: some View {
          Button("Done") {
            player.play(.fanfare)
            UserDefaults.standard.set(true, forKey: "done")  // wrong
            store.send(.doneTapped)
          }
        }
      }
      """),
  ]

  static let right = [
    RuleExample(
      "The view sends actions, and waits for what they start.",
      """
      struct FactView: View {
        @Bindable var store: StoreOf<Fact>
        @Environment(\\.dismiss) var dismiss
        var body: some View {
          Button("Fact") { store.send(.factButtonTapped) }
            .task { await store.send(.task).finish() }
            .refreshable { await store.send(.refresh).finish() }
            .task { await dismiss() }
        }
      }
      """),
    RuleExample(
      "A view without a store has no other place for it; a dependency that makes views is none.",
      """
      struct AvatarView: View {
        let url: URL
        @State var data: Data?
        var body: some View {
          Image(data: data).task { data = try? await URLSession.shared.data(from: url).0 }
        }
      }
      struct FactView: View {
        let store: StoreOf<Fact>
        @Dependency(\\.settingsScreen) var settingsScreen
        var body: some View {
          AvatarView(url: store.url)
          settingsScreen.make(store.scope(state: \\.settings, action: \\.settings))
        }
      }
      """),
  ]
}
