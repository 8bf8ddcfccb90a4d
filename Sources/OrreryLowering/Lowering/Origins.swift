import OrreryProgram
import SwiftSyntax

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
