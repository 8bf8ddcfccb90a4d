import OrreryModel

extension SCXMLWriter {
  /// The machine's own states, and beside them the machines that run whatever they are.
  var content: [String] {
    let links = nesting.linked.map { link($0, as: "orrery:child") }
    guard !nesting.beside.isEmpty else { return own + links }
    let head = element(
      "state",
      [
        ("id", "\(prefix)own_"), ("orrery:name", machine.name),
        isParallel ? nil : initial.map { ("initial", $0) },
      ], isEmpty: false)
    let regions = [head] + indented(own) + ["</state>"] + nested(nesting.beside)
    return ["<parallel id=\"\(prefix)machines_\">"] + indented(regions) + ["</parallel>"] + links
  }

  /// What runs while the state holds: states inside of it, or the file of another machine.
  func inside(_ state: String) -> [String] {
    let parts = nesting.inner(of: state)
    let lines = nested(parts)
    let inner =
      parts.count > 1
      ? ["<parallel id=\"\(ids[state] ?? prefix)_machines_\">"] + indented(lines) + ["</parallel>"]
      : lines
    return inner + nesting.linked(in: state).map { link($0, as: "invoke") }
  }

  private func nested(_ parts: [Nesting.Part]) -> [String] {
    parts.flatMap { part -> [String] in
      guard let machine = part.machine else { return [] }
      var inner = RenderOptions()
      inner.nested = options.nested.inside(machine)
      let writer = SCXMLWriter(machine, inner, prefix: prefix + part.prefix)
      let isParallel = writer.isParallel || !writer.nesting.beside.isEmpty
      let head = element(
        "state",
        [
          ("id", writer.prefix + "_machine_"), ("orrery:name", part.title),
          ("orrery:machine", machine.id),
          isParallel ? nil : writer.initial.map { ("initial", $0) },
        ], isEmpty: false)
      return [head] + indented(writer.content) + ["</state>"]
    }
  }

  /// A machine in a file of its own: https://www.w3.org/TR/scxml/#invoke.
  private func link(_ part: Nesting.Part, as name: String) -> String {
    let page = part.page.map { "\($0).scxml" }
    let isInvoked = name == "invoke" && page != nil
    return element(
      isInvoked ? name : "orrery:child",
      [
        isInvoked ? ("type", "http://www.w3.org/TR/scxml/") : nil, page.map { ("src", $0) },
        ("orrery:machine", part.child.machine), ("orrery:via", part.child.via.rawValue),
        ("orrery:path", part.child.path),
      ], isEmpty: true)
  }
}
