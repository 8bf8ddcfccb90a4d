import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// A view that reads the state to choose the action that it sends.
enum DecisionInView: SourceRule {
  static let description = RuleDescription(
    "decision-in-view", .views,
    "A view that looks at the state to choose which action it sends.",
    why: """
      The reducer has the state, too, and it is there that a decision is tested. In the view it is \
      made on what was last drawn, and each view that lets the user do the same has to make it again. \
      One button that is drawn as two may well name which of them was tapped; source alone does not \
      tell the two apart, so the rule runs only where it is asked for.
      """,
    isOptIn: true,
    sources: [
      .playbook("Mental Model"), .playbook("Navigation Pattern"), .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "The view decides what a tap means.",
        """
        struct PlayerView: View {
          let store: StoreOf<Player>
          var body: some View {
            Button("Play") {
              if store.isPlaying {  // wrong
                store.send(.pause)
              } else {
                store.send(.play)
              }
            }
          }
        }
        """),
      RuleExample(
        "The same in one line.",
        """
        struct RecorderView: View {
          let store: StoreOf<Recorder>
          var body: some View {
            Button("Record") {
              store.send(store.isRecording ? .stopTapped : .startTapped)  // wrong
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The view tells what happened, and chooses only what it shows.",
        """
        struct PlayerView: View {
          @Bindable var store: StoreOf<Player>
          @Environment(\\.scenePhase) var scenePhase
          var body: some View {
            Button(store.isPlaying ? "Pause" : "Play") { store.send(.playButtonTapped) }
            if store.isPlaying {
              Button("Stop") { store.send(.stopButtonTapped) }
            } else {
              Button("Shuffle") { store.send(.shuffleButtonTapped) }
            }
            Color.clear.onChange(of: scenePhase) {
              if scenePhase == .active { store.send(.resumed) } else { store.send(.left) }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view -> [Finding] in
      let stores = view.storeNames
      let choices = view.nodes(IfExprSyntax.self).compactMap { node, file -> Finding? in
        guard !node.isElse, let read = decided(node, stores) else { return nil }
        return found(read, sent(in: node, stores), at: Syntax(node), file, view)
      }
      let sends = view.nodes(FunctionCallExprSyntax.self).compactMap { call, file -> Finding? in
        guard let read = chosen(call, stores) else { return nil }
        return found(read, cases(of: call), at: Syntax(call), file, view)
      }
      return choices + sends
    }
  }

  private static func found(
    _ read: String, _ actions: [String], at node: Syntax, _ file: SourceFile, _ view: StoreView
  ) -> Finding {
    let list = Naming.listed(actions.map { ".\($0)" }, by: " and ")
    return finding(
      at: file.location(of: node), machine: view.machine,
      event: actions.first.map { Event.ID(.input, $0) },
      "`\(view.name)` looks at `\(read)` to choose between \(list)",
      remedy: "send one action that tells what the user did, and decide in the reducer")
  }

  /// What an `if` reads of a store, where all its branches only send.
  private static func decided(_ node: IfExprSyntax, _ stores: Set<String>) -> String? {
    guard let read = StoreView.reads(in: node.conditions, of: stores).first,
      onlySends(node.body.statements, stores)
    else { return nil }
    switch node.elseBody {
    case .codeBlock(let block) where onlySends(block.statements, stores): break
    case .ifExpr(let next) where decided(next, stores) != nil: break
    default: return nil
    }
    return read.joined(separator: ".")
  }

  private static func onlySends(_ list: CodeBlockItemListSyntax, _ stores: Set<String>) -> Bool {
    !list.isEmpty
      && list.allSatisfy { item in
        guard let call = item.item.as(FunctionCallExprSyntax.self) else { return false }
        return StoreView.sends(in: call, to: stores).first?.id == call.id
      }
  }

  private static func sent(in node: IfExprSyntax, _ stores: Set<String>) -> [String] {
    StoreView.sends(in: node, to: stores).compactMap(\.sentAction)
  }

  /// What `store.send(store.isOn ? .stop : .start)` reads of the store.
  private static func chosen(
    _ call: FunctionCallExprSyntax, _ stores: Set<String>
  ) -> String? {
    guard call.calleeName == "send", let names = call.calledExpression.dottedNames,
      names.count == 2, stores.contains(names[0]), let argument = call.arguments.first?.expression,
      let condition = argument.condition
    else { return nil }
    return StoreView.reads(in: condition, of: stores).first?.joined(separator: ".")
  }

  private static func cases(of call: FunctionCallExprSyntax) -> [String] {
    guard let argument = call.arguments.first?.expression else { return [] }
    return argument.descendants(MemberAccessExprSyntax.self).filter { $0.base == nil }
      .map { $0.declName.baseName.text }
  }
}

extension IfExprSyntax {
  /// Whether it is the `else if` of another one.
  fileprivate var isElse: Bool { parent?.is(IfExprSyntax.self) ?? false }
}

extension ExprSyntax {
  /// What stands before the `?` of `a ? b : c`, where the expression is such a choice.
  fileprivate var condition: Syntax? {
    if let choice = self.as(TernaryExprSyntax.self) { return Syntax(choice.condition) }
    guard let parts = self.as(SequenceExprSyntax.self)?.elements,
      parts.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
    else { return nil }
    return parts.first.map(Syntax.init)
  }
}
