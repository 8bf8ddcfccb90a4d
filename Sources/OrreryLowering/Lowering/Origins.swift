import OrreryProgram
import SwiftSyntax

/// The syntax that the parts of a program come from.
///
/// The number of a part says which file it stands in and which node of that file's tree it is: the same
/// syntax has the same number, whoever lowers it and however often.
final class Origins {
  private var files: [ObjectIdentifier: Int]
  private var items: [NodeID: CodeBlockItemSyntax] = [:]
  private var branches: [NodeID: (items: CodeBlockItemListSyntax, file: SourceFile)] = [:]
  private var declarations: [NodeID: FunctionInfo] = [:]
  private var closures: [NodeID: ClosureExprSyntax] = [:]

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

  func note(_ item: CodeBlockItemSyntax, as id: NodeID) { items[id] = item }

  func note(_ items: CodeBlockItemListSyntax, in file: SourceFile, as id: NodeID) {
    branches[id] = (items, file)
  }

  func note(_ declaration: FunctionInfo, as id: NodeID) { declarations[id] = declaration }

  func note(_ closure: ClosureExprSyntax, as id: NodeID) { closures[id] = closure }

  /// The closure that has a number, where it has been lowered.
  func closure(_ id: NodeID) -> ClosureExprSyntax? { closures[id] }

  /// The statements of a branch that has a number.
  func branch(_ id: NodeID) -> (items: CodeBlockItemListSyntax, file: SourceFile)? { branches[id] }

  /// The declaration of a function that has a number.
  func declaration(_ id: NodeID) -> FunctionInfo? { declarations[id] }

  /// The statement that has a number, where one that was lowered has it.
  func item(of id: NodeID) -> CodeBlockItemSyntax? { items[id] }
}
