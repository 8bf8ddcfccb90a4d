import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Other names for the machine, where that is an object.
extension Interpreter {
  /// Where the machine is that an expression names: `self`, or the property by which `self` refers to
  /// it.
  func machine(named node: ExprSyntax, _ path: Path) -> Place? {
    if node.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" {
      return path.place(of: "self")
    }
    if let place = handed(node, path) { return place }
    guard let reference, let own = path.place(of: "self"), own.frame == 0, own.path.isEmpty,
      own.name == "self", isReference(node, named: reference, path)
    else { return nil }
    return Place(frame: 0, name: "self", path: [reference])
  }

  /// The machine by another name that a function has for it, to which it was handed.
  private func handed(_ node: ExprSyntax, _ path: Path) -> Place? {
    guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: Naming.identifier(name)), isAroundState(place, path)
    else { return nil }
    return place
  }

  /// Whether a place is what the state is a part of.
  private func isAroundState(_ place: Place, _ path: Path) -> Bool {
    guard let watched = watched.map(path.resolved) else { return false }
    return holds(place, watched) && place.path.count < watched.path.count
  }

  /// The values of a call's arguments for a function that is walked: an object that is handed to it is
  /// the machine itself, no copy.
  func referring(
    _ values: [Argument], of node: FunctionCallExprSyntax, to function: FunctionInfo, _ path: Path
  ) -> [Argument] {
    guard awaitsAreSteps else { return values }
    var values = values
    for (offset, argument) in node.arguments.enumerated() where offset < values.count {
      guard let place = machine(named: argument.expression, path),
        [.class, .actor].contains(index.info(type(at: place, path))?.kind)
      else { continue }
      values[offset].value = .alias(place)
      if isAroundState(place, path) {
        cache.footprint.hand(to: function.node.id, by: .init(node: node, file: path.file))
      }
    }
    return values
  }

  /// The methods of another object that a call means, where they are handed the machine and change its
  /// state.
  func handedMachine(
    _ name: String, _ node: FunctionCallExprSyntax, on value: Value, _ path: Path
  ) -> [FunctionInfo]? {
    guard awaitsAreSteps, let watched, let info = index.info(value.type),
      let place = node.arguments.lazy.compactMap({ self.machine(named: $0.expression, path) })
        .first,
      let type = type(at: place, path), watched.path.starts(with: place.path),
      let member = watched.path.dropFirst(place.path.count).first,
      case let found = overloads(name, node, in: info.functions, path),
      found.contains(where: { changes(member, of: type, in: $0) })
    else { return nil }
    return found
  }

  /// Whether a function changes the state of an object of some type that it is handed.
  private func changes(_ member: String, of type: String, in function: FunctionInfo) -> Bool {
    var changes = HandedChanges(
      index: index, type: type, members: [member], known: cache.changesHanded,
      isWriter: writers.contains)
    let found = changes.contains(function)
    cache.changesHanded = changes.known
    return found
  }

  private func isReference(_ node: ExprSyntax, named reference: String, _ path: Path) -> Bool {
    if let inner = node.as(ForceUnwrapExprSyntax.self)?.expression {
      return isReference(inner, named: reference, path)
    }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text) == reference
        && path.place(of: reference) == nil
    }
    guard let member = node.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false else {
      return false
    }
    return Naming.identifier(member.declName.baseName.text) == reference
  }
}
