import OrreryModel
import OrreryProgram
import SwiftSyntax

/// Where code stands that is lowered: what its names of types mean, and what its nodes are numbered.
final class LoweringContext {
  let index: SourceIndex
  let origins: Origins
  let file: SourceFile
  /// The type whose member the code is.
  let owner: TypeInfo?
  /// The names of the generic parameters of the function, and of the types around it.
  let generics: Set<String>
  private let place: Int

  init(
    _ index: SourceIndex, _ origins: Origins, file: SourceFile, owner: TypeInfo?,
    generics: [String] = []
  ) {
    (self.index, self.origins, self.file, self.owner) = (index, origins, file, owner)
    place = origins.place(of: file)
    var names = Set(generics)
    var around = owner
    while let type = around {
      names.formUnion(type.genericNames)
      around = type.path.count > 1 ? index.type(around: type) : nil
    }
    self.generics = names
  }

  /// The context of a function that stands in this one's code.
  func inside(_ info: FunctionInfo) -> LoweringContext {
    info.allGenericNames.isEmpty
      ? self
      : LoweringContext(
        index, origins, file: file, owner: owner, generics: generics + info.allGenericNames)
  }

  func id(_ node: some SyntaxProtocol) -> NodeID {
    NodeID(place: place, offset: Int(truncatingIfNeeded: node.id.indexInTree.toOpaque()))
  }

  func location(_ node: some SyntaxProtocol) -> OrreryModel.SourceLocation {
    file.location(of: node)
  }

  /// A node as a statement that others stand in.
  func statement(_ node: some SyntaxProtocol) -> Statement {
    Statement(id: id(node), location: location(node))
  }

  /// A statement of a block.
  func statement(_ item: CodeBlockItemSyntax) -> Statement {
    let closes =
      if case .stmt(let node) = item.item { !node.is(DeferStmtSyntax.self) } else { false }
    let result = Statement(id: id(item), location: location(item), closes: closes)
    origins.items[result.id] = item
    return result
  }

  /// The statements of a branch.
  ///
  /// - Parameter clause: What the branch belongs to, where that takes more than one case.
  func place(
    of items: CodeBlockItemListSyntax, clause: (any SyntaxProtocol)? = nil
  ) -> BranchPlace {
    origins.branches[id(items)] = (items, file)
    return BranchPlace(
      id: id(items), first: items.first.map { location($0) }, lastLine: file.endLine(of: items),
      clause: clause.map { location($0) })
  }
}

extension FunctionInfo {
  /// The names of its own generic parameters, also of an initializer's.
  var allGenericNames: [String] {
    let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    return clause?.parameters.map(\.name.text) ?? []
  }
}

/// The syntax that the parts of a program come from.
///
/// The number of a part says which file it stands in and which node of that file's tree it is: the same
/// syntax has the same number, whoever lowers it and however often.
final class Origins {
  private var files: [ObjectIdentifier: Int]
  /// What has been lowered so far: statements, those of branches, functions and closures.
  var items: [NodeID: CodeBlockItemSyntax] = [:]
  var branches: [NodeID: (items: CodeBlockItemListSyntax, file: SourceFile)] = [:]
  var declarations: [NodeID: FunctionInfo] = [:]
  var closures: [NodeID: ClosureExprSyntax] = [:]

  /// - Parameter files: The numbers of files, from 1.
  init(_ files: [ObjectIdentifier: Int]) { self.files = files }

  /// The number of a file.
  func place(of file: SourceFile) -> Int {
    let key = ObjectIdentifier(file)
    if let known = files[key] { return known }
    let number = files.count + 1
    files[key] = number
    return number
  }
}
