import OrreryExecution
import SwiftSyntax

/// Conditions that ask for a variable once more after it was given something else.
///
/// By its name alone the second would seem to ask the same as the first.
extension Path {
  /// Notes that a variable or a property is given something else, where conditions have asked for what
  /// it held.
  ///
  /// - Parameter node: The code that changes it; nothing where it is assigned a value.
  /// - Returns: Whether they have.
  @discardableResult
  mutating func reassign(_ place: Place, by node: ExprSyntax? = nil, _ text: String = "") -> Bool {
    let place = resolved(place)
    guard let name = place.asked, guards.contains(where: { $0.text.names(name) }) else {
      return false
    }
    // A loop may have no round.
    if node?.isInLoop ?? false { return true }
    record.reassigned[place] = Record.Reassignment(change: node.flatMap { _ in Self.change(text) })
    return true
  }

  /// A condition in the words of what such variables were given last, or with what has changed them.
  func retold(_ text: String) -> String {
    guard !record.reassigned.isEmpty else { return text }
    let known = record.reassigned.map { ($0.asked ?? "", $0, $1.change) }.sorted { $0.0 < $1.0 }
    return known.reduce(text) { text, known in
      let (name, place, change) = known
      guard isMeant(place) else { return text }
      if let change { return text.names(name) ? "\(text) /* after \(change) */" : text }
      guard let given = named(at: place)?.text, given != name, given != "self.\(name)",
        Self.wording(given) != nil
      else { return text }
      return text.replacing(name: name, with: given)
    }
  }

  /// What is known of two ways as one.
  mutating func joinReassigned(with other: Path) {
    guard !record.reassigned.isEmpty else { return }
    record.reassigned = record.reassigned.filter { other.record.reassigned[$0] == $1 }
  }

  /// Whether the name of a place means it where the way is: a variable hides a property.
  private func isMeant(_ place: Place) -> Bool {
    let isHidden = place.name == "self" && place.path.first.flatMap { self.place(of: $0) } != nil
    return !isHidden && self.place(of: place.name) == Place(frame: place.frame, name: place.name)
  }

  private static func wording(_ text: String) -> String? {
    text.isEmpty || text.count > longestWording || text.contains("\n") ? nil : text
  }

  private static let longestWording = 80

  /// What has changed something, in few words.
  private static func change(_ text: String) -> String? {
    if text.count <= longestChange { return wording(text) }
    guard let end = text.firstIndex(of: "(") else { return nil }
    return text[..<end].count > longestChange ? nil : wording("\(text[..<end])(…)")
  }

  private static let longestChange = 40
}

extension Interpreter {
  /// No more is known of what a call was lent that is not walked.
  func forget(_ value: Value, lentTo node: FunctionCallExprSyntax, _ path: inout Path) {
    if case .alias(let place) = value,
      node.arguments.contains(where: { $0.expression.is(InOutExprSyntax.self) })
    {
      path.reassign(place, by: ExprSyntax(node), text(of: node))
    }
    forget(value, &path)
  }
}

extension Record {
  /// How something was changed after conditions had asked for it.
  struct Reassignment: Equatable {
    /// The code that has done it; nothing where it was assigned a value.
    var change: String?
  }
}

extension Place {
  /// What conditions call it.
  fileprivate var asked: String? {
    let names = name == "self" ? path : [name] + path
    return names.isEmpty || names.contains { $0.hasPrefix("[") }
      ? nil : names.joined(separator: ".")
  }
}

extension ExprSyntax {
  /// Whether a loop of its function stands around it.
  fileprivate var isInLoop: Bool {
    var current = parent
    while let node = current {
      switch node.kind {
      case .forStmt, .whileStmt, .repeatStmt: return true
      case .functionDecl, .closureExpr, .accessorDecl, .memberBlock: return false
      default: current = node.parent
      }
    }
    return false
  }
}
