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

  /// The machines of which a part stands, or may stand, in a file with errors.
  var tornMachines: [Machine] {
    let broken = brokenFiles
    guard !broken.isEmpty else { return [] }
    return machines.filter { machine in
      incomplete[machine.id] != nil || !machine.files.isDisjoint(with: broken)
    }
  }

  /// The machines that a hint contradicts: one in them, or in their comments.
  var contradictedMachines: [Machine] {
    let hints = errors.filter { $0.id == "hint" }.map(\.location)
    return hints.isEmpty ? [] : machines.filter { machine in hints.contains(where: machine.holds) }
  }

  /// The diagnostics, where an error of syntax that costs no machine is a warning.
  ///
  /// A file that nobody can open stays an error: what it holds is not known.
  func diagnostics(besides torn: [Machine]) -> [Diagnostic] {
    let costly = torn.reduce(into: Set<String>()) { files, machine in
      files.formUnion(machine.files.union(incomplete[machine.id] ?? []))
    }
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

  /// Whether a place is in the machine, or in the comment and the attributes before it.
  fileprivate func holds(_ place: SourceLocation) -> Bool {
    let comment = documentation.map { $0.split(separator: "\n").count + 2 } ?? 2
    let lines = (location.line - comment)...max(location.line, endLine)
    return place.file == location.file && lines.contains(place.line)
  }
}

/// A number with its noun.
enum Quantity {
  static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
