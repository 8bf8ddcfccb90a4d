import OrreryLowering
import OrreryModel
import OrreryRecognition

extension FileReading {
  /// What one model that is made of others came to.
  struct Composed {
    var composite: Composite
    var roots: Set<Word>
    var isSkipped: Bool
    var warnings: [Diagnostic]
  }
}

/// Models that are made of others: what they come to, the machines of other files tell.
extension Extractor {
  func reading(of model: CompositeModel, in index: SourceIndex) -> FileReading.Composed {
    let hints = Hints(of: model.site)
    let machine = MachineBuilder(site: model.site, index: index, options: options).build()
    return FileReading.Composed(
      composite: Composite(model, machine, in: index), roots: model.site.roots,
      isSkipped: hints.isSkipped, warnings: hints.errors(for: machine))
  }

  /// The models as machines, with a word on each of which the parts are not known.
  static func composed(
    _ models: [FileReading.Composed], of parts: [FileReading.Part]
  ) -> (parts: [FileReading.Part], diagnostics: [Diagnostic]) {
    let models = models.filter { !$0.isSkipped }
    let known = parts.compactMap { part in part.type.map { ($0, Optional(part.machine)) } }
    let drawn = Composite.drawn(models.map(\.composite), beside: known)
    let found = zip(models, drawn).compactMap { model, drawn in
      drawn.machine.map {
        FileReading.Part(
          machine: $0, state: model.composite.state, roots: model.roots, warnings: model.warnings)
      }
    }
    return (found, drawn.filter { $0.machine == nil }.map(\.problem))
  }
}

extension Site {
  /// The types at the top of files that the machine and its state stand in.
  var roots: Set<Word> {
    Set([path.first, state.path.first].compactMap(\.self).map { Word($0) })
  }
}
