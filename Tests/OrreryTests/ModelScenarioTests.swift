import Orrery
import OrreryTesting
import OrreryTrace
import Testing

@Suite("A story of an actor model")
struct ModelScenarioTests {
  private static let short = Duration.milliseconds(20)

  @Test("sees every state that follows an event, also one that is left at once")
  func states() async {
    let complaints = await Complaints.during {
      let story = ModelScenario(of: DoorModel(), from: .closed)
      await story.send({ $0.open() }, to: .opening(tries: 1), .open)
      await story.send({ $0.close() }, to: .closed)
      await story.finish()
    }
    #expect(complaints == [])
  }

  @Test("knows that an event was ignored when all that it set going is over")
  func ignored() async {
    let complaints = await Complaints.during {
      let story = ModelScenario(of: DoorModel(startsWith: .stuck), from: .stuck)
      await story.send { $0.open() }
      await story.send({ $0.slam() }, to: .closed)
      await story.finish()
    }
    #expect(complaints == [])
  }

  @Test("waits for what others than its events lead to")
  func received() async {
    let (signal, motor) = AsyncStream.makeStream(of: Void.self)
    let complaints = await Complaints.during {
      let door = DoorModel { for await _ in signal { return } }
      let story = ModelScenario(of: door, from: .closed)
      await story.send({ $0.open() }, to: .opening(tries: 1))
      motor.yield()
      await story.receive(.open).finish()
    }
    #expect(complaints == [])
  }

  @Test("shows another state beside the expected one, and goes on from there")
  func other() async {
    let complaints = await Complaints.during {
      let story = ModelScenario(of: DoorModel { throw DoorModel.Jammed() }, from: .closed)
      await story.send({ $0.open() }, to: .opening(tries: 1), .open)
      await story.send({ $0.slam() }, to: .closed)
    }
    #expect(
      complaints == [
        """
        The state that follows is not the expected one.

        − DoorState.open
        + DoorState.stuck

        (Expected: −, actual: +)

        To fix, correct the expected states, or change the model.
        """
      ])
  }

  @Test("says in which state the model rests, where none comes")
  func none() async {
    let complaints = await Complaints.during {
      let story = ModelScenario(
        of: DoorModel(startsWith: .stuck), from: .stuck, timeout: Self.short)
      await story.send({ $0.open() }, to: .opening(tries: 1), .open)
    }
    #expect(
      complaints == [
        """
        No state came within 0.02 seconds, and the model rests.

        − DoorState.opening(tries: 1)
        + DoorState.stuck

        (Expected: −, actual: +)

        To fix, correct the expected states, let what the model waits for end, or give the scenario \
        a longer 'timeout'.
        """
      ])
  }

  @Test("tells states that nobody expected: at the event, and where it ends without a word")
  func unexpected() async {
    let complaints = await Complaints.during {
      do {
        let story = ModelScenario(of: DoorModel(), from: .closed)
        await story.send { $0.open() }
      }
      do {
        let story = ModelScenario(of: DoorModel(), from: .closed)
        await story.send({ $0.open() }, to: .opening(tries: 1))
        #expect(await eventually { story.model.state == .open })
      }
    }
    let advice = "\n\nTo fix, name them among the states of the event that they follow."
    #expect(
      complaints == [
        "States came that nobody expected: DoorState.opening(tries: 1), DoorState.open." + advice,
        "States came that nobody expected: DoorState.open." + advice,
      ])
  }

  @Test("is not over while the model works on an event")
  func busy() async {
    let (signal, motor) = AsyncStream.makeStream(of: Void.self)
    let complaints = await Complaints.during {
      let door = DoorModel { for await _ in signal {} }
      let story = ModelScenario(of: door, from: .closed, timeout: Self.short)
      await story.send({ $0.open() }, to: .opening(tries: 1))
      await story.finish()
    }
    motor.finish()
    #expect(
      complaints == [
        """
        The scenario ended, and the work of an event did not end within 0.02 seconds.

        To fix, let what the model waits for end, or give the scenario a longer 'timeout'.
        """
      ])
  }

  @Test("starts from the state that it says")
  func start() async {
    let complaints = await Complaints.during {
      _ = ModelScenario(of: DoorModel(), from: .open)
    }
    #expect(
      complaints == [
        """
        The model does not start in the expected state.

        − DoorState.open
        + DoorState.closed

        (Expected: −, actual: +)

        To fix, correct the state that the scenario starts from, or make the model in it.
        """
      ])
  }
}
