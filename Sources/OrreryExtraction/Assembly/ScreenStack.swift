import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftParser
import SwiftSyntax

/// A stack of screens as a state variable: its value is the screen on top.
///
/// `append` leads to a screen, `removeAll` to the root. What lies under a screen that is taken off is
/// not in the source: it is inferred to be where the screen was put on.
struct ScreenStack {
  /// The value of a stack that is empty.
  static let root = "root"
  /// As many screens as may lie under one before the source counts as not telling.
  private static let mostBelow = 3

  /// The screens from which each screen is put on; nothing where that is any.
  private var below: [String: Set<String>?] = [:]

  init() {}

  /// - Parameters:
  ///   - name: The property.
  ///   - outcomes: All that handlers do.
  init(_ name: String, _ outcomes: [Outcome]) {
    for outcome in outcomes {
      guard case .object(let object) = outcome.state else { continue }
      let source = Self.source(in: outcome.guards)
      for write in object.writes where write.path == name {
        guard case .screen(let screen) = Change(op: write.op, value: write.value) else { continue }
        let known = below[screen] ?? []
        below[screen] = .some(source.flatMap { source in known?.union([source]) })
      }
    }
  }

  /// Whether a handler puts a screen on the stack.
  static func isUsed(by writes: [Action.Write]) -> Bool {
    writes.contains { write in
      if case .screen = Change(op: write.op, value: write.value) { true } else { false }
    }
  }

  /// Where the writes of a way leave the stack.
  ///
  /// - Parameter source: The screen on top before, where the way asks for that.
  func landings(after writes: [Write], from source: String?) -> [Landing] {
    var top = source
    var landings: [Landing] = [.same]
    for write in writes {
      switch Change(op: write.op, value: write.value) {
      case .none: continue
      case .screen(let screen): (top, landings) = (screen, [.value(screen)])
      case .root: (top, landings) = (Self.root, [.value(Self.root)])
      case .back:
        landings = under(top).map(Landing.value)
        if landings.isEmpty { landings = [.open] }
        top = nil
      case .unknown: (top, landings) = (nil, [.open])
      }
    }
    return landings
  }

  /// What may lie under a screen; empty where the source does not tell.
  private func under(_ screen: String?) -> [String] {
    guard let screen, let sources = below[screen] ?? nil, sources.count <= Self.mostBelow else {
      return []
    }
    return sources.sorted()
  }

  // MARK: Reading

  /// What one write does to a stack.
  private enum Change {
    case none, root, back, unknown
    case screen(String)

    init(op: String, value: String) {
      let call = ScreenStack.expression(value)?.as(FunctionCallExprSyntax.self)
      let name = call?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      switch (op, name) {
      case ("mutate", "append"):
        let screen = (call?.arguments.first?.expression).flatMap(ScreenStack.caseName)
        self = screen.map(Change.screen) ?? .unknown
      case ("mutate", "removeAll"): self = .root
      case ("mutate", "popLast"), ("mutate", "removeLast"), ("mutate", "pop"):
        self = call?.arguments.contains { $0.label?.text == "to" } ?? true ? .unknown : .back
      case ("=", _) where call?.arguments.isEmpty ?? (value == "[]"): self = .root
      default: self = .unknown
      }
    }
  }

  /// The screen whose action conditions ask for: `case .element(id: _, action: .detail(.saved))`.
  static func source(in conditions: [Clause]) -> String? {
    conditions.lazy.compactMap { clause -> String? in
      guard !clause.isNegated,
        let call = pattern(clause.text)?.as(FunctionCallExprSyntax.self),
        call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "element"
      else { return nil }
      return call.arguments.first { $0.label?.text == "action" }.flatMap { caseName($0.expression) }
    }.first
  }

  private static func pattern(_ clause: String) -> ExprSyntax? {
    guard clause.hasPrefix("case .element(") else { return nil }
    let item = Parser.parse(source: "switch event { \(clause): break }").statements.first?.item
    let node = item?.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self)
      ?? item?.as(SwitchExprSyntax.self)
    let label = node?.cases.first?.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self)
    return label?.caseItems.first?.pattern.as(ExpressionPatternSyntax.self)?.expression
  }

  fileprivate static func expression(_ text: String) -> ExprSyntax? {
    Parser.parse(source: text).statements.first?.item.as(ExprSyntax.self)
  }

  /// `detail` of `.detail(id)`, of `.detail`, and of `Path.State.detail(id)`.
  fileprivate static func caseName(_ node: ExprSyntax) -> String? {
    let callee = node.as(FunctionCallExprSyntax.self)?.calledExpression ?? node
    return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
