import OrreryLowering
import SwiftSyntax

/// What a view shows in some states: what people touch there goes on in these.
extension Interpreter {
  /// What people touch, as long as it is shown.
  static let controls: Set = ["Button", "onTapGesture", "onLongPressGesture", "onSubmit"]

  /// Views that show what their closure gives, in the same state as themselves.
  static let containers: Set = [
    "VStack", "HStack", "ZStack", "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "Grid",
    "GridRow", "Group", "GroupBox", "Form", "List", "Section", "ScrollView", "ScrollViewReader",
    "NavigationView", "NavigationStack", "NavigationSplitView", "GeometryReader", "ViewThatFits",
    "ControlGroup", "DisclosureGroup", "ForEach", "TabView", "ToolbarItem", "ToolbarItemGroup",
    "overlay", "background", "toolbar", "safeAreaInset",
  ]

  /// The labels by which they are handed it.
  static let contents: Set = ["content", "label", "header", "footer", "detail", "sidebar"]

  /// Whether a closure is handed to what people touch: one of SwiftUI's controls, or a view of others
  /// that is named for one; or to a view of the files that has an action.
  func isControl(_ node: FunctionCallExprSyntax, _ label: String?, _ path: Path) -> Bool {
    let name = node.calleeName
    if Self.controls.contains(name) { return true }
    guard name.first?.isUppercase ?? false else { return false }
    guard let info = index.info(typeKey(of: node.calledExpression, path)) else {
      return name.hasSuffix("Button")
    }
    guard info.kind == .struct, info.inherited.contains("View") else { return false }
    let actions = info.stored.map(\.property).filter { $0.type?.isAction ?? false }
    return label.map { label in actions.contains { $0.name == label } } ?? !actions.isEmpty
  }

  /// Whether a closure stands in another getter or function of the view than the one that is walked:
  /// what that shows is told for itself, in the states in which it is shown.
  func isInOtherDisplay(_ closure: ClosureValue, _ path: Path) -> Bool {
    guard let shownBody,
      path.frames[min(closure.frame, path.depth - 1)].selfType == path.frames[0].selfType
    else { return false }
    var current = closure.node.parent
    var body: CodeBlockItemListSyntax?
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if node.id == shownBody { return false }
      body = node.as(CodeBlockItemListSyntax.self) ?? body
      current = node.parent
    }
    guard let body else { return false }
    // On the way to what is called later nothing is shown.
    guard resumption == nil else { return true }
    note(
      Continuation(
        node: closure.node.id, callee: closure.file.display(of: body), mayFail: false, trail: [],
        isEvent: true), path)
    return true
  }

  /// Notes the state in which a view shows what hands out a closure.
  func noteShown(_ continuation: Continuation, _ path: Path) {
    note(continuation, path)
    let state = watched.flatMap(path.value)
    let isKnown = state.map { $0.isStart || $0.stateName != nil } ?? false
    if !isKnown { sent[continuation, default: []].insert(Self.anyMark) }
  }
}

extension SourceFile {
  /// What names a getter or a function that shows something, by its body.
  func display(of body: CodeBlockItemListSyntax) -> String {
    "\(path):\(body.position.utf8Offset)"
  }
}

extension TypeSyntax {
  /// Whether it is that of a closure which gives nothing.
  fileprivate var isAction: Bool {
    var type = wrappedType ?? self
    while let inner = type.as(AttributedTypeSyntax.self)?.baseType
      ?? type.as(TupleTypeSyntax.self)?.elements.onlyType
    {
      type = inner
    }
    let answer = type.as(FunctionTypeSyntax.self)?.returnClause.type.trimmedText
    return answer == "Void" || answer == "()"
  }
}

extension TupleTypeElementListSyntax {
  fileprivate var onlyType: TypeSyntax? { count == 1 ? first?.type : nil }
}
