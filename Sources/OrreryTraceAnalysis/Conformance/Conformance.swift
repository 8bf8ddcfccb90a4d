import OrreryModel
import OrreryTrace

/// Compares what was recorded with what is declared.
///
/// A step confirms an edge by state, origin, event and target. Guards are not evaluated. *Stay* and
/// *ignore* agree with each other, and a step that changed nothing agrees with whatever the
/// declaration says changes nothing.
public enum Conformance {
  /// Judges every machine of a log that is counted up; of its instances nothing is told then.
  ///
  /// - Throws: ``ConformanceError`` where a recorded machine is not, or more than once, declared.
  /// - Complexity: O(*s* + *t*) for *s* different steps and *t* transitions.
  public static func judge(
    _ summary: TraceSummary, declared: [Machine]
  ) throws(ConformanceError) -> ConformanceReport {
    var found: [MachineConformance] = []
    var joined: Set<String> = []
    for recorded in summary.machines {
      let machine = try join(recorded.id, to: declared)
      joined.insert(machine.id)
      var judgement = Judgement(of: machine)
      for step in recorded.observed { judgement.take(step) }
      found.append(judgement.conformance(with: recorded))
    }
    let rest = declared.map(\.id).filter { !joined.contains($0) }
    return ConformanceReport(machines: found, notRecorded: rest)
  }

  /// Judges every machine of a log that is held in memory.
  ///
  /// - Throws: ``ConformanceError`` where a recorded machine is not, or more than once, declared.
  public static func judge(
    records: some Sequence<Record>, declared: [Machine]
  ) throws(ConformanceError) -> ConformanceReport {
    var meter = ConformanceMeter(declared: declared)
    for record in records { meter.add(record) }
    return try meter.report()
  }

  /// The declared machine that was recorded under an id: the one of that id, else the only one that
  /// ends in it, else the only one whose id it ends in, as where a module is not known to the source.
  static func join(
    _ recorded: String, to declared: [Machine]
  ) throws(ConformanceError) -> Machine {
    if let exact = declared.first(where: { $0.id == recorded }) { return exact }
    let longer = declared.filter { Naming.matches(id: $0.id, name: recorded) }
    let candidates =
      longer.isEmpty ? declared.filter { Naming.matches(id: recorded, name: $0.id) } : longer
    guard let only = candidates.first else {
      throw .unknown(recorded: recorded, declared: declared.map(\.id))
    }
    guard candidates.count == 1 else {
      throw .ambiguous(recorded: recorded, candidates: candidates.map(\.id))
    }
    return only
  }
}
