import SwiftSyntax

/// What is asked, and the dependency that answers in its place.
struct SystemQuestion {
  var text: String
  var dependency: String
  /// Whether chance answers.
  var isRandom = false
  /// What a feature that declares the dependency under a name writes instead.
  var answer: (FeatureDependency) -> String? = { _ in nil }

  static func asked(by call: FunctionCallExprSyntax) -> SystemQuestion? {
    let isEmpty = call.arguments.isEmpty && call.closures.isEmpty
    var callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "init"
    {
      callee = base
    }
    switch callee.as(DeclReferenceExprSyntax.self)?.baseName.text {
    case "Date" where isEmpty: return date("Date()")
    case "Date" where call.arguments.first?.label?.text == "timeIntervalSinceNow":
      return SystemQuestion(text: "Date(timeIntervalSinceNow:)", dependency: "date.now")
    case "UUID" where isEmpty:
      return SystemQuestion(text: "UUID()", dependency: "uuid") {
        $0.path == ["uuid"] ? "\($0.name)()" : nil
      }
    default: return random(call)
    }
  }

  /// Random numbers and orders without a generator that is handed to them.
  private static func random(_ call: FunctionCallExprSyntax) -> SystemQuestion? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      !call.arguments.contains(where: { $0.label?.text == "using" })
    else { return nil }
    let name = member.declName.baseName.text
    let isRandom =
      switch name {
      case "random":
        call.arguments.first?.label?.text == "in" || member.base?.trimmedText == "Bool"
      case "randomElement", "shuffled", "shuffle": call.arguments.isEmpty && call.closures.isEmpty
      default: false
      }
    let labels = call.arguments.map { "\($0.label?.text ?? "_"):" }.joined()
    return isRandom
      ? SystemQuestion(
        text: "\(call.calledExpression.spelledName)(\(labels))",
        dependency: "withRandomNumberGenerator", isRandom: true) : nil
  }

  /// `Date.now`, `Locale.current`.
  static func asked(by node: MemberAccessExprSyntax) -> SystemQuestion? {
    let type = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
    let name = node.declName.baseName.text
    if type == "Date", name == "now" { return date("Date.now") }
    guard let type, let dependency = regions[type],
      name == "current" || name == "autoupdatingCurrent"
    else { return nil }
    return SystemQuestion(text: "\(type).\(name)", dependency: dependency) {
      $0.path == [dependency] ? $0.name : nil
    }
  }

  private static func date(_ text: String) -> SystemQuestion {
    SystemQuestion(text: text, dependency: "date.now") {
      switch $0.path {
      case ["date", "now"]: $0.name
      case ["date"]: "\($0.name).now"
      default: nil
      }
    }
  }

  private static let regions = [
    "Locale": "locale", "Calendar": "calendar", "TimeZone": "timeZone",
  ]
}
