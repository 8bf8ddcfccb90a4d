import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ReducerMacro.self, CasePathableMacro.self, ObservableStateMacro.self,
    ObservationStateTrackedMacro.self, PresentsMacro.self,
  ]
}
