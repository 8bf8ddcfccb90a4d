import OrreryModel
import OrreryTraceAnalysis

/// Coverage as the XML of Cobertura: a package for each module, a class for each machine, a line for
/// each line that declares edges, whose branches are the edges.
///
/// The elements are those of `coverage-04.dtd`, https://cobertura.github.io/cobertura/.
public enum Cobertura {
  /// The document, which ends with a newline.
  public static func text(_ report: CoverageReport) -> String {
    let packages = Dictionary(grouping: report.machines) { module(of: $0.machine) }
      .sorted { $0.key < $1.key }
    let total = Rates(report.machines)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
    text += "<coverage\(total.rates) lines-covered=\"\(total.coveredLines)\""
    text += " lines-valid=\"\(total.lines)\" branches-covered=\"\(total.coveredBranches)\""
    text +=
      " branches-valid=\"\(total.branches)\" complexity=\"0\" version=\"1\" timestamp=\"0\">\n"
    text += "  <sources><source>.</source></sources>\n  <packages>\n"
    for (name, machines) in packages {
      text += "    <package\(XMLText.attribute("name", name))\(Rates(machines).rates)"
      text += " complexity=\"0\">\n      <classes>\n"
      for machine in machines { text += element(machine) }
      text += "      </classes>\n    </package>\n"
    }
    return text + "  </packages>\n</coverage>\n"
  }

  private static func element(_ machine: MachineCoverage) -> String {
    // A machine may lie in several files; each is a class of its own.
    CoveredLine.files([machine]).map { path, lines in
      var text = "        <class\(XMLText.attribute("name", machine.machine.id))"
      text += "\(XMLText.attribute("filename", path))\(Rates(lines: lines).rates)"
      text += " complexity=\"0\">\n          <methods/>\n          <lines>\n"
      for line in lines { text += element(line) }
      return text + "          </lines>\n        </class>\n"
    }.joined()
  }

  private static func element(_ line: CoveredLine) -> String {
    var text = "            <line number=\"\(line.line)\" hits=\"\(line.hits)\""
    if line.branches.count > 1 {
      let percent = line.taken * 100 / line.branches.count
      text += " branch=\"true\""
      text += " condition-coverage=\"\(percent)% (\(line.taken)/\(line.branches.count))\""
    } else {
      text += " branch=\"false\""
    }
    return text + "/>\n"
  }

  private static func module(of machine: Machine) -> String {
    machine.id.contains(".") ? String(machine.id.prefix { $0 != "." }) : ""
  }
}

/// The sums of lines and branches, and their parts as decimals.
private struct Rates {
  var lines = 0
  var coveredLines = 0
  var branches = 0
  var coveredBranches = 0

  init(_ machines: [MachineCoverage]) {
    self.init(lines: CoveredLine.files(machines).flatMap(\.lines))
  }

  init(lines all: [CoveredLine]) {
    lines = all.count
    coveredLines = all.count { $0.hits > 0 }
    branches = all.reduce(0) { $0 + ($1.branches.count > 1 ? $1.branches.count : 0) }
    coveredBranches = all.reduce(0) { $0 + ($1.branches.count > 1 ? $1.taken : 0) }
  }

  var rates: String {
    " line-rate=\"\(Self.decimal(coveredLines, of: lines))\""
      + " branch-rate=\"\(Self.decimal(coveredBranches, of: branches))\""
  }

  /// The part with four decimals, rounded down; all of nothing is `1`.
  private static func decimal(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part < whole else { return "1" }
    let digits = String(part * 10_000 / whole)
    return "0." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
