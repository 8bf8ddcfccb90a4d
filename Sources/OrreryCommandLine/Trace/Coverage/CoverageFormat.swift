import ArgumentParser
import OrreryTraceAnalysis

/// What coverage can be shown as: as other reports, or as the files that coverage services take.
enum CoverageFormat: Hashable, Sendable {
  case report(TraceFormat)
  case cobertura
  case lcov
}

extension CoverageFormat: CaseIterable, RawRepresentable, ExpressibleByArgument {
  static let allCases: [Self] = TraceFormat.allCases.map { .report($0) } + [.cobertura, .lcov]

  var rawValue: String {
    switch self {
    case .report(let format): format.rawValue
    case .cobertura: "cobertura"
    case .lcov: "lcov"
    }
  }

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The picture, where the word stands for a report as well.
  var picture: Self {
    guard case .report(let format) = self else { return self }
    return .report(format.picture)
  }

  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension CoverageCriterion: ExpressibleByArgument {}
