import OrreryLowering
import OrreryProgram
import SwiftParser
import Testing

/// The program that a source is, as the only file of a module.
func program(_ source: String) -> LoweredProgram { program(of: [("File.swift", source)]) }

func program(of sources: [(path: String, text: String)]) -> LoweredProgram {
  let files = sources.map { path, text in
    SourceFile(
      SourceText(module: "App", path: path, text: text), words: Words(text),
      tree: Parser.parse(source: text))
  }
  return LoweredProgram(
    SourceIndex(files, names: Screening.Names()) { _, _ in .init(changes: false, calls: []) })
}

/// Checks what the functions of a name are lowered to.
func expectDump(
  _ source: String, of name: String = "f", _ expected: String,
  location: Testing.SourceLocation = #_sourceLocation
) {
  let found = program(source).functions(named: name).map(\.dump).joined(separator: "\n")
  #expect(found == expected + "\n", sourceLocation: location)
}
