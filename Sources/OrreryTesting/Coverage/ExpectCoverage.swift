public import Foundation
import OrreryModel
import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// Fails where the recorded runs of a machine leave a part of its declaration untaken, or do what it
/// does not declare.
///
/// ```swift
/// let sink = MemorySink()
/// let recorder = TraceRecorder(sink: sink)
/// … // run the machine's stores with this recorder
/// expectCoverage(.zeroSwitch, of: "App.Login", declaredIn: json, records: sink.records)
/// ```
///
/// - Parameters:
///   - level: What has to be taken: every transition, or every pair of them.
///   - id: The machine.
///   - json: The declared machines, as `orrery extract --format json` prints them.
///   - records: What was recorded.
///   - fraction: How much has to be taken, from 0 to 1.
/// - Returns: The coverage; nothing where the machine is not declared.
@discardableResult
public func expectCoverage(
  _ level: SwitchCoverage.Level, of id: String, declaredIn json: String, records: [Record],
  atLeast fraction: Double = 1, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> SwitchCoverage? {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let claim = CoverageClaim(level: level, id: id, records: records, fraction: fraction)
  return claim.check(against: json, at: place)
}

/// The same, with the machines declared in a file.
///
/// - Parameter file: What `orrery extract --format json --output` has written.
@discardableResult
public func expectCoverage(
  _ level: SwitchCoverage.Level, of id: String, declaredIn file: URL, records: [Record],
  atLeast fraction: Double = 1, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> SwitchCoverage? {
  let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let claim = CoverageClaim(level: level, id: id, records: records, fraction: fraction)
  do {
    return claim.check(against: try String(contentsOf: file, encoding: .utf8), at: place)
  } catch {
    place.report(Failure.unreadableFile(file.path, error.localizedDescription))
    return nil
  }
}

/// The same, with the machines that the plugin `DeclareStateMachines` has found when the tests were built.
///
/// ```swift
/// expectCoverage(.zeroSwitch, of: "App.Login", declaredIn: .module, records: sink.records)
/// ```
///
/// - Parameter bundle: That of the test target, to which the plugin is applied.
@discardableResult
public func expectCoverage(
  _ level: SwitchCoverage.Level, of id: String, declaredIn bundle: Bundle, records: [Record],
  atLeast fraction: Double = 1, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> SwitchCoverage? {
  guard let file = bundle.url(forResource: "StateMachines", withExtension: "json") else {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    place.report(Failure.missingFile(bundle.bundlePath))
    return nil
  }
  return expectCoverage(
    level, of: id, declaredIn: file, records: records, atLeast: fraction, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

/// What a test says of the coverage of a machine.
private struct CoverageClaim {
  let level: SwitchCoverage.Level
  let id: String
  let records: [Record]
  let fraction: Double

  func check(against json: String, at place: Place) -> SwitchCoverage? {
    let machines: [Machine]
    do { machines = try ModelFile.decode(json).machines } catch {
      place.report(Failure.unreadableModel("\(error)"))
      return nil
    }
    let found =
      machines.first { $0.id == id } ?? machines.first { Naming.matches(id: $0.id, name: id) }
    guard let machine = found else {
      place.report(Failure.undeclared(id, declared: machines.map(\.id)))
      return nil
    }
    let contradictions = contradictions(of: machine, records: records)
    if !contradictions.isEmpty { place.report(Failure.contradictions(machine.id, contradictions)) }
    let coverage = SwitchCoverage(level, of: machine, records: records)
    if coverage.fraction < fraction { place.report(Failure.uncovered(coverage, of: machine.id)) }
    return coverage
  }
}

/// What the machine did in a recording, and the declaration does not say.
private func contradictions(of machine: Machine, records: [Record]) -> [String] {
  var summary = TraceSummary()
  for record in records where record.concerns(machine.id) { summary.add(record) }
  let report = Conformance.judge(summary, declared: [machine])
  return report.machines.flatMap(\.undeclared).map { "\($0.step.key)" }
}

extension Record {
  /// Whether the record is about the machine, or about none.
  fileprivate func concerns(_ id: String) -> Bool {
    let machine: String? =
      switch self {
      case .machine(let record): record.machine
      case .instance(let record): record.machine
      case .step(let record): record.machine
      case .effect(let record): record.machine
      case .header, .gap: nil
      }
    guard let machine else { return true }
    return machine == id || Naming.matches(id: machine, name: id)
      || Naming.matches(id: id, name: machine)
  }
}

extension Failure {
  static func unreadableModel(_ error: String) -> String {
    """
    The declared machines could not be read: \(error)

    To fix, pass what 'orrery extract --format json' prints.
    """
  }

  static func unreadableFile(_ path: String, _ reason: String) -> String {
    """
    The declared machines in \(path) could not be read: \(reason)

    To fix, write the file by 'orrery extract Sources --format json --output \(path)'.
    """
  }

  static func missingFile(_ bundle: String) -> String {
    """
    The bundle has no file 'StateMachines.json': \(bundle)

    To fix, apply the plugin 'DeclareStateMachines' to the test target, and pass '.module'.
    """
  }

  static func undeclared(_ id: String, declared: [String]) -> String {
    """
    Machine '\(id)' is not declared. The declared machines: \(declared.joined(separator: ", ")).

    To fix, use one of these, or extract the file that declares the machine.
    """
  }

  static func uncovered(_ coverage: SwitchCoverage, of id: String) -> String {
    let what = coverage.level == .zeroSwitch ? "transitions" : "pairs of transitions"
    let taken = coverage.declared.count - coverage.missing.count
    return """
      \(taken) of \(coverage.declared.count) \(what) of \(id) were taken. Never taken:

      \(coverage.missing.map { "− \($0)" }.joined(separator: "\n"))

      To fix, add scenarios that take them, or lower 'atLeast'.
      """
  }

  static func contradictions(_ id: String, _ steps: [String]) -> String {
    """
    \(id) took steps that its declaration does not have:

    \(steps.map { "+ \($0)" }.joined(separator: "\n"))

    To fix, extract the declaration again; if it is up to date, report the machine to Orrery.
    """
  }
}
