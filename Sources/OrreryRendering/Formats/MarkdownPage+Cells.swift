import OrreryModel

extension MarkdownPage {
  /// `any state`, `any state but a`, or the states.
  func sources(_ row: MarkdownRow) -> String {
    let states = row.states
    guard let others = territories.exceptions(to: states), states.count > 1 else {
      return list(states)
    }
    let isOneOfMany = machine.regions.count > 1
    // What changes no region is told in one of them, and is true of the whole machine.
    if isOneOfMany, others.isEmpty, row.kind == Transition.Kind.stay.rawValue { return "any state" }
    let region = territories.region(of: states[0]).map { machine.regions[$0].name }
    let any = region.flatMap { isOneOfMany ? "any \(MarkdownText.code($0))" : nil } ?? "any state"
    return others.isEmpty ? any : "\(any) but \(list(others))"
  }

  func events(_ row: MarkdownRow) -> String {
    row.events.map { MarkdownText.code(vocabulary.name($0)) }.joined(separator: ", ")
  }

  func writes(_ row: MarkdownRow) -> String {
    row.writes.map(notes.code).joined(separator: "<br>")
  }

  func list(_ names: [String]) -> String {
    names.map(MarkdownText.code).joined(separator: ", ")
  }

  func lines(_ row: MarkdownRow) -> String {
    row.lines.map(line).joined(separator: ", ")
  }

  /// A line of the machine's own file by its number, one of another file with its name; a link where
  /// the page knows the way.
  func line(_ location: SourceLocation) -> String {
    let text =
      location.file == machine.location.file
      ? "\(location.line)" : MarkdownText.code("\(beside(location.file)):\(location.line)")
    return link(text, location)
  }

  /// The file as seen from the folder of the machine's own.
  private func beside(_ file: String) -> String {
    guard let slash = machine.location.file.lastIndex(of: "/") else { return file }
    let folder = machine.location.file[...slash]
    return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
  }
}
