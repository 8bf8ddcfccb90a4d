import OrreryLint
import OrreryModelFile

/// The findings of a run, for people and for programs.
struct LintReport {
  var findings: [Finding]
  var fileCount: Int

  mutating func treatWarningsAsErrors() {
    for index in findings.indices { findings[index].severity = .error }
  }

  func write(as reporter: Reporter, on console: Console) {
    switch reporter {
    case .text: for finding in findings { write(finding, on: console) }
    case .github: console.data(GitHubAnnotations(annotations: annotations).text)
    case .sarif:
      let rules = Linter.rules.map { ($0.id, $0.summary) }
      console.data(SARIFLog(rules: rules, annotations: annotations).json.document(levels: 9))
    case .junit:
      let passed = "\(fileCount) files"
      console.data(JUnitReport(suite: "lint", annotations: annotations, passed: passed).text)
    case .json: console.data(json.document(levels: 3))
    }
  }

  /// As a compiler writes it, with the next step below.
  private func write(_ finding: Finding, on console: Console) {
    let style: Styled.Style = finding.severity == .error ? .red : .yellow
    let label: Styled = "\(finding.severity.rawValue + ":", style)"
    console.show(
      "\(finding.location.description, .bold): \(label) \(finding.message) "
        + "\("[\(finding.rule)]", .dim)")
    console.show("  \("→", .dim) \(finding.remedy)")
  }

  func summarize(on console: Console) {
    guard !findings.isEmpty else {
      return console.note("nothing found in \(Quantity.text(fileCount, "file"))")
    }
    let errors = findings.count { $0.severity == .error }
    let counts = [(errors, "error"), (findings.count - errors, "warning")]
      .filter { $0.0 > 0 }.map { Quantity.text($0.0, $0.1) }
    let mendable = findings.count { $0.fix != nil }
    let files = Set(findings.map(\.location.file)).count
    console.note(
      "\(counts.joined(separator: " and ")) in \(Quantity.text(files, "file")) of \(fileCount)"
        + (mendable > 0 ? "; --fix mends \(mendable)" : "")
        + "; `orrery lint --explain RULE` says why")
  }

  private var annotations: [Annotation] {
    findings.map { finding in
      Annotation(
        rule: finding.rule, level: finding.severity == .error ? .error : .warning,
        title: finding.rule, message: "\(finding.message); \(finding.remedy)",
        file: finding.location.file, line: finding.location.line,
        identity: LintBaseline.Key(finding).parts.joined(separator: "\t"),
        replacements: (finding.fix?.edits ?? []).map {
          .init(file: $0.file, bytes: $0.range, text: $0.text)
        })
    }
  }

  private var json: JSONText {
    [
      "schema": .string("orrery.lint/1"), "files": .number(fileCount),
      "findings": .array(
        findings.map { finding in
          [
            "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
            "file": .string(finding.location.file), "line": .number(finding.location.line),
            "column": .number(finding.location.column), "machine": .text(finding.machine),
            "state": .text(finding.state), "origin": .text(finding.event?.origin.rawValue),
            "event": .text(finding.event?.name), "message": .string(finding.message),
            "remedy": .string(finding.remedy), "isFixable": .bool(finding.fix != nil),
          ]
        }),
    ]
  }
}

/// The rules, and which of them run.
struct RuleList {
  var settings: LintSettings

  var lines: [Styled] {
    let width = Linter.rules.map(\.id.count).max() ?? 0
    return RuleDescription.Subject.allCases.flatMap { subject -> [Styled] in
      let rules = Linter.rules.filter { $0.subject == subject }
      guard !rules.isEmpty else { return [] }
      let heading: Styled = "\(subject.rawValue, .bold)"
      return [heading] + rules.map { line($0, width) } + [""]
    } + ["\("● runs, ○ does not; set it under `lint` in .orrery.yml", .dim)"]
  }

  private func line(_ rule: RuleDescription, _ width: Int) -> Styled {
    let isRun = settings.runs(rule)
    let mark: Styled = isRun ? "\("●", .green)" : "\("○", .dim)"
    let name = rule.id.padding(to: width)
    let grave = settings.severities[rule.id] ?? rule.severity
    let word = grave.rawValue.padding(to: 7)
    return "  \(mark) \(name)  \(word, grave == .error ? .red : .yellow)  \(rule.summary)"
  }

  var json: JSONText {
    [
      "schema": .string("orrery.rules/1"),
      "rules": .array(
        Linter.rules.map { rule in
          [
            "id": .string(rule.id), "subject": .string(rule.subject.rawValue),
            "summary": .string(rule.summary),
            "severity": .string((settings.severities[rule.id] ?? rule.severity).rawValue),
            "isOptIn": .bool(rule.isOptIn), "runs": .bool(settings.runs(rule)),
            "sources": .strings(rule.sources.map(\.text)),
          ]
        }),
    ]
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
