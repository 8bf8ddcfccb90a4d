import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// An instruction that a model has to tell of: one that writes a state, or with which a handler ends.
struct LedgerEntry {
  /// The statement as written, on one line.
  var text: String
  var location: SourceLocation
  var standing: Standing
  /// The lines of the statement.
  var lines: Set<SourceLocation> = []
  /// What is written; nothing for an end.
  var write: Write?
  /// What an end gives.
  var result: Expression?

  struct Write {
    /// The property of a struct state; empty where the whole state is written.
    var path: String
    var op: String
    var value: String
    /// Whether the state is that of another object, to which the code refers.
    var isReferred: Bool
  }
}

/// The entries of the functions of some files, as they are lowered: what executions make of them is
/// nothing to it.
enum Ledger {
  /// The writes of each of some machines, by place.
  static func writes(in index: SourceIndex, of sites: [Site]) -> [[LedgerEntry]] {
    var result = Array(repeating: [LedgerEntry](), count: sites.count)
    guard !sites.isEmpty else { return result }
    let places = StatePlaces(sites: sites, index: index)
    let found = index.files.filter { places.files[$0.path] != nil }.concurrentMap { file in
      index.withProgram { program in
        let writes = WriteFinder(places, file, program)
        var visitor = CodeVisitor(program) { writes.note($0, $1, $2) }
        for function in program.functions(in: file) { visitor.visit(function) }
        return writes.found
      }
    }
    for (site, entry) in found.joined() { result[site].append(entry) }
    return result
  }

  /// Where a body ends: each `return`, `throw` and trap, and the last statement of each branch that
  /// reaches the end.
  static func exits(of function: Function, in program: LoweredProgram) -> [LedgerEntry] {
    guard let body = function.body else { return [] }
    var outer = Standing()
    outer.enter(function)
    let places = CodePlace.all(of: body, in: outer, program)
    var found = places.flatMap { exits(at: $0, program) }
    let last = Set(
      Structure(of: body) { Library.isTrap($0, in: program, owner: function.owner) }
        .lastStatements.map(\.id))
    var known = Set(found.compactMap(\.standing.statement?.id))
    for place in places.reversed() {
      guard let statement = place.standing.statement, last.contains(statement.id),
        known.insert(statement.id).inserted
      else { continue }
      found.append(LedgerEntry(ending: statement, in: place.standing, program))
    }
    return found
  }

  private static func exits(at place: CodePlace, _ program: LoweredProgram) -> [LedgerEntry] {
    // A closure that outlives its machine does nothing.
    guard let statement = place.standing.statement, !place.standing.bindsSelf else { return [] }
    let isTrap = { Library.isTrap($0, in: program, owner: place.standing.owner) }
    var found: [LedgerEntry] = []
    switch place.end {
    case .return(let value)? where !(value.map(isTrap) ?? false):
      found.append(LedgerEntry(ending: statement, in: place.standing, program, result: value))
    case .throw? where !place.standing.isCaught:
      found.append(LedgerEntry(ending: statement, in: place.standing, program))
    default: break
    }
    for expression in place.expressions {
      expression.visit { node in
        guard case .call = node.form, isTrap(node) else { return }
        found.append(LedgerEntry(node.text, at: node.location, in: place.standing, program))
      }
    }
    return found
  }
}

extension LedgerEntry {
  fileprivate init(
    _ text: String, at location: SourceLocation, in standing: Standing, _ program: LoweredProgram
  ) {
    (self.text, self.location, self.standing) = (text, location, standing)
    guard let statement = standing.statement else { return }
    let file = statement.location.file
    lines = Set(program.lines(of: statement).map { .init(file: file, line: $0) })
  }

  /// An entry for a statement that ends a path.
  fileprivate init(
    ending statement: Statement, in standing: Standing, _ program: LoweredProgram,
    result: Expression? = nil
  ) {
    let text = program.text(of: statement.id)
    self.init(text, at: statement.location, in: standing, program)
    self.result = result
  }
}

/// Finds what writes the states of machines in a file.
private final class WriteFinder {
  private let places: StatePlaces
  private let file: SourceFile
  private let program: LoweredProgram
  private(set) var found: [(site: Int, entry: LedgerEntry)] = []

  init(_ places: StatePlaces, _ file: SourceFile, _ program: LoweredProgram) {
    (self.places, self.file, self.program) = (places, file, program)
  }

  func note(_ node: Expression, _ standing: Standing, _ types: StaticTypes) {
    switch node.form {
    case .assign(let target, let op, let value):
      for target in target.parts {
        let written = places.written(
          Chain(target), by: op, value: value, at: standing, types, in: file)
        add(written, op, value.text, node, standing)
      }
    case .call(let call):
      if let name = call.assignedProperty {
        let owner = Expression(.selfValue, id: node.id, text: "self", location: node.location)
        let property = Expression(
          .member(owner, name), id: node.id, text: "self.\(name)", location: node.location)
        let written = places.written(
          Chain(property), by: "=", at: standing, types, in: file, isLater: true)
        add(written, "=", node.text, node, standing)
      }
      noteChange(by: call, node, standing, types)
      noteLent(to: call, node, standing, types)
    default: break
    }
  }

  /// A method that changes the value which it is called on, or publishes what it is handed.
  private func noteChange(
    by call: Call, _ node: Expression, _ standing: Standing, _ types: StaticTypes
  ) {
    guard case .member(let base, let name) = call.callee else { return }
    let isPublisher = Words.publishers.contains(name) && !call.endsPublisher
    guard isPublisher || Library.isMutator(name) && !isObject(base, types) else { return }
    let op = isPublisher ? name : "mutate"
    let written = places.written(Chain(base), by: op, at: standing, types, in: file)
    add(written, op, node.text, node, standing)
  }

  private func isObject(_ node: Expression, _ types: StaticTypes) -> Bool {
    let kind = types.type(of: node)?.key.flatMap(program.type)?.kind
    return kind == .class || kind == .actor
  }

  /// What lends the state of another object has it changed.
  private func noteLent(
    to call: Call, _ node: Expression, _ standing: Standing, _ types: StaticTypes
  ) {
    var sites: Set<Int> = []
    for argument in call.arguments {
      guard case .lend(let target) = argument.value.form else { continue }
      let written = places.written(Chain(target), by: "=", at: standing, types, in: file)
      let new = written.filter { $0.isReferred && sites.insert($0.site).inserted }
      add(new, "=", node.text, node, standing)
    }
  }

  private func add(
    _ places: [StatePlaces.Found], _ op: String, _ value: String, _ node: Expression,
    _ standing: Standing
  ) {
    for place in places {
      var entry = LedgerEntry(node.text, at: node.location, in: standing, program)
      entry.write = .init(path: place.path, op: op, value: value, isReferred: place.isReferred)
      found.append((place.site, entry))
    }
  }
}

extension Expression {
  /// The elements of a tuple that is assigned.
  fileprivate var parts: [Expression] {
    if case .tuple(let elements) = form { elements.map(\.value) } else { [self] }
  }
}
