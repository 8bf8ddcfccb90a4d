import OrreryExtraction
import OrreryModel
import SwiftParser
import SwiftSyntax

/// The enums with cases and the structs that are named like a state, by plain syntax.
///
/// Each is part of a machine, or some diagnostic tells of it. Types inside functions are left out.
final class StateLikeDeclarations: SyntaxVisitor {
  private var path: [String] = []
  private var found: [String] = []

  /// Those of which an extraction says nothing, as `file: Outer.Inner`.
  static func untold(in files: [SourceText], by extract: Extract) -> [String] {
    let known = Extractor.toldTypes(among: files)
    let generated = Set(
      extract.diagnostics.filter { $0.id == "generated-file" }.map(\.location.file))
    let messages = extract.diagnostics.map(\.message)
    return files.filter { !generated.contains($0.path) }.concurrentMap { file -> [String] in
      let finder = StateLikeDeclarations(viewMode: .sourceAccurate)
      finder.walk(Parser.parse(source: file.text))
      return finder.found.filter { path in
        let key = file.module.isEmpty ? path : "\(file.module).\(path)"
        // A type that only its file sees, where others have its name.
        let own = "\(file.module)(\(file.path)).\(path)"
        return !known.contains(key) && !known.contains(".\(path)") && !known.contains(own)
          && !messages.contains { $0.contains("'\(path)'") }
          && !isDeclaredBefore(path, extract)
      }.map { "\(file.path): \($0)" }
    }.flatMap(\.self)
  }

  /// Whether a type around one is told to be declared in another file too, and left out.
  private static func isDeclaredBefore(_ path: String, _ extract: Extract) -> Bool {
    let parts = path.split(separator: ".")
    let outer = parts.indices.dropFirst().map { "'\(parts[..<$0].joined(separator: "."))'" }
    return extract.diagnostics.contains { diagnostic in
      diagnostic.id == "duplicate-type" && outer.contains { diagnostic.message.hasPrefix($0) }
    }
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let hasCases = node.memberBlock.members.contains { $0.decl.is(EnumCaseDeclSyntax.self) }
    return enter(
      node.name.text, hasCases ? ["State", "Status", "Phase", "Stage", "Step", "Mode"] : [])
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, ["State", "Status"])
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visitPost(_ node: EnumDeclSyntax) { path.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { path.removeLast() }
  override func visitPost(_ node: ClassDeclSyntax) { path.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { path.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { path.removeLast() }

  private func enter(_ name: String, _ endings: [String] = []) -> SyntaxVisitorContinueKind {
    path.append(name)
    if endings.contains(where: name.hasSuffix) { found.append(path.joined(separator: ".")) }
    return .visitChildren
  }
}
