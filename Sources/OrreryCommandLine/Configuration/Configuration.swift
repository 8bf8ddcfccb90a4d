import OrreryTraceAnalysis

/// What `.orrery.yml` says: the defaults of every verb.
struct Configuration: Hashable, Sendable {
  /// The name of the file.
  static let fileName = ".orrery.yml"

  /// What is said of one machine.
  struct MachineSettings: Hashable, Sendable {
    /// The machine's id or its last parts.
    var id: String
    /// The properties whose values name the states of a struct state.
    var project: [String] = []
    var initial: String?
    /// The name that is shown.
    var name: String?
    var skip = false
    /// Where the entry stands, for messages.
    var line = 1
  }

  /// Files and folders, relative to the configuration's folder.
  var sources: [String] = []
  var exclude: [String] = []
  /// Compilation conditions that count as set.
  var conditions: [String] = []
  /// The folder of the diagrams, relative to the configuration's folder.
  var output: String?
  var formats: [DrawingFormat] = []
  var machines: [MachineSettings] = []
  /// Pages with generated blocks.
  var docs: [String] = []
  /// The least part of the edges that runs must take, in percent.
  var coverage: Double?
  /// Edges that runs need not take, with the reasons.
  var coverageExclusions: [CoverageExclusion] = []
  /// What makes a check fail.
  var failOn: [Drift.Problem]?
  /// Differences that are accepted.
  var allow: [String] = []

  /// Settings that are read, and that no verb of this version uses.
  var withoutEffect: [String] {
    [
      conditions.isEmpty ? nil : "conditions", docs.isEmpty ? nil : "docs",
      allow.isEmpty ? nil : "diff.allow",
    ].compactMap(\.self)
  }
}
