import OrreryTrace

func runDoor(
  _ machine: AsyncStateMachine<LiftDoor.State, LiftDoor.Event>, recorder: TraceRecorder = .shared
) async {
  // recipe
  let seen = TraceObservation(of: LiftDoor.self, recorder: recorder)
  for await state in machine {
    seen.note(state)
    // end
    if state == .closing { machine.send(.doorHasLocked) }
  }
}

enum LiftDoor {
  enum State: DSLCompatible { case open, closing, closed }
  enum Event: DSLCompatible { case closeButtonWasPressed, doorHasLocked }
}
