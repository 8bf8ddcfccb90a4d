import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// What doc comments tell of one machine beside its code.
package struct Hints {
  /// A hint and the file that it stands in.
  struct Placed {
    var hint: Hint
    var file: SourceFile

    var location: OrreryModel.SourceLocation { file.location(at: hint.position) }
  }

  private let site: Site
  /// Those on the machine, and those on its state.
  private let own: [Placed]
  private let state: [Placed]

  package init(of site: Site) {
    self.site = site
    own = Hint.all(before: site.node).map { Placed(hint: $0, file: site.file) }
    state =
      site.state.node.id == site.node.id
      ? [] : Hint.all(before: site.state.node).map { Placed(hint: $0, file: site.state.file) }
  }

  /// All that concern the machine.
  var all: [Placed] { own + state + site.handlers.flatMap(Self.hints) }

  /// The properties that name the states: what the state says goes before what the machine says.
  package var phase: [String]? {
    (state + own).lazy.compactMap { placed -> [String]? in
      if case .phase(let names) = placed.hint.content { names } else { nil }
    }.first
  }

  /// The name, for the machine that a type is called after.
  package var name: String? {
    guard site.path == site.owner?.path ?? site.path else { return nil }
    return own.lazy.compactMap { placed -> String? in
      if case .name(let name) = placed.hint.content { name } else { nil }
    }.first
  }

  package var isSkipped: Bool { own.contains { $0.hint.content == .skip } }

  /// The next states of a handler, where the source does not tell them.
  package func targets(of handler: Handler) -> [String] {
    Self.hints(handler).flatMap { placed -> [String] in
      if case .to(let names) = placed.hint.content { names } else { [] }
    }.filter(site.stateNames.contains)
  }

  private static func hints(_ handler: Handler) -> [Placed] {
    handler.declarations.flatMap { Hint.all(before: $0) }
      .map { Placed(hint: $0, file: handler.file) }
  }
}

// MARK: - What is wrong

extension Hints {
  /// An error for each hint that the code contradicts.
  package func errors(for machine: Machine) -> [Diagnostic] {
    var seen: Set<AbsolutePosition> = []
    return (own + state).flatMap { placed in problems(placed, machine).map { placed.error($0) } }
      + site.handlers.flatMap { handler in
        // A property with two handlers has one comment.
        Self.hints(handler).filter { seen.insert($0.hint.position).inserted }.flatMap { placed in
          problems(placed, of: handler, machine).map { placed.error($0) }
        }
      }
  }

  private func problems(_ placed: Placed, _ machine: Machine) -> [String] {
    switch placed.hint.content {
    case .to: ["`to` belongs to a method that changes the state"]
    case .phase(let names):
      site.state.kind == .enum
        ? ["the state of '\(machine.id)' is an enum, whose cases name the states"]
        : names.compactMap { site.problem(ofProperty: $0, in: machine) }
    case .name, .skip:
      own.contains { $0.hint == placed.hint }
        ? [] : ["`name` and `skip` belong to the type that is the machine"]
    case .malformed: []
    }
  }

  private func problems(_ placed: Placed, of handler: Handler, _ machine: Machine) -> [String] {
    guard case .to(let names) = placed.hint.content else {
      if case .malformed = placed.hint.content { return [] }
      return ["a method takes no hint but `to`"]
    }
    guard site.state.kind == .enum else { return ["`to` needs an enum for the state"] }
    let unknown = names.filter { !site.stateNames.contains($0) }
    if !unknown.isEmpty { return unknown.map { "'\(site.state.name)' has no state '\($0)'" } }
    let isUsed = machine.transitions.contains { row in
      row.certainty == .inferred && names.contains(row.to ?? "")
    }
    return isUsed
      ? [] : ["the code tells every next state of '\(handler.name)' by itself"]
  }
}

extension Handler {
  /// What its author can write a comment before: the function, or the accessor and its property.
  fileprivate var declarations: [DeclSyntax] {
    var found: [DeclSyntax] = []
    for node in body.ancestors {
      if node.is(MemberBlockSyntax.self) || node.is(ClosureExprSyntax.self) { break }
      if let declaration = node.as(DeclSyntax.self) { found.append(declaration) }
      if node.is(FunctionDeclSyntax.self) { break }
    }
    return found.isEmpty ? [function?.node].compactMap(\.self) : found
  }

  fileprivate var name: String { events.methodName ?? function?.name ?? "" }
}

extension Site {
  /// Why a property cannot name states; nothing where it can.
  fileprivate func problem(ofProperty name: String, in machine: Machine) -> String? {
    guard state.property(name) != nil else {
      let names = state.stored.filter { !$0.property.isStatic }.map(\.property.name)
      return "'\(state.name)' has no stored property '\(name)'"
        + (names.isEmpty ? "" : "; it has \(names.prefix(12).joined(separator: ", "))")
    }
    let isRead = machine.regions.isEmpty || machine.projection.contains(name)
    return isRead ? nil : "'\(name)' has too many values to name states by"
  }

  /// An error for each property that the caller has chosen and that cannot name states.
  package func projectionErrors(_ chosen: [String]?, for machine: Machine) -> [Diagnostic] {
    guard state.kind != .enum, Hints(of: self).phase == nil else { return [] }
    return (chosen ?? []).compactMap { problem(ofProperty: $0, in: machine) }.map {
      Diagnostic(id: "projection", severity: .error, location: machine.location, message: $0)
    }
  }
}

extension Hints.Placed {
  func error(_ problem: String) -> Diagnostic {
    Diagnostic(id: "hint", severity: .error, location: location, message: "\(problem)")
  }
}

// MARK: - Hints that reach nothing

extension Hints {
  private static let word = Word("Orrery")

  /// An error for each line of a file that is no hint, and for each that stands before nothing which a
  /// hint can tell of.
  static func strays(in file: SourceFile, beside known: [Placed]) -> [Diagnostic] {
    guard file.words.contains(word) else { return [] }
    let used = Set(known.filter { $0.file === file }.map(\.hint.position))
    return file.tree.tokens(viewMode: .sourceAccurate).flatMap { Hint.all(before: $0) }
      .compactMap { hint in
        let placed = Placed(hint: hint, file: file)
        if case .malformed(let problem) = hint.content { return placed.error(problem) }
        guard !used.contains(hint.position) else { return nil }
        return placed.error("no machine, state or handler of a machine follows the hint")
      }
  }
}
