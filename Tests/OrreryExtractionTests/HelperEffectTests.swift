import Testing

@testable import OrreryExtraction

@Suite("Calls that helpers make of other objects") struct HelperEffectTests {
  @Test("are told, of a long one with several ways it is the helper")
  func helpers() throws {
    let body = "state = .running; warm()"
    #expect(
      try pumpRows(body, "private func warm() { motor.heat(); motor.spin() }") == [
        "idle start/concat(motor.heat, motor.spin) running"
      ])
    let (long, last) = (
      "motor.heat(); motor.turn(); motor.oil()", "if motor.isCold { motor.heat() }"
    )
    #expect(
      try pumpRows(body, "private func warm() { \(long); \(last) }") == ["idle start/warm running"])
    #expect(
      try pumpRows(body, "private func warm() { \(last) }") == [
        "idle start[motor.isCold]/motor.heat running", "idle start[!(motor.isCold)] running",
      ])
    #expect(
      try pumpRows(body, "private func warm() { heat() }\nprivate func heat() { motor.heat() }")
        == [
          "idle start/motor.heat running"
        ])
    #expect(
      try pumpRows(body, "private func warm() { count += 1 }") == ["idle start running"])
  }

  @Test("of one that is asked for an answer are told, what it returns is a question")
  func answeringHelpers() throws {
    let ask = "guard warm() else { return }; state = .running; motor.spin()"
    #expect(
      try pumpRows(ask, "private func warm() -> Bool { motor.heat(); return motor.isWarm }") == [
        "idle start[!(warm())]/motor.heat idle",
        "idle start[warm()]/concat(motor.heat, motor.spin) running",
      ])
    let lasting = "if motor.isWarm { return true }; motor.heat(); return false"
    #expect(
      try pumpRows(ask, "private func warm() -> Bool { \(lasting) }") == [
        "idle start[!(warm())]/motor.heat idle", "idle start[warm()]/motor.spin running",
      ])
    #expect(
      try pumpRows(ask, "private func warm() -> Bool { motor.checksWarmth() }") == [
        "idle start[!(warm())] ignored", "idle start[warm()]/motor.spin running",
      ])
    #expect(
      try pumpRows(
        "guard let heat = heat(call.level) else { return }; state = .running; motor.spin(heat)",
        """
        private func heat(_ degrees: Int) -> Int? {
          guard degrees > 0 else { return nil }
          motor.heat(degrees)
          return degrees
        }
        """) == [
          "idle start[!(let heat = heat(call.level))] ignored",
          "idle start[let heat = heat(call.level)]/concat(motor.heat, motor.spin) running",
        ])
    #expect(
      try pumpRows(
        "let heat = warm(); state = .running",
        "private func warm() -> Int { motor.turn(); if motor.isCold { motor.heat() }; return 3 }")
        == [
          "idle start/warm running"
        ])
  }

  @Test(
    "of several that conditions ask are told on the ways that come to them",
    arguments: [
      (
        "guard motor.isOn, warm() else { return }; state = .running",
        [
          "idle start[!(motor.isOn && warm())]/motor.heat? idle",
          "idle start[motor.isOn && warm()] running",
        ]
      ),
      (
        "if motor.isOn || warm() { state = .running }",
        [
          "idle start[motor.isOn || warm()] running",
          "idle start[!(motor.isOn || warm())]/motor.heat idle",
        ]
      ),
      (
        "guard motor.isOn, spin() else { return }; state = .running",
        [
          "idle start[!(motor.isOn && spin())]/motor.spin? idle",
          "idle start[motor.isOn && spin()]/motor.spin running",
        ]
      ),
      (
        "while warm() { state = .running }",
        ["idle start[!(warm())]/warm idle", "idle start[warm()]/warm running"]
      ),
      (
        "let isWarm = warm(); if isWarm { state = .running }",
        ["idle start[isWarm]/warm running", "idle start[!(isWarm)]/warm idle"]
      ),
    ])
  func severalConditions(body: String, expected: [String]) throws {
    let found = try pumpRows(
      body,
      """
      private func warm() -> Bool { if motor.isWarm { return true }; motor.heat(); return false }
      private func spin() -> Bool { motor.spin(); return motor.isSpinning }
      """)
    #expect(found.sorted() == expected.sorted())
  }
}
