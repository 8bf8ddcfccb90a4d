import OrreryLowering
import SwiftParser

/// The program that a source is, as the only file of a module.
package func program(_ source: String) -> LoweredProgram { program(of: [("File.swift", source)]) }

/// The program that files of one module are.
package func program(of sources: [(path: String, text: String)]) -> LoweredProgram {
  let files = sources.map { path, text in
    SourceFile(
      SourceText(module: "App", path: path, text: text), words: Words(text),
      tree: Parser.parse(source: text))
  }
  return LoweredProgram(
    SourceIndex(files, names: Screening.Names()))
}
