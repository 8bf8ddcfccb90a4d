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
    guard let reference, let own = path.place(of: "self"), own.frame == 0, own.path.isEmpty,
      own.name == "self", isReference(node, named: reference, path)
    else { return nil }
    return Place(frame: 0, name: "self", path: [reference])
  }

  /// The values of a call's arguments for a function that is walked: an object that is handed to it is
  /// the machine itself, no copy.
  func referring(
    _ values: [Argument], of node: FunctionCallExprSyntax, _ path: Path
  ) -> [Argument] {
    guard awaitsAreSteps else { return values }
    var values = values
    for (offset, argument) in node.arguments.enumerated() where offset < values.count {
      guard let place = machine(named: argument.expression, path),
        [.class, .actor].contains(index.info(type(at: place, path))?.kind)
      else { continue }
      values[offset].value = .alias(place)
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

  /// Whether a function assigns a property of an object of some type that it is handed, or calls a
  /// method of it that changes the state.
  private func changes(_ member: String, of type: String, in function: FunctionInfo) -> Bool {
    if let known = cache.changesHanded[function.node.id] { return known }
    let owner = index.info(function.owner)
    let names = function.parameters.filter {
      resolve($0.type, in: owner, module: function.file.module) == type
    }.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    var access = StateAccess(member)
    (access.names, access.member, access.isReference) = (Set(names), member, true)
    let called = OutsideCalls.names(in: [function])
    let found =
      !names.isEmpty
      && (MentionCounter.count(access, in: function.node).writes > 0
        || index.info(type)?.functions.contains {
          called.contains($0.name) && writers.contains($0)
        } ?? false)
    cache.changesHanded[function.node.id] = found
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
