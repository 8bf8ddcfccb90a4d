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

  /// Notes the state in which a view shows what hands out a closure.
  func noteShown(_ continuation: Continuation, _ path: Path) {
    note(continuation, path)
    let state = watched.flatMap(path.value)
    let isKnown = state.map { $0.isStart || $0.stateName != nil } ?? false
    if !isKnown { sent[continuation, default: []].insert(Self.anyMark) }
  }
}
