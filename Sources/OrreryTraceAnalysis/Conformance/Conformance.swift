import OrreryModel
import OrreryTrace

/// Compares what was recorded with what is declared.
///
/// A step confirms an edge by state, origin, event and target. Guards are not evaluated. *Stay* and
/// *ignore* agree with each other, and a step that changed nothing agrees with whatever the
/// declaration says changes nothing. A step without event joins by its states alone.
public enum Conformance {
  /// Judges every machine of a log that is counted up; of its instances nothing is told then.
  ///
  /// A machine that is not, or more than once, declared is told among the stray names of the report.
  /// - Complexity: O(*s* + *t*) for *s* different steps and *t* transitions.
  public static func judge(_ summary: TraceSummary, declared: [Machine]) -> ConformanceReport {
    let machines = summary.machines
    var found: [MachineConformance] = []
    for recorded in machines {
      guard let machine = try? join(recorded.id, to: declared) else { continue }
      var judgement = Judgement(of: machine)
      for step in recorded.observed { judgement.take(step) }
      found.append(judgement.conformance(with: recorded))
    }
    let joined = Set(found.map(\.machine.id))
    let names = NameCheck(machines, declared: declared)
    return ConformanceReport(
      machines: found, notRecorded: declared.map(\.id).filter { !joined.contains($0) },
      strayNames: names.strays, composites: names.composites)
  }

  /// Judges every machine of a log that is held in memory.
  public static func judge(
    records: some Sequence<Record>, declared: [Machine]
  ) -> ConformanceReport {
    var meter = ConformanceMeter(declared: declared)
    for record in records { meter.add(record) }
    return meter.report()
  }

  /// The declared machine that was recorded under an id: the one of that id, else the only one that
  /// ends in it, else the only one whose id it ends in, as where a module is not known to the source.
  ///
  /// - Throws: The id as a stray name, where it is none or more than one.
  package static func join(
    _ recorded: String, to declared: [Machine]
  ) throws(StrayName) -> Machine {
    if let exact = declared.first(where: { $0.id == recorded }) { return exact }
    let longer = declared.filter { Naming.matches(id: $0.id, name: recorded) }
    let candidates =
      longer.isEmpty ? declared.filter { Naming.matches(id: recorded, name: $0.id) } : longer
    if let only = candidates.first, candidates.count == 1 { return only }
    let isAmbiguous = !candidates.isEmpty
    throw StrayName(
      kind: .machine, machine: recorded, name: recorded,
      nearest: isAmbiguous
        ? candidates.map(\.id) : NearNames.nearestIDs(to: recorded, in: declared.map(\.id)),
      isAmbiguous: isAmbiguous)
  }
}
