import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// An event to which its machines answer nothing.
struct IdleEvent {
  var machine: Machine
  var event: Event.ID
  var item: EnumCase
  var owner: TypeInfo
  var location: OrreryModel.SourceLocation

  /// - Complexity: Linear in the number of events and rows.
  static func all(in subject: LintSubject) -> [IdleEvent] {
    var cases: [OrreryModel.SourceLocation: (EnumCase, TypeInfo)] = [:]
    for info in subject.index.keys.compactMap({ subject.index.info($0) }) {
      for item in info.cases { cases[info.file.location(of: item.element)] = (item, info) }
    }
    var answered: Set<OrreryModel.SourceLocation> = []
    var found: [IdleEvent] = []
    for index in subject.machines {
      for event in index.machine.events {
        guard let place = event.location, let (item, owner) = cases[place],
          item.name == event.name
        else { continue }
        if isIgnored(event, index), !isPassedOn(item, in: owner, subject.index),
          !subject.mayBeWitness(owner), !owner.file.words.areTests
        {
          found.append(
            IdleEvent(
              machine: index.machine, event: event.id, item: item, owner: owner, location: place))
        } else {
          answered.insert(place)
        }
      }
    }
    var told: Set<OrreryModel.SourceLocation> = []
    return found.filter { !answered.contains($0.location) && told.insert($0.location).inserted }
  }

  private static func isIgnored(_ event: Event, _ index: MachineIndex) -> Bool {
    let rows = index.transitions(on: event.id).map { index.machine.transitions[$0] }
    let actions = index.machine.actions.filter { $0.event == event.id }
    return event.origin == .input && !(rows.isEmpty && actions.isEmpty)
      && rows.allSatisfy { $0.kind == .ignore && $0.forwards == nil }
      && actions.allSatisfy {
        $0.writes.isEmpty && $0.effect == nil && $0.forwards == nil && $0.certainty == .exact
      }
  }

  /// Whether an event carries one of another machine, of a library, or for the parent.
  private static func isPassedOn(
    _ item: EnumCase, in owner: TypeInfo, _ index: SourceIndex
  ) -> Bool {
    item.declaration.attributes.contains { $0.is(AttributeSyntax.self) }
      || item.values.contains { value in
        let name = Naming.typeName(value.type)
        let type = index.info(index.resolve(name: value.type, in: owner, module: owner.module))
        return name.contains("Action") || value.type.contains("Action")
          || type.map { $0.kind == .enum && $0.path.starts(with: owner.path) } ?? false
      }
  }
}
