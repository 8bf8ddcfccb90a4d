import OrreryExtraction
import OrreryModel
import OrreryModelFile

/// What an audit found, for people and for programs.
struct AuditReport {
  let audit: Audit

  // MARK: Text

  var lines: [Styled] {
    audit.machines.filter { !$0.missing.isEmpty }.flatMap(lines(of:)) + total
  }

  private func lines(of machine: Audit.Machine) -> [Styled] {
    [Styled(machine.id, .bold)]
      + machine.missing.map { finding in
        "  \("\(finding.location)", .dim): \(finding.kind.rawValue, .yellow) "
          + "\(finding.text): \(finding.reason)"
      } + [""]
  }

  private var total: [Styled] {
    Audit.Finding.Kind.allCases.map { kind in
      let parts = Audit.Account.allCases.map { account in
        Styled("\(audit.count(kind, account)) \(account.words)")
      }
      return Styled("\(Quantity.text(audit.count(kind), kind.rawValue)): ")
        + parts.joined(separator: ", ")
    }
  }

  // MARK: JSON

  var json: JSONText {
    [
      "schema": .string("orrery.audit/1"), "totals": totals,
      "machines": .array(audit.machines.map(record)),
    ]
  }

  private var totals: JSONText {
    Audit.Finding.Kind.allCases.reduce([:]) { totals, kind in
      totals + [
        kind.rawValue: Audit.Account.allCases.reduce([:]) { counts, account in
          counts + [account.rawValue: .number(audit.count(kind, account))]
        }
      ]
    }
  }

  private func record(_ machine: Audit.Machine) -> JSONText {
    ["machine": .string(machine.id), "findings": .array(machine.findings.map(record))]
  }

  private func record(_ finding: Audit.Finding) -> JSONText {
    [
      "kind": .string(finding.kind.rawValue), "file": .string(finding.location.file),
      "line": .number(finding.location.line), "column": .number(finding.location.column),
      "text": .string(finding.text), "account": .string(finding.account.rawValue),
      "reason": finding.reason.isEmpty ? .null : .string(finding.reason),
    ]
  }
}

extension Audit.Account {
  fileprivate var words: String {
    switch self {
    case .row: "told by a row"
    case .unresolved: "unresolved"
    case .overwritten: "overwritten"
    case .temporary: "in temporary states"
    case .joined: "joined with others"
    case .ruledOut: "ruled out"
    case .missing: "missing"
    }
  }
}
