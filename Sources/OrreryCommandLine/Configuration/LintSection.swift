import OrreryLint
import Yams

/// What is said of `orrery lint`.
struct LintConfiguration: Hashable, Sendable {
  var settings = LintSettings()
  /// Whether warnings fail a run.
  var isStrict = false
  /// The file of the findings that are accepted.
  var baseline: String?
}

/// The section `lint`: which rules run, how grave they are, and their thresholds.
struct LintSection {
  private enum Key: String, CaseIterable {
    case only, enable, disable, severity, thresholds, strict, baseline
  }

  private let section: YAMLSection

  init(_ section: YAMLSection) {
    self.section = section
  }

  func read(_ node: Node) throws(Failure) -> LintConfiguration {
    var lint = LintConfiguration()
    try section.each(node, Key.allCases) { key, node throws(Failure) in
      switch key {
      case .only: lint.settings.only = try rules(node, key)
      case .enable: lint.settings.enabled = try rules(node, key)
      case .disable: lint.settings.disabled = try rules(node, key)
      case .severity: lint.settings.severities = try severities(node, in: section.inner(key))
      case .thresholds: lint.settings.thresholds = try thresholds(node, in: section.inner(key))
      case .strict: lint.isStrict = try section.flag(node, key)
      case .baseline: lint.baseline = try section.string(node, key)
      }
    }
    return lint
  }

  private func rules(_ node: Node, _ key: Key) throws(Failure) -> Set<String> {
    let ids = try section.strings(node, key)
    for (id, element) in zip(ids, node.sequence ?? []) { _ = try rule(id, element) }
    return Set(ids)
  }

  private func rule(_ id: String, _ node: Node) throws(Failure) -> RuleDescription {
    try RuleNames.rule(id, at: "\(section.file):\(section.line(of: node))")
  }

  private func severities(
    _ node: Node, in section: YAMLSection
  ) throws(Failure) -> [String: Finding.Severity] {
    var severities: [String: Finding.Severity] = [:]
    for (name, value) in try section.pairs(node) {
      let id = try section.string(name, "the id of a rule")
      _ = try rule(id, name)
      severities[id] = try section.word(value, YAMLSection.Name(rawValue: id))
    }
    return severities
  }

  private func thresholds(
    _ node: Node, in section: YAMLSection
  ) throws(Failure) -> [String: [String: Int]] {
    var thresholds: [String: [String: Int]] = [:]
    for (name, values) in try section.pairs(node) {
      let id = try section.string(name, "the id of a rule")
      let known = try rule(id, name).thresholds.map { YAMLSection.Name(rawValue: $0.name) }
      let inner = section.inner(id)
      try inner.each(values, known) { key, node throws(Failure) in
        thresholds[id, default: [:]][key.rawValue] = try inner.count(node, key)
      }
    }
    return thresholds
  }
}
