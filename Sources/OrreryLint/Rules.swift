/// The list of all rules.
enum Rules {
  /// In the order of lists and pages: by subject, then by name.
  static let all: [any Rule.Type] = source + [MalformedDisable.self, UnusedDisable.self]

  /// Those that look at the source.
  static let source: [any SourceRule.Type] = machines + effects + features + views + tests

  private static let machines: [any SourceRule.Type] = [
    DeadEndState.self,
    EffectLivelock.self,
    EventWithoutEffect.self,
    NoInitialState.self,
    OverlappingGuards.self,
    ReachableTrap.self,
    SwallowedEvent.self,
    UnreachableState.self,
  ]

  private static let effects: [any SourceRule.Type] = [
    DecisionInEffect.self,
    EffectInTransientState.self,
    ErrorLeavesEffect.self,
    IdentityForImpossible.self,
    ImpureTransition.self,
    LateResult.self,
    UncancelledEffect.self,
    UndefinedForPossible.self,
    UnfinishedEffect.self,
    UnhandledResult.self,
  ]

  private static let features: [any SourceRule.Type] = [
    ActionChain.self,
    ActionNotEnum.self,
    ArrayOfChildState.self,
    ChildReducedByHand.self,
    CommandActionName.self,
    DefaultInReducer.self,
    DependencyInState.self,
    DependencyWithoutTestValue.self,
    DeprecatedAPI.self,
    HandWrittenDependencyClient.self,
    LargeDependency.self,
    LargeFeature.self,
    MissingBindingReducer.self,
    MissingCancellation.self,
    MissingChildReducer.self,
    MissingObservableState.self,
    MissingReducerMacro.self,
    NondeterminismInReducer.self,
    ReducerOrder.self,
    ReentrantEffect.self,
    ReferenceTypeInState.self,
    SharedConstructor.self,
    SharedNeverWritten.self,
    SharedWriters.self,
    SideEffectInReducer.self,
    SingletonInReducer.self,
    StateCapturedByEffect.self,
    StateNotEquatable.self,
    UnboundedEffectID.self,
    UncontrolledClock.self,
    UnhandledEffectError.self,
    UnusedCancelID.self,
    ViewStateInReducer.self,
  ]

  private static let views: [any SourceRule.Type] = [
    BindableStore.self,
    DecisionInView.self,
    DelayedSend.self,
    ManualObservation.self,
    NavigationInView.self,
    OverObservation.self,
    ScatteredRendering.self,
    SeveralActionsSent.self,
    StateOutsideStore.self,
    StoreBridge.self,
    StoreMadeInView.self,
    TransformInView.self,
    UnobservedStore.self,
    WithViewStore.self,
    WorkInView.self,
  ]

  private static let tests: [any SourceRule.Type] = [
    ExhaustivityOff.self,
    FeatureWithoutTest.self,
    StoreInTest.self,
    TestNotOnMainActor.self,
    UntestedFailure.self,
    XCTestFeatureTest.self,
  ]
}
