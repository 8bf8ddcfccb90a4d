import OrreryLowering
import OrreryModel
import SwiftSyntax

/// What is to be said of something that is no machine, with the file that it stands in.
typealias NoteOfFile = (file: SourceFile, diagnostic: Diagnostic)

extension Diagnostic {
  /// What is to be said of something that looks like a machine: that it is none, and why.
  package init(
    noMachine name: String, _ said: String, at location: OrreryModel.SourceLocation,
    id: String = "no-machine"
  ) {
    self.init(id: id, severity: .note, location: location, message: "'\(name)' \(said)")
  }
}

extension SourceIndex {
  /// The methods, and the functions outside of types, that no tool wrote, with the types that have them.
  var writtenFunctions: [(function: FunctionInfo, info: TypeInfo?)] {
    let methods = infos.filter { $0.kind != .protocol }.flatMap { info in
      info.functions.map { ($0, TypeInfo?.some(info)) }
    }
    let others = globals.keys.sorted().flatMap { globals[$0] ?? [] }.map { ($0, TypeInfo?.none) }
    return (methods + others).filter { !$0.0.file.isGenerated }
  }
}

extension SourceFile {
  /// A note on what stands in it and is no machine.
  func noMachine(
    _ path: [String], _ said: String, at node: some SyntaxProtocol
  ) -> NoteOfFile {
    (
      self,
      Diagnostic(noMachine: path.joined(separator: "."), said, at: location(of: node))
    )
  }
}
