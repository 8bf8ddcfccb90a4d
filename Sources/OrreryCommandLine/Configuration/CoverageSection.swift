import OrreryTraceAnalysis
import Yams

/// The section `coverage`: a threshold, or a mapping with a threshold and exclusions.
struct CoverageSection {
  private enum Key: String, CaseIterable {
    case threshold, exclude
  }

  private enum ExclusionKey: String, CaseIterable {
    case machine, from, event, to, reason
  }

  private let section: YAMLSection

  init(_ section: YAMLSection) {
    self.section = section
  }

  func read(
    _ node: Node
  ) throws(Failure) -> (threshold: Double?, exclusions: [CoverageExclusion]) {
    guard node.mapping != nil else {
      var outer = section
      let name = outer.path.removeLast()
      return (try outer.percent(node, YAMLSection.Name(rawValue: name)), [])
    }
    var threshold: Double?
    var exclusions: [CoverageExclusion] = []
    try section.each(node, Key.allCases) { key, node throws(Failure) in
      switch key {
      case .threshold: threshold = try section.percent(node, key)
      case .exclude:
        guard let list = node.sequence else {
          throw failure(node, "'coverage.exclude' must be a list")
        }
        for entry in list { exclusions.append(try exclusion(entry)) }
      }
    }
    return (threshold, exclusions)
  }

  private func exclusion(_ node: Node) throws(Failure) -> CoverageExclusion {
    var exclusion = CoverageExclusion(machine: "", reason: "")
    let inner = section.inner(Key.exclude)
    try inner.each(node, ExclusionKey.allCases) { key, node throws(Failure) in
      let text = try inner.string(node, key)
      switch key {
      case .machine: exclusion.machine = text
      case .from: exclusion.from = text
      case .event: exclusion.event = text
      case .to: exclusion.to = text
      case .reason: exclusion.reason = text
      }
    }
    guard !exclusion.machine.isEmpty else { throw failure(node, "the exclusion names no machine") }
    guard exclusion.from != nil || exclusion.event != nil || exclusion.to != nil else {
      throw failure(node, "the exclusion means a whole machine; add `from`, `event` or `to`")
    }
    guard exclusion.reason.contains(where: { !$0.isWhitespace }) else {
      throw failure(node, "the exclusion has no `reason`; write why the edge need not be taken")
    }
    return exclusion
  }

  private func failure(_ node: Node, _ message: String) -> Failure {
    Failure(.usage, at: "\(section.file):\(section.line(of: node))", message)
  }
}
