import OrreryLowering
import SwiftSyntax

/// Functions and features that look like reducers, of a state that is not among the files.
struct StrangeReducers {
  let index: SourceIndex

  /// What is to be said of each, with the file that it stands in.
  func diagnostics(beside sites: [Site]) -> [NoteOfFile] {
    let handlers = sites.flatMap(\.handlers).flatMap { [$0] + $0.next }
    // One that hands all of its work to others is a machine without handlers.
    let known = Set(handlers.compactMap { $0.function?.node.id } + sites.map(\.node.id))
    let owned = Set(sites.compactMap { $0.owner?.key })
    return index.writtenFunctions.compactMap { function, info in
      guard !known.contains(function.node.id), !owned.contains(info?.key ?? ""),
        let state = strangeState(of: function, in: info)
      else { return nil }
      return function.file.noMachine(
        (info?.path ?? []) + [function.name],
        "looks like a reducer and is no machine: its state, '\(state)', is not declared among the "
          + "files", at: function.node)
    }
  }

  /// The type of the state of what looks like a reducer, where no file declares it.
  private func strangeState(of function: FunctionInfo, in info: TypeInfo?) -> String? {
    guard let body = function.body,
      function.name.lowercased().hasPrefix("reduce")
        || function.name.hasSuffix("Reducer"), !function.isGiven
    else { return nil }
    let parameters = Array(function.parameters)
    let state = parameters.first { parameter in
      let words = ReducerStyle.stateWords
      return words.contains(where: Self.typeName(parameter).hasSuffix)
    }
    guard let state, !function.genericNames.contains(Self.typeName(state)),
      index.resolve(state.type, in: info, module: function.file.module) == nil
    else { return nil }
    let isAsked = parameters.contains { parameter in
      parameter.id != state.id && !AskedCases.find(parameter.ownName, in: body).isEmpty
    }
    return isAsked ? Self.typeName(state) : nil
  }

  private static func typeName(_ parameter: FunctionParameterSyntax) -> String {
    SourceIndex.parts(of: parameter.type)?.joined(separator: ".") ?? ""
  }
}
