import LoweredSources
import OrreryLowering
import OrreryProgram
import Testing

/// Checks what the functions of a name are lowered to.
func expectDump(
  _ source: String, of name: String = "f", _ expected: String,
  location: Testing.SourceLocation = #_sourceLocation
) {
  let found = program(source).functions(named: name).map(\.dump).joined(separator: "\n")
  #expect(found == expected + "\n", sourceLocation: location)
}
