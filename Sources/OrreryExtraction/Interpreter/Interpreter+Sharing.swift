import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Objects that others may have by another name: what is written to one is found by all of them.
extension Interpreter {
  /// The number of fields in a place's path that lie in a value which nobody else has; nothing where
  /// all of them do.
  private func ownFields(of place: Place, _ target: ExprSyntax, _ path: Path) -> Int? {
    place.path.indices.first { count in
      if place.path[count].hasPrefix("[") { return false }
      let owner = Place(
        frame: place.frame, name: place.name, path: Array(place.path.prefix(count)))
      if count == 0, place.name == "self" || isState(owner, path) { return false }
      let type = type(at: owner, path) ?? path.value(at: owner)?.unknown?.domain?.type
      switch index.info(type)?.kind {
      case .struct, .enum: return false
      case nil where count == 0: return !mayBeChanged(place.name, at: target)
      default: return true
      }
    }
  }

  /// Whether a name is declared as something that can be changed in place, which is no object then.
  private func mayBeChanged(_ name: String, at target: ExprSyntax) -> Bool {
    if LocalDeclaration.isVariable(name, at: Syntax(target)) { return true }
    switch LocalDeclaration.find(name, at: target) {
    case .type(let type): return type.inOutBase != nil
    case .value: return false
    default: return true
    }
  }

  /// What is known once a property is written: where it belongs to an object, no more of the properties
  /// of that name that others have.
  func sharing(_ target: ExprSyntax, at place: Place, _ path: Path) -> Path {
    guard !place.path.isEmpty, case let place = path.resolved(place),
      watched.map(path.resolved) != place, let count = ownFields(of: place, target, path)
    else { return path }
    let names = Set(place.path[count...].filter { !$0.hasPrefix("[") })
    var path = path
    path.sharedPlaces.insert(place)
    path.sharedNames.formUnion(names)
    return forgetting(names, but: [place], path)
  }

  /// What is known once a method has changed what it is called on.
  func sharing(changedBy node: FunctionCallExprSyntax, at place: Place, _ path: Path) -> Path {
    guard Self.isMutator(node.calleeName),
      let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    else { return path }
    return sharing(base, at: place, path)
  }

  /// What is known once a call was handed some variables to change.
  func sharing(lentTo node: FunctionCallExprSyntax, _ path: Path) -> Path {
    node.arguments.reduce(path) { path, argument in
      guard let lent = argument.expression.as(InOutExprSyntax.self)?.expression,
        let place = place(of: lent, path)
      else { return path }
      return sharing(lent, at: place, path)
    }
  }

  /// What is known once an object has done what it was asked to, where that is not walked: no more of
  /// the properties that its method may change.
  func sharing(
    _ object: Value, askedBy node: FunctionCallExprSyntax, _ path: Path
  ) -> Path {
    guard let info = index.info(object.type ?? object.unknown?.domain?.type), info.kind == .class
    else { return path }
    let known = cache.properties(of: info, changedBy: Naming.identifier(node.calleeName))
    return known.isEmpty ? path : forgetting(known, but: [], path)
  }

  /// What is known of the object around the code once one of its own methods was called that is not
  /// walked: no more of the properties that it may change.
  func forgetting(
    changedBy function: FunctionInfo, by node: FunctionCallExprSyntax, of receiver: Place?,
    _ path: Path
  ) -> Path {
    guard !function.isStatic, let info = index.info(function.owner),
      let object = machineObject(path), receiver.map(path.resolved) == object
    else { return path }
    let found = cache.assigned(in: function.node)
    let assigned = found.names.union(found.ownNames)
    let changed = found.called.union(found.ownCalled).reduce(into: assigned) { names, name in
      guard info.functions.contains(where: { $0.name == name }) else { return }
      names.formUnion(cache.properties(of: info, changedBy: name))
    }
    return doubting(changed, of: object, info, by: node, path)
  }

  /// The same for a closure that is handed to a function which may run it at once, or later.
  func forgetting(
    changedBy closure: ClosureValue, handedTo node: FunctionCallExprSyntax, _ path: Path
  ) -> Path {
    let frame = path.frames[min(closure.frame, path.depth - 1)]
    guard let info = index.info(frame.selfType), info.kind == .class,
      let object = machineObject(path),
      path.resolved(Place(frame: min(closure.frame, path.depth - 1), name: "self")) == object
    else { return path }
    let found = cache.assigned(in: closure.node)
    let own = found.names.filter { path.place(of: $0) == nil }.union(found.ownNames)
    return doubting(own, of: object, info, by: node, path)
  }

  /// The object that keeps the state in one of its properties.
  private func machineObject(_ path: Path) -> Place? {
    guard let own = watched.map(path.resolved), !own.path.isEmpty else { return nil }
    return Place(frame: own.frame, name: own.name)
  }

  /// The way on where nothing is sure of some properties any more: what is asked of them from here on
  /// may have one answer alone.
  private func doubting(
    _ names: Set<String>, of object: Place, _ info: TypeInfo, by node: FunctionCallExprSyntax,
    _ path: Path
  ) -> Path {
    let kept = views.union(synonyms).union(watched.map(path.resolved)?.path.prefix(1) ?? [])
    let changed = names.intersection(info.stored.map(\.property.name)).subtracting(kept)
    return changed.sorted().reduce(into: path) { path, name in
      let place = object.appending(name)
      let old = path.value(at: place)
      let isAsked = path.reassign(place, by: ExprSyntax(node), text(of: node))
      if !isAsked, let unknown = old?.unknown, path.facts[unknown.id] == nil { return }
      guard case .unknown(var unknown) = fresh(old?.text ?? name, path, type: old?.type) else {
        return
      }
      unknown.id += Unknown.doubt
      path.set(.unknown(unknown), at: place)
    }
  }

  /// No more is known of the properties of some names that objects have, but for some places.
  private func forgetting(_ names: Set<String>, but places: [Place], _ path: Path) -> Path {
    var path = path
    let isForgotten = { (id: String) in !self.cache.properties(namedBy: id).isDisjoint(with: names)
    }
    path.forget(where: isForgotten)
    let own = watched.map(path.resolved)
    for frame in path.frames.indices {
      for (name, value) in path.frames[frame].variables {
        guard case .object = value else { continue }
        let kept = (places + [own].compactMap { $0 }).filter {
          $0.frame == frame && $0.name == name
        }
        path.frames[frame].variables[name] = forgetting(
          names, in: value, but: kept.map { $0.path[...] }, isSelf: name == "self")
      }
    }
    return path
  }

  private func forgetting(
    _ names: Set<String>, in value: Value, but kept: [ArraySlice<String>], isSelf: Bool
  ) -> Value {
    guard case .object(var object) = value else { return value }
    let isValue = isSelf || [.struct, .enum].contains(index.info(object.base.type)?.kind)
    for (name, field) in object.fields {
      let inside = kept.filter { $0.first == name }.map { $0.dropFirst() }
      if !isValue, names.contains(name), inside.isEmpty {
        object.fields[name] = nil
      } else {
        object.fields[name] = forgetting(names, in: field, but: inside, isSelf: false)
      }
    }
    return .object(object)
  }

  /// The way behind a wait: what was written to objects that others have too, they may have changed.
  func forgetShared(_ path: inout Path) {
    for place in path.sharedPlaces {
      guard let name = place.path.last, case .object(var object)? = path.value(at: place.owner)
      else {
        continue
      }
      object.fields[name] = nil
      path.set(.object(object), at: place.owner)
    }
    path.sharedPlaces = []
  }
}

extension Unknown {
  /// What ends the id of a value that code which is not walked may have changed.
  fileprivate static let doubt = "@?"
}

extension Path {
  /// Whether it was decided by what such a value is.
  var isDoubtful: Bool { facts.keys.contains { $0.contains(Unknown.doubt) } }
}
