import OrreryModel
import OrreryTrace

/// Counts what traces cover, record by record.
///
/// Its memory grows with the declared machines, with steps that look different and with instances
/// that are alive; not with the length of the traces.
public struct CoverageMeter: Sendable {
  private let declared: [Machine]
  private let exclusions: [CoverageExclusion]
  private var meters: [MachineMeter]
  /// The position of the declared machine of each recorded id; nothing where there is none.
  private var joined: [String: Int?] = [:]
  /// The recorded machines whose declaration was not found, in the order of the traces.
  private var strays: [StrayName] = []
  /// The recorded machines that are made of others: their parts are covered.
  private var composites: Set<String> = []
  private var traces: [CoverageReport.Trace] = []
  private var header: Header?
  private var isFresh = true

  /// Makes a meter of declared machines, whether or not they are recorded.
  public init(declared: [Machine], exclusions: [CoverageExclusion] = []) {
    self.declared = declared
    self.exclusions = exclusions
    meters = declared.map { machine in
      let own = exclusions.enumerated().filter {
        Naming.matches(id: machine.id, name: $0.element.machine)
      }
      return MachineMeter(
        machine, exclusions: own.map { (position: $0.offset, exclusion: $0.element) })
    }
  }

  /// Starts the next trace; what comes before the first has no name.
  public mutating func begin(trace name: String) {
    traces.append(CoverageReport.Trace(name: name, steps: 0, edges: 0, onlyHere: 0))
    isFresh = true
  }

  /// Counts one record; one of a machine that is not, or more than once, declared covers nothing.
  public mutating func add(_ record: Record) {
    start(with: record)
    switch record {
    case .header(let header): self.header = header
    case .machine(let machine):
      if machine.isComposite { composites.insert(machine.machine) }
    case .effect: break
    case .gap: forgetInstances()
    case .instance(let instance):
      guard let meter = position(of: instance.machine) else { return }
      if instance.phase == .ended {
        meters[meter].forget(instance.instance)
      } else {
        meters[meter].see(state: instance.state, in: trace())
      }
    case .step(let step):
      guard let meter = position(of: step.machine) else { return }
      let trace = trace()
      traces[trace].steps += 1
      meters[meter].take(step, in: trace)
    }
  }

  /// What is covered so far.
  public var report: CoverageReport {
    var report = CoverageReport(
      machines: meters.map(\.result), traces: traces, exclusions: exclusions,
      strayMachines: strays)
    for item in report.machines.flatMap(\.edges) {
      for trace in item.traces { report.traces[trace].edges += 1 }
      if item.traces.count == 1 { report.traces[item.traces[0]].onlyHere += 1 }
    }
    return report
  }

  private mutating func trace() -> Int {
    if traces.isEmpty { begin(trace: "") }
    return traces.count - 1
  }

  /// Forgets the instances of another log, but not those of an earlier part of this one.
  private mutating func start(with record: Record) {
    defer { isFresh = false }
    if case .header(let next) = record {
      if let header, next.continues(header) { return }
      forgetInstances()
    } else if isFresh {
      forgetInstances()
    }
  }

  private mutating func forgetInstances() {
    for position in meters.indices { meters[position].forgetInstances() }
  }

  private mutating func position(of recorded: String) -> Int? {
    if let known = joined[recorded] { return known }
    var position: Int?
    do {
      let machine = try Conformance.join(recorded, to: declared)
      position = declared.firstIndex { $0.id == machine.id }
    } catch {
      if !composites.contains(recorded) { strays.append(error) }
    }
    joined[recorded] = .some(position)
    return position
  }
}
