import Orrery

/// Sends events to the models, each when the one before it has been handled.
@main enum Models {
  static func main() async {
    let example = ExampleModel(startsWith: .state1(message: "first"))
    example.eventA()
    await wait { if case .state3 = example.state { true } else { false } }
    example.eventB(param: 2)
    await wait { if case .state1 = example.state { true } else { false } }
    let composite = CompositeModel(observing: ModelA(), observing: ModelB())
    composite.synchronizedEvent()
    await wait { if case .stateAB = composite.state { true } else { false } }
    composite.eventForModelB()
    await wait { if case .stateA = composite.state { true } else { false } }
    composite.eventForModelA()
    await wait { if case .failed = composite.state { true } else { false } }
  }

  private static func wait(until holds: () -> Bool) async {
    while !holds() { await Task.yield() }
  }
}
