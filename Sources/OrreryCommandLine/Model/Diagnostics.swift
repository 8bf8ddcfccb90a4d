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
}

extension Extract {
  var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// Writes errors, and how many warnings there are, to the messages.
  func report(on console: Console) {
    for error in errors { console.say(error.line) }
    let warnings = diagnostics.count { $0.severity == .warning }
    if warnings > 0 {
      console.note("\(Quantity.text(warnings, "warning")); `orrery extract` lists them")
    }
  }

  /// Stops where the source has errors: what would be written from it is not what it declares.
  func requireNoErrors(before action: String, on console: Console) throws(Failure) {
    guard !errors.isEmpty else { return }
    report(on: console)
    throw Failure(
      "\(action) while the source has \(Quantity.text(errors.count, "error"))",
      advice: "correct them, or leave the files out with `exclude` in .orrery.yml")
  }
}

/// A number with its noun.
enum Quantity {
  static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
