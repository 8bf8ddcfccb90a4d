import OrreryLowering
import OrreryModel
import OrreryRecognition

extension Audit {
  /// Audits what an extraction of the same files found.
  ///
  /// - Complexity: Linear in the size of the source.
  public init(_ files: [SourceText], extract: Extract) {
    let index = Extractor.index(of: files)
    let sites = Recognition(of: index).sites
    self.init(
      index: index,
      extract.machines.compactMap { machine in
        sites.first { $0.id == machine.id }.map { site in
          Audited(
            site: site, machine: machine,
            footprint: { MachineBuilder(site: site, index: index, options: .init()).footprint })
        }
      })
  }
}
