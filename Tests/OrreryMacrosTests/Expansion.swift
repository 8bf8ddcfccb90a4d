import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import OrreryMacros

/// Expands a source text and compares text, diagnostics and, where given, the source with fix-its
/// applied: those that are named, or all.
func expect(
  _ source: String, expandsTo expected: String, diagnostics: [DiagnosticSpec] = [],
  applyFixIts fixes: [String]? = nil, fixedTo fixed: String? = nil,
  macros: [String: any Macro.Type], conformances: [TypeSyntax] = [],
  at location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics,
    macroSpecs: macros.mapValues { MacroSpec(type: $0, conformances: conformances) },
    applyFixIts: fixes, fixedSource: fixed,
    testModuleName: "Module", indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}
