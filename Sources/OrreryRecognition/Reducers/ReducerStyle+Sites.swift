import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

// Which plain functions are one machine.
extension ReducerStyle {
  /// A type with functions `(State, Event) -> State` or alike.
  func functionSites(_ info: TypeInfo) -> [Site] {
    let shapes = told(info.functions.compactMap { shape(of: $0, in: info) })
    let free = free(shapes)
    // One that answers with the next state goes before those that are handed it to change.
    guard let main = free.first(where: { !$0.isInOut }) ?? free.first else { return [] }
    let holdsNothing = info.stored.allSatisfy(\.property.isStatic)
    let others = free.filter { shape in
      shape.state !== main.state && (shape.function.isStatic || holdsNothing)
    }
    guard !others.isEmpty else {
      return [
        addingSenders(to: site(free.filter { $0.state === main.state }, main, info), of: info)
      ]
    }
    // Functions of several states in one namespace: a machine for each state.
    var groups: [[Shape]] = []
    for shape in free
    where shape.state === main.state || shape.function.isStatic || holdsNothing {
      if let known = groups.firstIndex(where: { $0[0].state === shape.state }) {
        groups[known].append(shape)
      } else {
        groups.append([shape])
      }
    }
    return groups.map { group in
      var site = site(group, group[0], info)
      site.path.append(group[0].function.name)
      (site.node, site.file) = (DeclSyntax(group[0].function.node), group[0].function.file)
      return composed(site, group[0], among: shapes, info)
    }
  }

  func globalSites() -> [Site] {
    let shapes = index.globals.keys.sorted().map { name in
      (index.globals[name] ?? []).compactMap { shape(of: $0, in: nil) }
    }
    let all = shapes.flatMap { $0 }
    return shapes.compactMap { shapes in
      let free = free(told(shapes, among: all))
      guard let main = free.first(where: { !$0.isInOut }) ?? free.first else { return nil }
      let site = site(free.filter { $0.state === main.state }, main, nil)
      return composed(site, main, among: all, nil)
    }
  }

  struct Shape {
    var function: FunctionInfo
    var state: TypeInfo
    var stateName: String
    /// Whether the state is handed in to be changed.
    var isInOut: Bool
    /// Whether it asks neither for the state nor for the event.
    var isUntested = false
    /// Whether nothing says that it answers with what comes next.
    var isConversion = false
    var handlers: [Handler]

    /// What the function hands to other reducers, where it does nothing else.
    var root: ReducerRoot? {
      let event = handlers.lazy.flatMap(\.parameters).first { $0.role == .event }?.name
      return event.flatMap {
        ReducerRoot(function, state: (stateName, state), event: $0)
      }
    }
  }

  /// Those that do something themselves, or are made of others.
  private func told(_ shapes: [Shape], among all: [Shape]? = nil) -> [Shape] {
    shapes.filter {
      !$0.isConversion && (!$0.isUntested || calls(of: $0, among: all ?? shapes) != nil)
    }
  }

  /// What is to be said of functions that answer with a value of the type that they are handed, and
  /// are no machines, with the files that they stand in.
  func conversions() -> [(file: SourceFile, diagnostic: Diagnostic)] {
    let infos = index.infos.filter { $0.kind != .protocol }
    let methods = infos.flatMap { info in info.functions.map { ($0, TypeInfo?.some(info)) } }
    let globals = index.globals.keys.sorted().flatMap { index.globals[$0] ?? [] }
      .map { ($0, TypeInfo?.none) }
    return (methods + globals).compactMap { function, info in
      guard !function.file.isGenerated, let shape = shape(of: function, in: info),
        shape.isConversion
      else { return nil }
      let name = ((info?.path ?? []) + [function.name]).joined(separator: ".")
      let diagnostic = Diagnostic(
        id: "no-machine", severity: .note, location: function.file.location(of: function.node),
        message: "'\(name)' is no machine: it answers with a '\(shape.state.name)' and does not "
          + "ask which one it was")
      return (function.file, diagnostic)
    }
  }

  /// The functions that are no helpers of others: called by none, but by one that hands the parts of
  /// its state to others.
  private func free(_ shapes: [Shape]) -> [Shape] {
    guard shapes.count > 1 else { return shapes }
    let called = shapes.filter { calls(of: $0, among: shapes) == nil }.flatMap { shape in
      CallForm.calls(in: shape.function.node).filter { !$0.calls(shape.function) }
    }
    return shapes.filter { shape in !called.contains { $0.calls(shape.function) } }
  }

  /// The reducers that a function hands the parts of its state to; nothing where it is no such function.
  ///
  /// Of some no more than the name may be known.
  private func calls(of shape: Shape, among shapes: [Shape]) -> [Part]? {
    guard let root = shape.root else { return nil }
    let parts = root.parts.map { property, call in
      let form = CallForm(call)
      return Part(
        property: property, name: call.calledExpression.trimmedText,
        shape: shapes.first { form.calls($0.function) && $0.state !== shape.state })
    }
    return parts.contains { $0.shape != nil } ? parts : nil
  }

  private struct Part {
    var property: String
    var name: String
    var shape: Shape?
  }

  /// A machine that is made of those that its function hands the parts of its state to: its edges are
  /// theirs.
  private func composed(
    _ site: Site, _ shape: Shape, among shapes: [Shape], _ owner: TypeInfo?
  ) -> Site {
    guard let parts = calls(of: shape, among: shapes) else { return site }
    var site = site
    site.handlers = []
    site.children = parts.map { part in
      let path = (owner?.path ?? []) + [part.shape?.function.name ?? part.name]
      let id = part.shape.map { ([$0.function.file.module] + path).joined(separator: ".") }
      return Child(machine: id ?? part.name, via: .scope, path: part.property)
    }
    return site
  }

  private func site(_ shapes: [Shape], _ shape: Shape, _ owner: TypeInfo?) -> Site {
    var path = owner?.path ?? [shape.function.name]
    if shape.handlers.contains(where: \.selfIsEvent), path.count > 1 { path.removeLast() }
    let node = owner?.node ?? DeclSyntax(shape.function.node)
    var site = Site(
      style: .reducer, module: shape.function.file.module, path: path, node: node,
      file: owner?.file ?? shape.function.file, owner: owner, state: shape.state,
      holder: .parameter, handlers: shapes.flatMap(\.handlers))
    site.initial =
      initial(of: shape.state, owner) ?? site.handlers.lazy.compactMap(\.replacement).first
    site.isHandedOptional = site.handlers.contains(where: \.takesOptionalState)
    if shapes.contains(where: { $0.handlers.contains(where: \.selfIsEvent) }) {
      site.handlers += changes(of: shape.state, beside: owner)
    }
    return site
  }
}
