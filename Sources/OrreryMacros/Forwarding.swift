import OrrerySyntax
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A case marked `@Forward`.
struct Forwarding {
  enum Kind: String {
    case input = "Input"
    case ioResult = "IOResult"
  }

  let source: EnumCase
  /// The child machine: `Counter` for `Counter.Input.increment`.
  let child: String
  /// The case of the child's input; `self` where its whole enum is meant.
  let target: String
  let attribute: AttributeSyntax

  /// The marked cases of an enum, in order; a mark that cannot be followed is an error.
  static func all(
    in declaration: EnumDeclSyntax?, kind: Kind, context: some MacroExpansionContext
  ) -> [Forwarding] {
    guard let declaration else { return [] }
    return EnumCase.all(in: declaration).compactMap { source in
      let marks = source.declaration.allAttributes(named: "Forward")
      guard let attribute = marks.first else { return nil }
      for mark in marks.dropFirst() {
        context.report(.repeated, at: mark, fix: MacroFix.remove(mark))
      }
      guard let forwarding = Forwarding(source, attribute, kind: kind) else {
        context.report(
          .unreadable(kind), at: attribute, fix: readable(attribute, kind: kind))
        return nil
      }
      if let problem = forwarding.problem(kind) {
        context.report(problem, at: attribute, fix: forwarding.fix(problem))
        return nil
      }
      return forwarding
    }
  }

  private init?(_ source: EnumCase, _ attribute: AttributeSyntax, kind: Kind) {
    guard case .argumentList(let arguments) = attribute.arguments,
      let member = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      let event = member.base?.as(MemberAccessExprSyntax.self), let base = event.base,
      event.declName.baseName.text == kind.rawValue
    else { return nil }
    self.source = source
    child = base.trimmedDescription
    target = member.declName.baseName.text
    self.attribute = attribute
  }

  /// What to write where the mark shows what is meant: `Child.Input.tapped` for a case with its
  /// values, `Child.IOResult.self` for the type alone.
  private static func readable(_ attribute: AttributeSyntax, kind: Kind) -> FixIt? {
    guard let written = attribute.onlyArgument else { return nil }
    if kind == .input, let call = written.as(FunctionCallExprSyntax.self),
      let target = call.calledExpression.as(MemberAccessExprSyntax.self),
      target.base?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "Input"
    {
      return MacroFix.replace(written, with: target)
    }
    guard kind == .ioResult, let type = written.as(MemberAccessExprSyntax.self), type.base != nil,
      type.declName.baseName.text == "IOResult"
    else { return nil }
    let whole: ExprSyntax = "\(type.trimmed).self"
    return MacroFix.replace(written, with: whole)
  }

  private func fix(_ problem: MacroMessage) -> FixIt? {
    guard let written = attribute.onlyArgument else { return nil }
    if problem.id == MacroMessage.wholeResult(child).id {
      let whole: ExprSyntax = "\(raw: child).IOResult.self"
      return MacroFix.replace(written, with: whole)
    }
    guard source.values.isEmpty, let event = written.as(MemberAccessExprSyntax.self)?.base else {
      return nil
    }
    let element = source.element
    let value: EnumCaseElementSyntax = element.with(
      \.parameterClause,
      EnumCaseParameterClauseSyntax(
        parameters: [EnumCaseParameterSyntax(type: TypeSyntax("\(event.trimmed)"))]))
    return MacroFix.add("(\(event.trimmedDescription))", to: element, giving: value)
  }

  private func problem(_ kind: Kind) -> MacroMessage? {
    switch (kind, target == "self") {
    case (.ioResult, false): .wholeResult(child)
    case (.ioResult, true) where source.values.count != 1: .oneValue(source.name, child)
    case (.input, true) where source.values.count != 1: .oneValue(source.name, child)
    case (.input, _), (.ioResult, true): nil
    }
  }
}

extension AttributeSyntax {
  fileprivate var onlyArgument: ExprSyntax? {
    guard case .argumentList(let arguments) = arguments, arguments.count == 1 else { return nil }
    return arguments.first?.expression
  }
}

extension MacroMessage {
  fileprivate static func unreadable(_ kind: Forwarding.Kind) -> MacroMessage {
    MacroMessage(
      id: "forward-unreadable",
      message: kind == .input
        ? "'@Forward' here takes a case of a child's input, such as 'Child.Input.tapped'"
        : "'@Forward' here takes a child's results, 'Child.IOResult.self'")
  }

  fileprivate static let repeated = MacroMessage(
    id: "forward-repeated", message: "a case is forwarded to one child; add a case for another")

  fileprivate static func wholeResult(_ child: String) -> MacroMessage {
    MacroMessage(
      id: "forward-part-of-result",
      message: "results are forwarded as a whole: write '@Forward(\(child).IOResult.self)'")
  }

  fileprivate static func oneValue(_ name: String, _ child: String) -> MacroMessage {
    MacroMessage(
      id: "forward-without-value",
      message: "'\(name)' needs one associated value, the event of '\(child)' that it carries")
  }
}
