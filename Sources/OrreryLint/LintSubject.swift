import OrreryExtraction
import OrreryLowering
import OrreryModel

/// What rules look at: the machines, the features, and the files that they stand in.
struct LintSubject {
  /// The machines of which everything is known that the source tells.
  let machines: [MachineIndex]
  /// The features of The Composable Architecture, also those that are no machine.
  let features: [Feature]
  let index: SourceIndex
  /// All files that were parsed and that no tool wrote, in the order of their paths.
  let files: [SourceFile]
  private let machinesByID: [String: MachineIndex]
  private let thresholds: [String: [String: Int]]

  init(
    _ reading: SourceReading, machines: [Machine], thresholds: [String: [String: Int]] = [:]
  ) {
    self.machines = machines.map(MachineIndex.init)
    let index = reading.index
    (self.index, self.thresholds) = (index, thresholds)
    machinesByID = Dictionary(self.machines.map { ($0.machine.id, $0) }) { first, _ in first }
    files = (index.files + reading.others).filter { !$0.isGenerated }.sorted { $0.path < $1.path }
    let domains = FeatureDomains(index)
    features = index.keys.compactMap { index.info($0) }.compactMap { info in
      domains.isFeature(info) && !info.file.isGenerated ? Feature(info, domains) : nil
    }
  }

  /// The machine of that id, where one was found.
  func machine(_ id: String) -> MachineIndex? { machinesByID[id] }

  /// The files that may say one of some names: others need not be looked at.
  ///
  /// - Complexity: Linear in the number of files.
  func files(naming names: [String]) -> [SourceFile] {
    let words = Set(names.map { Word($0) })
    return files.filter { $0.words.containsAny(of: words) }
  }

  /// What a project, or else the rule itself, says of a threshold.
  func threshold<R: Rule>(_ name: String, of rule: R.Type) -> Int {
    thresholds[rule.id]?[name] ?? rule.description.thresholds.first { $0.name == name }?.value ?? 0
  }
}
