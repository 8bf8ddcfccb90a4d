import OrreryModel

extension Diagnostic {
  /// The message as a compiler writes it: `file:line:column: warning: message`.
  var line: Styled {
    let word = severity.rawValue
    let label: Styled =
      switch severity {
      case .error: "\(word + ":", .red)"
      case .warning: "\(word + ":", .yellow)"
      case .note: "\(word + ":", .dim)"
      }
    return "\(location.description, .bold): \(label) \(message) \("[\(id)]", .dim)"
  }

  /// Whether it says that a file could not be read, or is no Swift.
  var isOfReading: Bool { ["syntax", "encoding", "unread"].contains(id) }
}

extension Extract {
  var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// The files that could not be read, or not as Swift.
  var brokenFiles: Set<String> { Set(diagnostics.filter(\.isOfReading).map(\.location.file)) }

  /// The machines of which a part stands in a file with errors, and those whose hints contradict
  /// their code.
  var tornMachines: [Machine] {
    let broken = brokenFiles
    let contradicted = Set(
      errors.filter { !$0.isOfReading }.compactMap { machine(around: $0.location)?.id })
    guard !broken.isEmpty || !contradicted.isEmpty else { return [] }
    return machines.filter { machine in
      contradicted.contains(machine.id) || !machine.files.isDisjoint(with: broken)
    }
  }

  /// The machine that a hint is about: the one around it, or below its comment.
  private func machine(around place: SourceLocation) -> Machine? {
    machines.filter { $0.location.file == place.file && $0.lastLine >= place.line }
      .min { $0.lastLine < $1.lastLine }
  }

  /// The diagnostics, where an error of syntax that costs no machine is a warning.
  ///
  /// A file that nobody can open stays an error: what it holds is not known.
  func diagnostics(besides torn: [Machine]) -> [Diagnostic] {
    let costly = torn.reduce(into: Set<String>()) { $0.formUnion($1.files) }
    return diagnostics.map { diagnostic in
      guard diagnostic.isOfReading, diagnostic.id != "unread",
        !costly.contains(diagnostic.location.file)
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.severity = .warning
      return diagnostic
    }
  }
}

extension Machine {
  /// The files that something of the machine stands in.
  fileprivate var files: Set<String> {
    var places = [location] + states.compactMap(\.location) + events.compactMap(\.location)
    places += transitions.map(\.location) + actions.map(\.location) + unresolved.map(\.location)
    return Set(places.map(\.file))
  }

  fileprivate var lastLine: Int { max(location.line, endLine) }
}

/// A number with its noun.
enum Quantity {
  static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
