import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Who else calls a function that handlers hand the machine to: what it does to the state then is in no
/// picture.
struct Callers {
  let site: Site
  let index: SourceIndex
  let footprint: Footprint

  /// Which calls of a function are not walked, or of those that call it, as a clause; nothing where all
  /// are, or where no handler hands the machine to it.
  func unwalked(of node: FunctionDeclSyntax, in file: SourceFile) -> String? {
    var seen: Set<SyntaxIdentifier> = []
    var open = [(node, file)]
    while let (next, file) = open.popLast() {
      guard seen.insert(next.id).inserted, let walked = footprint.calls(handingTo: next.id)
      else { continue }
      if let found = others(of: next, in: file, than: walked) { return found }
      open += walked.values.compactMap { call in
        WriteContext(Syntax(call.node)).function?.as(FunctionDeclSyntax.self).map {
          ($0, call.file)
        }
      }.sorted { $0.0.position < $1.0.position }
    }
    return nil
  }

  private func others(
    of node: FunctionDeclSyntax, in file: SourceFile,
    than walked: [SyntaxIdentifier: Footprint.Call]
  ) -> String? {
    let name = Naming.identifier(node.name.text)
    let callee = Callee(node: node, name: name, owner: owner(of: node, in: file), index: index)
    let files = files(callee, [file] + walked.values.map(\.file))
    for file in files where file.words.contains(Word(name)) {
      let finder = CallerFinder(callee, file: file, but: Set(walked.keys))
      finder.walk(file.tree)
      guard let found = finder.found else { continue }
      let place = WriteContext(found).placeName
      return place.isEmpty
        ? "'\(name)' is called elsewhere too" : "'\(name)' is called in '\(place)' too"
    }
    let isOpen = callee.isMember && !node.isOfItsFile
    return isOpen && index.names.areMembers(Word(name), ofFilesBeside: Set(files.map(\.path)))
      ? "other files may call '\(name)' too" : nil
  }

  private func owner(of node: FunctionDeclSyntax, in file: SourceFile) -> TypeInfo? {
    let path = TypePath.enclosing(Syntax(node))
    guard !path.isEmpty else { return nil }
    return index.info(
      index.resolve(
        name: path.joined(separator: "."), in: nil, module: file.module, file: file))
  }

  /// The files whose calls are looked at one by one: those that the machine is made of, and others that
  /// are walked.
  private func files(_ callee: Callee, _ known: [SourceFile]) -> [SourceFile] {
    if callee.node.isOfItsFile { return Array(known.prefix(1)) }
    guard callee.isMember else { return index.files.filter { !$0.words.areTests } }
    let infos = [site.owner, site.state].compactMap { $0 }
    let own = infos.flatMap { [$0.file] + $0.functions.map(\.file) } + site.handlers.map(\.file)
    let paths = Set((own + known).map(\.path))
    return index.files.filter { paths.contains($0.path) }
  }
}

/// A function that may be called.
private struct Callee {
  var node: FunctionDeclSyntax
  var name: String
  var owner: TypeInfo?
  var index: SourceIndex

  var isMember: Bool { owner != nil }

  /// Whether a name may mean the function.
  func isMeant(by name: DeclReferenceExprSyntax, in file: SourceFile) -> Bool {
    let member = name.parent?.as(MemberAccessExprSyntax.self).flatMap {
      $0.declName.id == name.id ? $0 : nil
    }
    let whole = member.map { ExprSyntax($0) } ?? ExprSyntax(name)
    if let call = whole.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == whole.id, !fits(call)
    {
      return false
    }
    let path = TypePath.enclosing(Syntax(name)).joined(separator: ".")
    let around = index.info(index.resolve(name: path, in: nil, module: file.module, file: file))
    guard let member else {
      guard LocalDeclaration.find(self.name, at: name) == nil else { return false }
      guard let owner else {
        return around?.functions.contains { $0.name == self.name } != true
      }
      return around.map { isPart($0, owner) } ?? false
    }
    guard let owner, let base = member.base else { return false }
    let object = ObjectTypes(index: index, file: file, type: around).object(base)
    return object?.info.map { isPart($0, owner) || isPart(owner, $0) } ?? true
  }

  private func isPart(_ part: TypeInfo, _ whole: TypeInfo) -> Bool {
    part === whole || part.ancestors.contains(whole.key)
      || index.bases(of: part).contains { $0 === whole }
  }

  /// Whether the arguments of a call are those that the function takes.
  private func fits(_ call: FunctionCallExprSyntax) -> Bool {
    var rest = call.arguments.map { $0.label?.text }[...]
    var closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
    for parameter in node.signature.parameterClause.parameters {
      let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text
      if let next = rest.first, next == label {
        rest = rest.dropFirst()
        guard parameter.ellipsis != nil else { continue }
        rest = rest.drop { $0 == nil }
      } else if closures > 0, parameter.type.isFunction {
        closures -= 1
      } else if parameter.defaultValue == nil, parameter.ellipsis == nil {
        return false
      }
    }
    return rest.isEmpty && closures == 0
  }
}

/// Finds the first place of a file that may call a function and is none of some calls.
private final class CallerFinder: SyntaxVisitor {
  private let callee: Callee
  private let file: SourceFile
  private let walked: Set<SyntaxIdentifier>
  private(set) var found: Syntax?

  init(_ callee: Callee, file: SourceFile, but walked: Set<SyntaxIdentifier>) {
    (self.callee, self.file, self.walked) = (callee, file, walked)
    super.init(viewMode: .sourceAccurate)
  }

  // What the function itself calls is that of its callers.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.id == callee.node.id ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard walked.contains(node.id) else { return .visitChildren }
    walk(node.arguments)
    node.trailingClosure.map { walk($0) }
    walk(node.additionalTrailingClosures)
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if found == nil, Naming.identifier(node.baseName.text) == callee.name,
      callee.isMeant(by: node, in: file)
    {
      found = Syntax(node)
    }
    return .skipChildren
  }
}

extension FunctionDeclSyntax {
  /// Whether only its file can call it, since it or a type around it says so.
  fileprivate var isOfItsFile: Bool {
    var current = Syntax(self).parent
    var modifiers = [modifiers]
    while let node = current {
      if let group = node.asProtocol((any DeclGroupSyntax).self) {
        modifiers.append(group.modifiers)
      }
      current = node.parent
    }
    return modifiers.contains(where: \.isFilePrivate)
  }
}
