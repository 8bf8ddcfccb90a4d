import OrreryLowering
import OrreryProgram

/// What functions are understood as, before anything is made of them.
package enum LoweredFunctions {
  /// The functions of a name, written down; none where no file that may declare a machine has one.
  ///
  /// - Parameters:
  ///   - name: The name alone, or with the type before it: `load`, `Player.load`.
  ///   - files: The sources.
  package static func dump(named name: String, in files: [SourceText]) -> [String] {
    program(of: files).functions(named: name).map(\.dump)
  }

  /// The names of all functions, each with the type before it.
  package static func names(in files: [SourceText]) -> [String] {
    let program = program(of: files)
    let members = program.index.keys.flatMap { key -> [String] in
      let type = program.type(key)
      return (type?.functions ?? []).map { "\(type?.name ?? "").\($0.name)" }
    }
    return members + program.index.globals.keys.sorted()
  }

  private static func program(of files: [SourceText]) -> LoweredProgram {
    LoweredProgram(Extractor.index(of: files))
  }
}
