import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A view that keeps a copy of what its store's state holds.
enum StateOutsideStore: SourceRule {
  static let description = RuleDescription(
    "state-outside-store", .views,
    "A `@State` property that mirrors a property of the store's state.",
    why: """
      Two places now hold one truth. The reducer decides by its own, the user sees the other, and \
      whoever changes one has to remember the other; a test of the feature sees only half. What is \
      the view's alone (focus, an offset, a size, whether a finger is down) is right in `@State`.
      """,
    isOptIn: true,
    sources: [
      .playbook("Anti-Patterns and Fixes"), .smithTCA("Common Anti-Patterns to Avoid"),
      .smithTCA("Reducer Validation"),
    ],
    wrong: StateOutsideStoreExamples.wrong, right: StateOutsideStoreExamples.right)

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap(findings)
  }

  private static func findings(in view: StoreView) -> [Finding] {
    let local = view.properties.filter { $0.hasAttribute("State") && !$0.isStore }
    guard !local.isEmpty else { return [] }
    let copied = copies(in: view, of: Set(local.map(\.name)))
    return local.compactMap { property in
      let why =
        copied[property.name].map { "is assigned from `\($0)`" } ?? sameName(property, view)
      guard let why else { return nil }
      return finding(
        at: view.file.location(of: property.declaration), machine: view.machine,
        "`@State var \(property.name)` of `\(view.name)` \(why), which the store owns",
        remedy: "remove the property, read the store, and send an action to change it")
    }
  }

  /// Whether the state holds something of the same name and, as far as is written, the same type.
  private static func sameName(_ property: StoredProperty, _ view: StoreView) -> String? {
    guard let feature = view.feature, let owned = feature.state?.property(property.name)?.property
    else { return nil }
    if let one = property.type?.trimmedText, let other = owned.type?.trimmedText, one != other {
      return nil
    }
    return "has the name of `\(feature.name).State.\(property.name)`"
  }

  /// The properties that code assigns from a store, and what it assigns.
  private static func copies(in view: StoreView, of names: Set<String>) -> [String: String] {
    let stores = view.storeNames
    var found: [String: String] = [:]
    for (assignment, _) in view.nodes(AssignmentExprSyntax.self) {
      guard let (target, value) = assignment.sides, let name = target.dottedNames?.first,
        target.dottedNames?.count == 1
      else { continue }
      let property = name.hasPrefix("_") ? String(name.dropFirst()) : name
      guard names.contains(property) else { continue }
      let source = name == property ? value : value.initialValue
      if let source, let path = source.dottedNames, path.count > 1, stores.contains(path[0]),
        !StoreView.methods.contains(path[1])
      {
        found[property] = path.joined(separator: ".")
      } else if let path = assignment.observed(value, of: stores) {
        found[property] = path
      }
    }
    return found
  }
}

extension StoredProperty {
  /// Whether a property wrapper or another attribute of a name stands before it.
  func hasAttribute(_ name: String) -> Bool {
    declaration.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedText == name
    }
  }

  fileprivate var isStore: Bool {
    ["Store", "StoreOf"].contains(type?.as(IdentifierTypeSyntax.self)?.name.text)
  }
}

extension AssignmentExprSyntax {
  /// What stands left and right of it, where that is one expression each.
  var sides: (target: ExprSyntax, value: ExprSyntax)? {
    if let infix = parent?.as(InfixOperatorExprSyntax.self) {
      return (infix.leftOperand, infix.rightOperand)
    }
    guard let list = parent?.as(ExprListSyntax.self) else { return nil }
    let parts = Array(list)
    guard parts.count == 3, parts[1].id == id else { return nil }
    return (parts[0], parts[2])
  }

  /// What `.onChange(of: store.count) { _, new in count = new }` observes, where the value is what
  /// the closure is handed.
  fileprivate func observed(_ value: ExprSyntax, of stores: Set<String>) -> String? {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let closure = nearest(ClosureExprSyntax.self),
      closure.parameterNames.contains(name) || name.hasPrefix("$"),
      let call = closure.nearest(FunctionCallExprSyntax.self), call.calleeName == "onChange",
      let path = call.arguments.first?.expression.dottedNames, path.count > 1,
      stores.contains(path[0])
    else { return nil }
    return path.joined(separator: ".")
  }
}

extension ExprSyntax {
  /// What `State(initialValue: store.count)` is handed.
  fileprivate var initialValue: ExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.calleeName == "State" else {
      return nil
    }
    return call.arguments.first?.expression
  }
}

private enum StateOutsideStoreExamples {
  private static let feature = """
    @Reducer
    struct Profile {
      @ObservableState
      struct State: Equatable {
        var name = ""
        var isEditing: Bool = false
      }
      enum Action {
        case nameChanged(String)
        case saveTapped
      }
    }

    """

  static let wrong = [
    RuleExample(
      "Local `@State` mirrors the store's state.",
      feature + """
        struct ProfileView: View {
          let store: StoreOf<Profile>
          @State private var name = ""  // wrong
          var body: some View {
            TextField("Name", text: $name)
              .onAppear { name = store.name }
              .onSubmit { store.send(.nameChanged(name)) }
          }
        }
        """),
    RuleExample(
      "The copy has another name, and follows the store.",
      feature + """
        struct ProfileView: View {
          let store: StoreOf<Profile>
          @State private var showsForm = false  // wrong
          @State private var isEditing = false  // wrong
          var body: some View {
            Text(store.name)
              .onChange(of: store.isEditing) { _, new in showsForm = new }
          }
        }
        """),
  ]

  static let right = [
    RuleExample(
      "What is the view's alone.",
      feature + """
        struct ProfileView: View {
          @Bindable var store: StoreOf<Profile>
          @FocusState private var isFocused: Bool
          @State private var offset: CGFloat = 0
          @State private var shakes = 0
          var body: some View {
            Text(store.name)
              .offset(x: offset)
              .onChange(of: store.isEditing) { shakes += 1 }
          }
        }
        """),
    RuleExample(
      "Two things share a name and nothing else: their types differ.",
      feature + """
        struct ProfileView: View {
          let store: StoreOf<Profile>
          @State private var isEditing: Animation = .default
          var body: some View { Text(store.name) }
        }
        """),
  ]
}
