import OrreryExtraction
import OrreryModel
import OrreryModelFile

/// What an audit found, for people and for programs.
struct AuditReport {
  let audit: Audit

  // MARK: Text

  var lines: [Styled] { audit.machines.flatMap(lines(of:)) + styles + total }

  private func lines(of machine: Audit.Machine) -> [Styled] {
    var places: [String] = []
    for finding in machine.findings where !places.contains(finding.place) {
      places.append(finding.place)
    }
    let counts = places.map { place in
      line(of: place, machine.findings.filter { $0.place == place })
    }
    return [Styled(machine.id, .bold) + ": \(machine.sign)"] + counts
      + machine.missing.map { finding in
        "  \("\(finding.location)", .dim): \(finding.kind.rawValue, .yellow) "
          + "\(finding.text): \(finding.reason)"
      } + [""]
  }

  /// `push: 2 writes, 3 exits (1 unresolved)`.
  private func line(of place: String, _ findings: [Audit.Finding]) -> Styled {
    let parts = Audit.Finding.Kind.allCases.compactMap { kind -> String? in
      let found = findings.filter { $0.kind == kind }
      guard !found.isEmpty else { return nil }
      let others = Audit.Account.allCases.filter { $0 != .row }.compactMap { account -> String? in
        let count = found.count { $0.account == account }
        return count == 0 ? nil : "\(count) \(account.words)"
      }
      let rest = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
      return Quantity.text(found.count, kind.rawValue) + rest
    }
    return Styled("  \(place): \(parts.joined(separator: ", "))")
  }

  /// `reducer, enum state: 2 machines, 17 writes 100% resolved, 29 exits 96% resolved`.
  private var styles: [Styled] {
    let lines = audit.parts.map { kind, part in
      let counts = Audit.Finding.Kind.allCases.map { found in
        let share = part.resolved(found).map { " \(Self.percent($0)) resolved" } ?? ""
        return Quantity.text(part.count(found), found.rawValue) + share
      }
      let machines = Quantity.text(part.machines.count, "machine")
      return Styled(kind.style.rawValue, .bold)
        + Styled(", \(kind.state.rawValue) state: \(machines), \(counts.joined(separator: ", "))")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// Rounded down: what is not whole is not shown as 100%.
  private static func percent(_ share: Double) -> String {
    // 0.29 times 100 is a little less than 29.
    "\(Int(share * 100 + 1e-9))%"
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
      "schema": .string("orrery.audit/1"), "totals": totals(of: audit),
      "styles": .array(
        audit.parts.map { kind, part in
          [
            "style": .string(kind.style.rawValue), "stateKind": .string(kind.state.rawValue),
            "machines": .number(part.machines.count), "totals": totals(of: part),
          ]
        }),
      "machines": .array(audit.machines.map(record)),
    ]
  }

  private func totals(of audit: Audit) -> JSONText {
    Audit.Finding.Kind.allCases.reduce([:]) { totals, kind in
      totals + [
        kind.rawValue: Audit.Account.allCases.reduce([:]) { counts, account in
          counts + [account.rawValue: .number(audit.count(kind, account))]
        }
      ]
    }
  }

  private func record(_ machine: Audit.Machine) -> JSONText {
    [
      "machine": .string(machine.id), "sign": .string(machine.sign),
      "findings": .array(machine.findings.map(record)),
    ]
  }

  private func record(_ finding: Audit.Finding) -> JSONText {
    [
      "kind": .string(finding.kind.rawValue), "file": .string(finding.location.file),
      "line": .number(finding.location.line), "column": .number(finding.location.column),
      "place": .string(finding.place), "text": .string(finding.text),
      "account": .string(finding.account.rawValue),
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
