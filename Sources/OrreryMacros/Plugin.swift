import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros that the compiler may ask for.
@main
struct OrreryMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    StateMachineMacro.self,
    ComposableEffectMacro.self,
    EffectCompositionMacro.self,
    ComposableStateMachineMacro.self,
    NestedStateMacro.self,
    ForwardMacro.self,
    NestedFeatureMacro.self,
    ObservableStateMacro.self,
    TracedMacro.self,
    TracedMethodMacro.self,
  ]
}
