import OrreryExtraction
import OrreryModel
import Testing

@Suite("A state that is put together from variables") struct RebuiltPartTests {
  private func actions(_ state: String, making result: String) throws -> [String] {
    try machine(
      """
      struct UserState {
        enum Power { case on, off, pending }
        struct Camera { let power: Power; let error: String? }
        struct Audio { let power: Power }
        let camera: Camera
        let audio: Audio
        let name: String?
      \(state)
      }
      enum UserAction { case cameraOn, cameraFailed(String), micOn, renamed(String), touched }
      func reduce(_ state: UserState, _ action: UserAction) -> UserState {
        var cameraPower = state.camera.power
        var cameraError = state.camera.error
        var micPower = state.audio.power
        var name = state.name
        switch action {
        case .cameraOn: cameraPower = .pending
        case .cameraFailed(let error): cameraPower = .off; cameraError = error
        case .micOn: micPower = .pending
        case .renamed(let newName): name = newName
        case .touched: break
        }
        let camera = UserState.Camera(power: cameraPower, error: cameraError)
        let audio = UserState.Audio(power: micPower)
        return \(result)
      }
      """
    ).actions.map(describe)
  }

  private let expected = [
    "cameraOn camera.power = .pending", "cameraFailed camera.power = .off; camera.error = error",
    "micOn audio.power = .pending", "renamed name = newName", "touched ",
  ]

  @Test("is written where a variable holds something else than the old state")
  func variables() throws {
    let found = try actions("", making: "UserState(camera: camera, audio: audio, name: name)")
    #expect(found == expected)
  }

  @Test("is so too through an initializer of its own")
  func initializer() throws {
    let found = try actions(
      """
        init(camera: Camera, audio: Audio, name: String?) {
          self.camera = camera
          self.audio = audio
          self.name = name
        }
      """, making: "UserState(camera: camera, audio: audio, name: name)")
    #expect(found == expected)
  }

  @Test("is written where a copy of a part was changed")
  func copies() throws {
    try expectActions(
      """
      struct UserState { var camera: Camera; var name: String }
      struct Camera { var isOn: Bool; var zoom: Int }
      enum UserAction { case cameraOn, renamed(String) }
      func reduce(_ state: UserState, _ action: UserAction) -> UserState {
        var camera = state.camera
        var name = state.name
        switch action {
        case .cameraOn: camera.isOn = true
        case .renamed(let newName): name = newName
        }
        return UserState(camera: camera, name: name)
      }
      """, ["cameraOn camera.isOn = true", "renamed name = newName"])
  }
}
