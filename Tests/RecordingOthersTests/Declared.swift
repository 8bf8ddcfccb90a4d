import Foundation
import OrreryExtraction
import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// The machines that the recipes of this target declare, as extraction reads them.
enum Declared {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Recipes")

  static let machines: [Machine] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sources = files.sorted().compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map {
        SourceText(module: "RecordingOthersTests", path: name, text: $0)
      }
    }
    return Extractor().extract(sources).machines
  }()

  /// How a recording of one machine agrees with its declaration.
  static func judge(_ records: [Record]) throws -> MachineConformance {
    let report = Conformance.judge(records: records, declared: machines)
    #expect(report.strayNames.isEmpty)
    return try #require(report.machines.first)
  }
}

extension MemorySink {
  /// The steps: `open push > shut`.
  var steps: [String] {
    records.compactMap { record in
      guard case .step(let step) = record else { return nil }
      return "\(step.from) \(step.event) > \(step.to)"
    }
  }

  /// The lives of instances: `started open`, `ended shut`.
  var lives: [String] {
    records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase) \(instance.state)"
    }
  }
}
