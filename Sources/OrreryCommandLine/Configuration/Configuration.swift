import OrreryGraphviz
import OrreryRendering
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

  /// A folder, and the module that its files are compiled into.
  struct ModuleFolder: Hashable, Sendable {
    var module: String
    var folder: String
  }

  /// Something that is told of machines besides what they are.
  enum Layer: String, CaseIterable, Hashable, Sendable {
    /// What rules find.
    case lint
  }

  /// How pictures look.
  struct LookSettings: Hashable, Sendable {
    var theme: PictureTheme?
    var legend: Bool?
    /// What stands before the path of a file in links.
    var links: String?
    var wildcards: WildcardStyle?
    var flat: Bool?
    var detail: Detail?
    var ignored: Bool?
    /// How pictures are laid out; one after the other, where one takes too long.
    var engines: [GraphvizEngine] = []
    /// How many levels of nested machines are drawn inside of their parents.
    var nested: Int?
    /// Machines that are never drawn inside of others.
    var collapse: [String] = []
    /// What is told besides the machines.
    var layers: [Layer] = []
  }

  /// What is said of documents.
  struct DocsSettings: Hashable, Sendable {
    /// Files with generated blocks, and folders of such.
    var files: [String] = []
    /// The folder of the pages, one a machine.
    var pages: String?
    /// The file by which pages are made.
    var template: String?
  }

  /// Files and folders, relative to the configuration's folder.
  var sources: [String] = []
  var exclude: [String] = []
  /// Whether tests and previews are read, too.
  var tests = false
  /// The folders of modules, relative to the configuration's folder.
  var modules: [ModuleFolder] = []
  /// Compilation conditions that count as set.
  var conditions: [String] = []
  /// The folder of the diagrams, relative to the configuration's folder.
  var output: String?
  var formats: [DrawingFormat] = []
  var look = LookSettings()
  var machines: [MachineSettings] = []
  var docs = DocsSettings()
  /// The least part of the edges that runs must take, in percent.
  var coverage: Double?
  /// Edges that runs need not take, with the reasons.
  var coverageExclusions: [CoverageExclusion] = []
  /// What makes a check fail.
  var failOn: [Drift.Problem]?
  /// The file of the unresolved parts that are accepted.
  var baseline: String?
  /// Differences that are accepted.
  var allow: [String] = []
  var lint = LintConfiguration()

  /// Settings that are read, and that no verb of this version uses.
  var withoutEffect: [String] {
    [
      conditions.isEmpty ? nil : "conditions"
    ].compactMap(\.self)
  }
}
