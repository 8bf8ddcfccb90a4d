import OrreryTraceAnalysis

/// A line of source that declares edges, and how often each of them was taken.
///
/// Coverage services know lines and branches: an edge is a branch of the line that decides it.
struct CoveredLine: Hashable {
  var line: Int
  /// The steps of each edge, in the order of declaration.
  var branches: [Int]

  var hits: Int { branches.reduce(0, +) }
  var taken: Int { branches.count { $0 > 0 } }

  /// The lines of each file that declares edges of the machines, both ascending.
  static func files(_ machines: [MachineCoverage]) -> [(path: String, lines: [Self])] {
    var files: [String: [Int: [Int]]] = [:]
    for machine in machines {
      for item in machine.edges where item.exclusion == nil {
        let place = machine.machine.transitions[item.subject].location
        files[place.file, default: [:]][place.line, default: []].append(item.count)
      }
    }
    return files.sorted { $0.key < $1.key }.map { path, lines in
      (
        path: path,
        lines: lines.sorted { $0.key < $1.key }.map { Self(line: $0.key, branches: $0.value) }
      )
    }
  }
}
