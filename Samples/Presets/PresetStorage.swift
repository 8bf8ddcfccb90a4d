/// Where presets are kept: here, in memory.
struct PresetStorage: Sendable {
  /// Why presets could not be loaded or saved.
  enum Failure: Error, Equatable {
    /// More presets than fit.
    case full
  }

  func load() async throws -> [Preset] {
    [Preset(count: 7, fact: "7 is the number of days in a week.")]
  }

  func save(_ presets: [Preset]) async throws -> [Preset] {
    guard presets.count <= 2 else { throw Failure.full }
    return presets
  }
}
