import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Who else calls a function that handlers hand the machine to: what it does to the state then is in no
/// picture.
struct Callers {
  let site: Site
  let index: SourceIndex
  let program: LoweredProgram
  let coverage: Coverage

  /// A place that may call a function.
  private struct Use {
    var call: NodeID
    var standing: Standing
  }

  /// Which calls of the function around a place are not followed, or of those that call it, as a clause;
  /// nothing where all are, or where no handler hands the machine to it.
  func unfollowed(of standing: Standing) -> String? {
    var seen: Set<NodeID> = []
    var open = [standing.declaration].compactMap(\.self)
    while let function = open.popLast() {
      guard function.kind == .function, seen.insert(function.id).inserted,
        let followed = coverage.calls(handingTo: function)
      else { continue }
      let files = self.files(function)
      let uses = files.flatMap { self.uses(of: function, in: $0) }
      if let other = uses.first(where: { !followed.contains($0.call) }) {
        let place = other.standing.declaration?.name ?? ""
        return place.isEmpty
          ? "'\(function.name)' is called elsewhere too"
          : "'\(function.name)' is called in '\(place)' too"
      }
      if function.owner != nil, function.access != .file,
        index.names.areMembers(Word(function.name), ofFilesBeside: Set(files.map(\.path)))
      {
        return "other files may call '\(function.name)' too"
      }
      open += uses.compactMap { $0.standing.declaration }
    }
    return nil
  }

  /// The files whose calls are looked at one by one: those that the machine is made of.
  private func files(_ function: Function) -> [SourceFile] {
    var paths: Set = [function.location.file]
    if function.access != .file {
      guard function.owner != nil else { return index.files.filter { !$0.words.areTests } }
      let infos = [site.owner, site.state].compactMap { $0 }
      paths.formUnion(infos.flatMap { [$0.file.path] + $0.functions.map(\.file.path) })
      paths.formUnion(site.handlers.map(\.file.path))
    }
    return index.files.filter { paths.contains($0.path) }
  }

  private func uses(of function: Function, in file: SourceFile) -> [Use] {
    guard file.words.contains(Word(function.name)) else { return [] }
    let finder = CallerFinder(function, index)
    var visitor = CodeVisitor(program) { finder.note($0, $1, $2) }
    for other in program.functions(in: file) where other.id != function.id { visitor.visit(other) }
    return finder.found.map { Use(call: $0, standing: $1) }
  }
}

/// Finds the places that may call a function.
private final class CallerFinder {
  private let function: Function
  private let owner: TypeInfo?
  private let index: SourceIndex
  private(set) var found: [(call: NodeID, standing: Standing)] = []

  init(_ function: Function, _ index: SourceIndex) {
    (self.function, self.index) = (function, index)
    owner = index.info(function.owner)
  }

  func note(_ node: Expression, _ standing: Standing, _ types: StaticTypes) {
    let isMeant: Bool
    switch node.form {
    case .name(function.name): isMeant = isOwn(standing)
    case .member(let base, function.name): isMeant = isMember(of: base, types)
    case .call(let call) where call.name == function.name && function.accepts(call):
      switch call.callee {
      case .name: isMeant = isOwn(standing)
      case .member(let base, _): isMeant = isMember(of: base, types)
      default: isMeant = false
      }
    default: isMeant = false
    }
    if isMeant { found.append((node.id, standing)) }
  }

  /// Whether a name alone means the function.
  private func isOwn(_ standing: Standing) -> Bool {
    guard let around = index.info(standing.owner) else { return owner == nil }
    guard let owner else { return !around.functions.contains { $0.name == function.name } }
    return index.isPart(around, of: owner)
  }

  private func isMember(of base: Expression, _ types: StaticTypes) -> Bool {
    guard let owner else { return false }
    guard let info = index.info(types.type(of: base)?.key) else { return true }
    return index.isPart(info, of: owner) || index.isPart(owner, of: info)
  }
}
