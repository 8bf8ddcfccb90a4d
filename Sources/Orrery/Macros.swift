/// Writes what a state machine can leave out: the `Action` type, unless it is declared, and the names
/// that traces use, as literals.
///
/// ```swift
/// @StateMachine
/// struct Turnstile: StateMachine {
///   enum State { case locked, unlocked }
///   enum Input { case coin, push }
///   typealias IOEffect = Never
///   typealias IOResult = Never
///   …
/// }
/// ```
@attached(
  member,
  names: named(Action), named(traceID), named(traceVocabulary), named(traceName)
)
public macro StateMachine() =
  #externalMacro(module: "OrreryMacros", type: "StateMachineMacro")

/// Lets transitions combine the cases of an enum of effects: writes `Composed`, whose functions have
/// the names of the cases.
///
/// `@EffectComposition` adds it to a nested `IOEffect`.
@attached(member, names: named(Composed))
public macro ComposableEffect() =
  #externalMacro(module: "OrreryMacros", type: "ComposableEffectMacro")

/// Lets a machine start trees of effects, `.merge(…)` and `.concat(…)`, and run each kind of effect
/// in a method of its own.
///
/// Conform to the `EffectRunner` that it writes, with a method `runName` for each case `name` of
/// `IOEffect`.
@attached(memberAttribute)
@attached(extension, conformances: EffectComposing)
@attached(
  member, names: named(Composed), named(Transition), named(EffectRunner), named(runIOEffect)
)
public macro EffectComposition() =
  #externalMacro(module: "OrreryMacros", type: "EffectCompositionMacro")

/// Composes child machines without nesting their actions: writes `nestedBody` from the properties
/// marked `@NestedState` and the cases marked `@Forward`.
///
/// A child is made by its `init()`. One with parameters is a stored property of the machine, found by its
/// type, and where several have that type by the name of its state's property; what the parameters
/// hold may also come to the child as a ``Dependency``.
///
/// ```swift
/// @ComposableStateMachine
/// struct Feature: StateMachine {
///   struct State { @NestedState var counter = Counter.State() }
///   let counter: Counter
///   …
/// }
/// ```
///
/// A child whose state is optional runs while its state is there. An event that is forwarded to it while it
/// is not is ignored, and its effects are cancelled when its state goes:
///
/// ```swift
/// struct State { @NestedState var sheet: Sheet.State? }
/// ```
///
/// The children of a collection have actions of their own, and run in the `body` by `forEach`.
@attached(member, names: named(nestedBody))
public macro ComposableStateMachine() =
  #externalMacro(module: "OrreryMacros", type: "ComposableStateMachineMacro")

/// Marks a property of the state that holds the state of a child machine: `Child.State`, or
/// `Child.State?` for one that comes and goes.
@attached(peer)
public macro NestedState() =
  #externalMacro(module: "OrreryMacros", type: "NestedStateMacro")

/// Marks a case whose events a child machine handles.
///
/// - Parameter target: A case of the child's `Input`, or on a case of `IOResult` the child's whole
///   `IOResult.self`.
@attached(peer)
public macro Forward<Target>(_ target: Target) =
  #externalMacro(module: "OrreryMacros", type: "ForwardMacro")

/// Names a child machine whose state is not a stored property of `State`, such as a computed one.
///
/// ```swift
/// @ComposableStateMachine
/// @NestedFeature(CounterFeature.self, state: \.derivedCounter)
/// struct Feature: StateMachine { … }
/// ```
///
/// - Parameters:
///   - child: The child machine.
///   - state: The property of `State` that holds the child's state; it can be set.
@attached(peer)
public macro NestedFeature<Child: Reducer>(
  _ child: Child.Type, state: KeyPath<NestedPath<Child.State>, Child.State>
) = #externalMacro(module: "OrreryMacros", type: "NestedFeatureMacro")

/// The root of a key path to a property that is looked up where the path is used.
@dynamicMemberLookup
public enum NestedPath<State> {
  case root(State)

  public subscript(dynamicMember name: String) -> State {
    switch self {
    case .root(let state): state
    }
  }
}

/// Lets views observe the properties of a state one by one: conforms it to the protocol
/// `ObservableState`.
@attached(extension, conformances: ObservableState)
public macro ObservableState() =
  #externalMacro(module: "OrreryMacros", type: "ObservableStateMacro")
