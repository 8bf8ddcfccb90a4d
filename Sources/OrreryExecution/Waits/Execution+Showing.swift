import OrreryModel
import OrreryProgram

/// What a view shows: its closures are called while it is on the screen, by whoever touches it.
extension Execution {
  /// Whether what is executed is what a view shows, and not what one of its closures does.
  var isShowing: Bool {
    setting.isDisplay && calls.entries.last.map { setting.functions.givesView($0.function) } ?? true
  }

  /// Whether a call only makes a view, in a closure that a view shows: `Text("x").padding()`.
  ///
  /// In one that is called later, by a view that is not known, only what is known for a view is one.
  func buildsView(_ call: Call, _ path: Path) -> Bool {
    guard setting.isDisplay, path.frames[path.depth - 1].parent != nil, let view = call.chain.first
    else { return false }
    if path.progress.segment != nil { return makesView(view) }
    return view.name.first?.isUppercase ?? false
  }

  private func makesView(_ call: Call) -> Bool {
    if Library.containers.contains(call.name) || Library.controls.contains(call.name)
      || Library.views.contains(call.name)
    {
      return true
    }
    guard case .type(let key, _) = call.callee, let info = type(key) else { return false }
    return info.kind == .struct && info.inherited.contains("View")
  }

  /// The path on behind a view or a modifier that is handed a closure.
  func show(_ closure: HandedClosure, by call: Call, _ path: Path) -> Path {
    if let name = otherDisplay(around: closure.value.frame, path) {
      let function = closure.value.function
      return showing(name, by: function.id, at: function.location, path)
    }
    if Library.containers.contains(call.name),
      closure.label.map(Library.contentLabels.contains) ?? true
    {
      var inside = path
      inside.progress.isDisabled = path.progress.isDisabled && !Library.bars.contains(call.name)
      // With the tasks that were started in it.
      return invoke(closure.value, [], inside).reduce(into: path) {
        $0.progress.join($1.path.progress)
      }
    }
    if path.progress.isDisabled, call.isTouched(by: closure.label) { return path }
    let acts =
      mayWrite(closure.value, path) || asks(closure.value, label: closure.label, by: call, path)
    guard acts else { return path }
    if setting.lendsAlone { return uncovering(closure.value, begins: false, path) }
    var suspension = suspension(of: closure, by: call, from: displayName(of: closure.value, call))
    suspension.isRepeated = call.repeats
    suspension.isShown = isControl(call, closure.label, path)
    var shown = later(closure.value, suspension, label: closure.label, by: call, path)
    // That a view is shown is no transition: nothing tells its paths apart.
    if isSettingUp(path) { shown.progress.started = path.progress.started }
    return shown
  }

  /// The paths behind `view.disabled(condition)`: where that holds, nobody touches what is in the view.
  func disabling(_ view: Expression, by call: Call, _ path: Path) -> [Way]? {
    guard isShowing, Library.disablers.contains(call.name), call.arguments.count == 1 else {
      return nil
    }
    return truth(call.arguments[0].value, path).flatMap { answer -> [Way] in
      guard case .known(var inside, let isDisabled) = answer else { return evaluate(view, path) }
      inside.progress.isDisabled = isDisabled || path.progress.isDisabled
      return evaluate(view, inside).map { way in
        var way = way
        way.path.progress.isDisabled = path.progress.isDisabled
        return way
      }
    }
  }

  /// The getter or function of the view that code stands in, where that is another one than the
  /// one that is executed: what it shows is told for itself, in the states in which it is shown.
  ///
  /// - Parameter frame: The one that the code sees.
  func otherDisplay(around frame: Int, _ path: Path) -> String? {
    var frame = min(frame, path.depth - 1)
    while let outer = path.frames[frame].parent { frame = outer }
    guard frame > 0, path.frames[frame].selfType == path.frames[0].selfType else { return nil }
    return path.frames[frame].function?.name
  }

  /// Notes in which state the view comes to another part of it, by a closure or a binding there.
  func showing(_ name: String, by node: NodeID, at location: SourceLocation, _ path: Path) -> Path {
    // On the way to what is called later nothing is shown.
    guard path.progress.segment == nil else { return path }
    note(foundEvent(name, by: node, at: location), path)
    return path
  }

  /// Notes the state in which a view shows what hands out a closure.
  func noteShown(_ key: Suspension.Key, _ path: Path) {
    note(key, path)
    if stateMark(path) == nil { waits.sent[key, default: []].insert(Self.anyState) }
  }

  /// Whether a closure is handed to what people touch: one of SwiftUI's controls, or a view of others
  /// that is named for one; or to a view of the files that has an action.
  private func isControl(_ call: Call, _ label: String?, _ path: Path) -> Bool {
    if Library.controls.contains(call.name) { return true }
    guard call.name.first?.isUppercase ?? false else { return false }
    guard case .type(let key, _) = call.callee, let info = type(key) else {
      return call.name.hasSuffix("Button")
    }
    guard info.kind == .struct, info.inherited.contains("View") else { return false }
    let actions = info.properties.filter { $0.type?.present == .function }
    return label.map { label in actions.contains { $0.name == label } } ?? !actions.isEmpty
  }

  /// Whether what people touch, or what a view does by itself, asks others for something, and may ask for
  /// the state.
  func asks(_ closure: ClosureValue, label: String?, by call: Call?, _ path: Path) -> Bool {
    guard isShowing, let call, !call.isContent(label), Library.isAction(call.name) else {
      return false
    }
    return asksOthers(closure.function.body?.blocks ?? [], returned: true)
      && (mayAsk(closure, path) || callsAsker(closure, path))
  }

  /// What names a call among those of a view: the name, with the text that is shown, or with what it
  /// watches where several do, or behind the view that it is called on, or the number among those that
  /// nothing else tells apart.
  private func displayName(of closure: ClosureValue, _ call: Call) -> String {
    var name = call.shownName
    if call.title != nil { return name }
    var alike = calls.body?.calls(named: name).filter { $0.title == nil } ?? []
    if let subject = call.subject, Set(alike.map(\.subject)).count > 1 {
      name += "(\(subject))"
      alike = alike.filter { $0.subject == subject }
    }
    let views = alike.map(\.view)
    if let view = call.view, Set(views).count == alike.count, alike.count > 1 {
      return "\(view).\(name)"
    }
    let place = alike.firstIndex { $0.closures.contains { $0.id == closure.function.id } } ?? 0
    return place > 0 ? "\(name) (\(place + 1))" : name
  }
}

extension Library {
  /// What people touch, as long as it is shown.
  fileprivate static let controls: Set = [
    "Button", "onTapGesture", "onLongPressGesture", "onSubmit",
  ]

  /// Whether the closure of a control or a modifier does something, and shows nothing: `onAppear`, `task`.
  fileprivate static func isAction(_ name: String) -> Bool {
    controls.contains(name) || name.hasPrefix("on") || ["task", "refreshable"].contains(name)
  }

  /// Containers that show their views beside the one that they are called on.
  fileprivate static let bars: Set = ["toolbar"]

  /// What keeps people from touching a view.
  fileprivate static let disablers: Set = ["disabled"]

  /// Views that show what their closure gives, in the same state as themselves.
  fileprivate static let containers: Set = [
    "VStack", "HStack", "ZStack", "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "Grid",
    "GridRow", "Group", "GroupBox", "Form", "List", "Section", "ScrollView", "ScrollViewReader",
    "NavigationView", "NavigationStack", "NavigationSplitView", "GeometryReader", "ViewThatFits",
    "ControlGroup", "DisclosureGroup", "ForEach", "TabView", "ToolbarItem", "ToolbarItemGroup",
    "overlay", "background", "toolbar", "safeAreaInset",
  ]

  /// Views that show no others.
  fileprivate static let views: Set = [
    "Text", "Image", "Label", "Spacer", "Divider", "Color", "ProgressView", "EmptyView", "Toggle",
    "TextField", "Link", "NavigationLink",
  ]

  /// The labels by which they are handed it.
  fileprivate static let contentLabels: Set = [
    "content", "label", "header", "footer", "detail", "sidebar",
  ]
}

extension Call {
  /// The name, with the text that is shown.
  var shownName: String { title.map { "\(name)(\($0))" } ?? name }

  /// `"Retry"` of `Button("Retry") { … }`.
  fileprivate var title: String? {
    guard let first = arguments.first, first.label == nil else { return nil }
    switch first.value.form {
    case .literal(let text): return text.hasPrefix("\"") ? text : nil
    case .opaque: return first.value.text.hasPrefix("\"") ? first.value.text : nil
    default: return nil
    }
  }

  /// `manager.error` of `onChange(of: manager.error) { … }`.
  fileprivate var subject: String? {
    arguments.first?.value.placeText
  }

  /// Whether it calls a closure when people touch it, and for nothing else.
  fileprivate func isTouched(by label: String?) -> Bool {
    guard label.map({ $0 == "action" }) ?? true else { return false }
    return Library.controls.contains(name)
      || name.first?.isUppercase ?? false && name.hasSuffix("Button")
  }

  /// What a modifier is called on: `Text("Delete")`, `content`.
  fileprivate var view: String? {
    guard base != nil else { return nil }
    guard let place = head.base else { return head.shownName }
    return place.placeText
  }

  /// Whether it shows what the closure of a label gives: the one without, where another is the action.
  fileprivate func isContent(_ label: String?) -> Bool {
    if let label { return Library.contentLabels.contains(label) }
    return arguments.contains { argument in
      guard let other = argument.label, case .closure = argument.value.form else { return false }
      return !Library.contentLabels.contains(other)
    }
  }
}

extension Body {
  /// The calls of some name that are handed closures, in source order: those in closures included.
  fileprivate func calls(named name: String) -> [Call] {
    blocks.flatMap { block in
      block.instructions.flatMap(\.operation.expressions) + block.end.expressions
    }.flatMap { $0.calls(named: name) }
  }
}

extension Expression {
  /// What it names, without `self`, where it does nothing else.
  fileprivate var placeText: String? {
    isPlace ? text.withoutSelf : nil
  }

  /// Whether it only names something: `isBroken`, `model.error`.
  private var isPlace: Bool {
    switch form {
    case .name(let name): !name.hasPrefix("$")
    case .variable, .selfValue, .type: true
    case .member(let base, _), .chain(let base): base.isPlace
    default: false
    }
  }

  fileprivate func calls(named name: String) -> [Call] {
    switch form {
    case .closure(let function): return function.body?.calls(named: name) ?? []
    case .call(let call):
      let own = call.name == name && !call.closures.isEmpty ? [call] : []
      return (call.base?.calls(named: name) ?? []) + own
        + call.arguments.flatMap { $0.value.calls(named: name) }
    default: return children.flatMap { $0.calls(named: name) }
    }
  }
}
