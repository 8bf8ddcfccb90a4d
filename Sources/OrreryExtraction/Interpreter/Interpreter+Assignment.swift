import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// The place that an expression names, where it names one that may be assigned.
  func place(of node: ExprSyntax, _ path: Path) -> Place? {
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node):
      var name = Naming.identifier(node.baseName.text)
      if let place = path.place(of: name) { return place }
      if let own = path.place(of: "self"),
        let place = synonym(name, of: own, path)
          ?? (name.hasPrefix("_") ? wrapped(name, of: own, path) : nil)
      {
        return place
      }
      if isBoxed, name.hasPrefix("$") { name.removeFirst() }
      guard let info = index.info(path.frames[path.depth - 1].selfType),
        info.property(name) != nil || info.computed.contains(where: { $0.name == name })
      else { return nil }
      return path.place(of: "self")?.appending(name)
    case .memberAccessExpr(let node):
      guard let base = node.base, let place = place(of: base, path) else { return nil }
      // A projected value such as `$shared` is the property itself.
      let name = node.declName.baseName.text
      if let state = synonym(name, of: place, path) { return state }
      if let wrapped = wrapped(name, of: place, path) { return wrapped }
      return path.resolved(
        place.appending(Naming.identifier(name.hasPrefix("$") ? String(name.dropFirst()) : name)))
    case .optionalChainingExpr(let node): return place(of: node.expression, path)
    case .forceUnwrapExpr(let node): return place(of: node.expression, path)
    case .subscriptCallExpr(let node):
      guard let place = place(of: node.calledExpression, path) else { return nil }
      if let fields = fields(of: node, path) {
        return fields.reduce(place) { synonym($1, of: $0, path) ?? path.resolved($0.appending($1)) }
      }
      return place.appending("[\(node.arguments.map { text(of: $0) }.joined(separator: " "))]")
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.flatMap { self.place(of: $0.expression, path) }
    default: return nil
    }
  }

  /// - Parameter depth: How many conditions stand before the assignment, without those in its value.
  func assign(
    _ target: ExprSyntax, _ op: String, _ value: Operation, _ path: Path, depth: Int? = nil
  ) -> Evaluated {
    if target.is(DiscardAssignmentExprSyntax.self) {
      return evaluate(value, path, nil).map { ($0.0, .void) }
    }
    if let tuple = target.as(TupleExprSyntax.self), tuple.elements.count > 1 {
      return assign(tuple, value, path)
    }
    let value = isWrapper(target, path) ? value.wrapped ?? value : value
    if let base = trappingBase(of: target, path) {
      return evaluate(base, path, nil).flatMap { path, _ in
        assign(throughBase: target, op, value, path, depth: depth)
      }
    }
    return assign(throughBase: target, op, value, path, depth: depth)
  }

  private func assign(
    throughBase target: ExprSyntax, _ op: String, _ value: Operation, _ path: Path, depth: Int?,
    isThere: Bool = false
  ) -> Evaluated {
    if target.isChained, !isThere {
      if isLeftOut(target, path) { return [(path, .void)] }
      if let ways = assign(inCase: target, value, path) { return ways }
      if let ways = chained(target, path) {
        return ways.flatMap { path, isThere in
          isThere
            ? assign(throughBase: target, op, value, path, depth: depth, isThere: true)
            : [(path, .void)]
        }
      }
    }
    guard let place = place(of: target, path) else {
      return evaluate(value, path, nil).flatMap { path, new -> Evaluated in
        var path = path
        path.version += 1
        path.meetStranger()
        if op == "=" { note(new, in: target, &path) }
        return handedOut(new, to: target, at: nil, path).map { ($0, .void) }
      }
    }
    let type = self.type(at: place, path)
    if case .ternary(let condition, let yes, let no) = value.form {
      return choose(value, at: place, as: propertyText(target, path), path)
        ?? branch(condition, path).flatMap {
          assign(target, op, $1 ? yes : no, $0, depth: depth ?? path.conditionCount)
        }
    }
    if op == "=", value.isCondition, isProjectedFlag(place, path) {
      return decide(value, target, at: place, path)
    }
    let start = path
    return answers(value, path, type).flatMap { path, new -> Evaluated in
      var path = path
      // A task in the value is walked to where it waits.
      if path.depth == start.depth { (path.location, path.last) = (start.location, start.last) }
      let asksOld = op != "=" || structState == nil || !accessors(behind: place, path).isEmpty
      let old = asksOld ? path.value(at: place) : nil
      let adds = op == "+=" && new.hasElements && isList(at: place, path)
      let new = op == "=" ? new : combined(old, op, new, target, path)
      let counted = counting(new, op, value, from: path.value(at: place), target)
      let change = "\(text(of: target)) \(op) \(value.text)"
      path.reassign(place, by: op == "=" ? nil : target, change)
      let entry = Write(
        path: propertyText(target, path) ?? "", op: op, value: value.text,
        location: path.location, depth: depth)
      store(whole(counted, value, at: place, path), entry, at: place, &path)
      if adds { path.fill(new) }
      path = sharing(target, at: place, path)
      assigned.append(Syntax(target))
      defer { assigned.removeLast() }
      return observed(place, old: old, new: new, path)
        .flatMap { handedOut(new, to: target, at: place, $0) }.map { ($0, .void) }
    }
  }

  /// `state = State(name: name)`: one write of all, whatever the properties become; what is handed
  /// the state and answers with it changes some.
  private func whole(
    _ new: Value, _ value: Operation, at place: Place, _ path: Path
  ) -> Value {
    guard structState != nil, place == watched.map(path.resolved),
      case .operand(let node) = value.form, let call = node.as(FunctionCallExprSyntax.self),
      !call.arguments.contains(where: { self.place(of: $0.expression, path) == place }),
      case .object(var object) = new, object.base.id == Self.stateID, !object.writes.isEmpty
    else { return new }
    object.writes = [
      Write(
        path: place.path.last ?? place.name, op: "=", value: value.text, isWhole: true,
        location: path.location,
        depth: path.conditionCount)
    ]
    return .object(object)
  }

  /// A closure that is kept in a property is called by whoever has the property, whenever it likes.
  private func handedOut(
    _ value: Value, to target: ExprSyntax, at place: Place?, _ path: Path
  ) -> [Path] {
    guard case .closure(let closure) = value,
      place.map({ !$0.path.isEmpty }) ?? target.is(MemberAccessExprSyntax.self)
    else { return [path] }
    let path = forgetting(closure, path)
    guard awaitsAreSteps else { return [path] }
    let name = text(of: target).replacing("?.", with: ".")
    return later(
      closure, String(name.trimmingPrefix("self.")), at: target, repeats: true, path)
  }

  /// `state.name = a ? b : c` of a struct state is one write, as long as nothing else asks for `a`.
  private func choose(
    _ value: Operation, at place: Place, as written: String?, _ path: Path
  ) -> Evaluated? {
    guard structState != nil, !isProjected, accessors(behind: place, path).isEmpty,
      case .ternary(let condition, let yes, let no) = value.form,
      case let answers = truth(condition, path), answers.count == 1,
      case .open(let left, let right, let text)? = answers.first,
      isPure(yes, left), isPure(no, right),
      place.path.last?.hasPrefix("[") ?? false || !isDecisive(yes, left, at: place)
    else { return nil }
    var path = left.weaker(than: right)
    let new = fresh(value.text, path, type: self.type(at: place, path))
    let entry = Write(
      path: written ?? "", op: "=", value: value.text, location: path.location,
      choice: Write.Choice(condition: text, yes: yes.text, no: no.text))
    store(new, entry, at: place, &path)
    return [(path, .void)]
  }

  /// The ways of an assigned value.
  ///
  /// In a struct state a call is one, whichever answer it gives, as long as it only answers: the call
  /// is what is written.
  private func answers(_ value: Operation, _ path: Path, _ type: String?) -> Evaluated {
    let ways = evaluate(value, path, type)
    guard structState != nil, !isProjected, ways.count > 1, case .operand(let node) = value.form,
      node.is(FunctionCallExprSyntax.self), ways.allSatisfy({ sameOutcome($0.0, path) }),
      !ways.contains(where: { $0.1.isChangedState })
    else { return ways }
    return [(path, fresh(value.text, path, type: type))]
  }

  /// Whether a value tells one state of the property from others.
  private func isDecisive(_ operation: Operation, _ path: Path, at place: Place) -> Bool {
    evaluate(operation, path, type(at: place, path)).contains { $0.1.isDecisive }
  }

  /// Whether an expression only has a value.
  private func isPure(_ operation: Operation, _ path: Path) -> Bool {
    let found = evaluate(operation, path, nil)
    return found.count == 1 && found.allSatisfy { sameOutcome($0.0, path) }
  }

  /// The value after a compound assignment: lists grow, all else is no longer known.
  private func combined(
    _ old: Value?, _ op: String, _ new: Value, _ target: ExprSyntax, _ path: Path
  ) -> Value {
    if op == "+=", case .array(let items)? = old, case .array(let more) = new {
      return .array(items + more)
    }
    return numbered(fresh(text(of: target), path), like: old, and: new, target)
  }

  /// What stands behind a variable: `items[id: id]?.mode` of `state.items[id: id]?.mode`.
  private func propertyText(_ target: ExprSyntax, _ path: Path) -> String? {
    var root = target
    while let base = root.whole { root = base }
    guard let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: name), place.path.isEmpty,
      path.value(at: place)?.unknown?.id == Self.stateID
    else { return nil }
    let text = text(of: target).dropFirst(name.count)
    guard text.hasPrefix("."), !text.hasPrefix("._"), !text.contains(".wrappedValue") else {
      return nil
    }
    return text.replacing(".$", with: ".").dropFirst().description
  }

  /// The ways of a condition inside an expression, with the condition in their guards.
  func branch(_ condition: Operation, _ path: Path) -> [(Path, Bool)] {
    truth(condition, path).flatMap { answer -> [(Path, Bool)] in
      switch answer {
      case .known(let path, let holds): return [(path, holds)]
      case .open(var yes, var no, let text):
        yes.guards.append(Clause(text: text))
        no.guards.append(Clause(text: text, isNegated: true))
        return [(yes, true), (no, false)]
      }
    }
  }

  private func assign(_ tuple: TupleExprSyntax, _ value: Operation, _ path: Path) -> Evaluated {
    let types = tuple.elements.map { place(of: $0.expression, path).flatMap { type(at: $0, path) } }
    return evaluate(value, path, TupleKey.joining(types)).flatMap { path, new in
      tuple.elements.enumerated().reduce([path]) { paths, element in
        let part = new.field("\(element.offset)", type: nil)
        return paths.flatMap { assign(part, to: element.element.expression, $0) }
      }.map { ($0, .void) }
    }
  }

  /// Stores a value that is worked out, through the setter and the observers of its target.
  private func assign(_ new: Value, to target: ExprSyntax, _ path: Path) -> [Path] {
    if let tuple = target.as(TupleExprSyntax.self), tuple.elements.count > 1 {
      return tuple.elements.enumerated().reduce([path]) { paths, element in
        let part = new.field("\(element.offset)", type: nil)
        return paths.flatMap { assign(part, to: element.element.expression, $0) }
      }
    }
    if target.isChained, isLeftOut(target, path) { return [path] }
    guard let place = place(of: target, path) else { return [path] }
    return assign(new, at: place, path)
  }

  /// Stores a value at a place, through its setter and its observers.
  func assign(_ new: Value, at place: Place, _ path: Path) -> [Path] {
    var path = path
    let old = path.value(at: place)
    path.reassign(place)
    write(new, op: "=", text: new.text, at: place, &path)
    return observed(place, old: old, new: new, path)
  }

  /// Stores a value and notes it where the machine's state is concerned.
  func write(
    _ value: Value, op: String, text: String, at place: Place, _ path: inout Path
  ) {
    let entry = Write(path: "", op: op, value: text, location: path.location)
    store(value, entry, at: place, &path)
  }

  private func store(_ value: Value, _ entry: Write, at place: Place, _ path: inout Path) {
    let place = path.resolved(place)
    let value = placed(value, path)
    if let watched = watched.map(path.resolved), holds(place, watched) {
      let old = path.value(at: watched)
      path.set(value, at: place)
      let next = path.value(at: watched)
      wrote(&path, by: next?.caseValue?.assigned)
      // What was lent and came back as it was has not been changed.
      if next?.isStart == true, old?.isStart == false, isLent(path) {
        (path.writeLocation, path.decided) = (nil, 0)
      }
      if case .enumCase(var known)? = next, known.assigned != nil {
        known.assigned = nil
        path.set(.enumCase(known), at: watched)
      }
      if let name = next?.stateName { path.visited.append(name) }
    } else {
      path.set(lent(value, at: place, path), at: place)
    }
    note(entry, at: place, &path)
  }

  /// Whether the function that is walked lends what it has to code that it is handed.
  private func isLent(_ path: Path) -> Bool {
    calls.last?.parameters.contains { $0.type.isFunction } ?? false
  }

  /// A state that code from elsewhere puts into a variable of the function that has lent it: whoever
  /// assigns that variable to the state only carries on.
  private func lent(_ value: Value, at place: Place, _ path: Path) -> Value {
    guard case .enumCase(var known) = value, !known.isStart, known.type != nil,
      known.type == watchedType(path), path.runsCode(lentBy: place.frame)
    else { return value }
    known.assigned = CaseValue.Assigned(location: path.location, node: path.last)
    return .enumCase(known)
  }

  /// Whether a place is the watched one, or one that it is part of.
  func holds(_ place: Place, _ watched: Place) -> Bool {
    place.frame == watched.frame && place.name == watched.name
      && watched.path.starts(with: place.path)
  }

  /// A value read through an alias is the value, not the alias.
  private func placed(_ value: Value, _ path: Path) -> Value {
    guard case .alias(let place) = value else { return value }
    return path.value(at: place) ?? value
  }

  /// Adds a change of a property to the log of the struct state that holds it.
  func note(_ write: Write, at place: Place, _ path: inout Path) {
    if !trials.isEmpty, isInKeptStruct(place, path) { trials[trials.count - 1] = true }
    openProperties(changedBy: place, &path)
    for count in 0..<max(place.path.count, 0) {
      let owner = Place(
        frame: place.frame, name: place.name, path: Array(place.path.prefix(count)))
      guard case .object(let object)? = path.value(at: owner), object.base.id == Self.stateID else {
        continue
      }
      var write = write
      write.depth = write.depth ?? path.conditionCount
      if write.path.isEmpty { write.path = name(of: place.path.dropFirst(count)) }
      path.log(write, at: owner)
      if let last = path.last { path.written.insert(last) }
      path.written.formUnion(statements(behind: place.path[count], of: object.base.type))
      return
    }
  }

  /// Whether a place is a struct state that an object keeps, or part of it.
  private func isInKeptStruct(_ place: Place, _ path: Path) -> Bool {
    guard structState != nil, let watched = watched.map(path.resolved), !watched.path.isEmpty else {
      return false
    }
    return place.frame == watched.frame && place.name == watched.name
      && place.path.starts(with: watched.path)
  }

  private func name(of fields: ArraySlice<String>) -> String {
    fields.reduce(into: "") { text, field in
      text += field.hasPrefix("[") || text.isEmpty ? field : ".\(field)"
    }
  }

  /// The key of the type that a place holds, from the declarations of the types on the way.
  func type(at place: Place, _ path: Path) -> String? {
    let place = path.resolved(place)
    if let type = path.type(at: place) { return type }
    var type = path.value(at: Place(frame: place.frame, name: place.name))?.type
    var fields = place.path[...]
    // Where a superclass keeps the state, no property of the type tells of it.
    if let structState, let watched = watched.map(path.resolved), place.frame == watched.frame,
      place.name == watched.name, place.path.starts(with: watched.path)
    {
      (type, fields) = (structState, place.path.dropFirst(watched.path.count))
    }
    for field in fields {
      guard let info = index.info(type) else { return nil }
      type =
        info.property(field).flatMap { self.type(of: $0.property, in: info) }
        ?? info.computed.first { $0.name == field }.flatMap {
          resolve($0.type, in: info, module: info.module)
        }
    }
    return type
  }

  /// Walks a local declaration.
  func declare(_ binding: PatternBindingSyntax, _ path: Path) -> [Path] {
    let scope = index.info(path.frames[path.depth - 1].selfType)
    let type = expectation(
      of: binding.typeAnnotation?.type, in: scope, module: path.file.module)
    guard let initializer = binding.initializer?.value else {
      var path = path
      if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
        let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
        let value: Value =
          isOptional
          ? .absent : .unknown(Unknown(id: "\(name)@\(path.version)", text: name, type: type))
        path.declare(
          Naming.identifier(name), numbered(value, as: binding.typeAnnotation?.type, in: scope))
      }
      return [path]
    }
    // `let model = self`: another name for the machine, where that is an object.
    if awaitsAreSteps, let place = machine(named: initializer, path),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      var path = path
      path.declare(Naming.identifier(name), .alias(place))
      return [path]
    }
    return settledOnOne(evaluate(initializer, path, type), initializer, path).map { path, value in
      var path = path
      let value = numbered(placed(value, path), as: binding.typeAnnotation?.type, in: scope)
      bind(binding.pattern, value, &path)
      return path
    }
  }

  private func bind(_ pattern: PatternSyntax, _ value: Value, _ path: inout Path) {
    if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      path.declare(Naming.identifier(name), value.worded(name))
    } else if let tuple = pattern.as(TuplePatternSyntax.self) {
      for (offset, element) in tuple.elements.enumerated() {
        bind(element.pattern, value.field("\(offset)", type: nil), &path)
      }
    }
  }
}
