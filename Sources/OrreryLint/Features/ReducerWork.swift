import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Something that a reducer does itself, and what it is called.
struct ReducerWork {
  var node: Syntax
  var file: SourceFile
  var name: String
  var isTask = false

  static func all(in feature: Feature, of subject: LintSubject) -> [Self] {
    let dependencies = Set(feature.dependencies.map(\.name))
    let calls = feature.inlineNodes(FunctionCallExprSyntax.self).compactMap { call -> Self? in
      guard let name = name(of: call.node, dependencies, in: subject, of: feature) else {
        return nil
      }
      return Self(
        node: Syntax(call.node), file: call.file, name: name,
        isTask: isTask(call.node))
    }
    return calls + assignments(in: feature, of: subject)
  }

  private static func name(
    of call: FunctionCallExprSyntax, _ dependencies: Set<String>, in subject: LintSubject,
    of feature: Feature
  ) -> String? {
    if isTask(call) { return call.calledExpression.spelledName }
    guard call.isStatement, !call.isForDebugging else { return nil }
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      // What is printed is for who writes the program, and is taken out again.
      return name == "NSLog" ? name : nil
    }
    guard let parts = call.calledExpression.nameParts, parts.count > 1 else {
      return singleton(under: call.calledExpression, in: subject, of: feature) == nil
        ? nil : call.calledExpression.spelledName
    }
    let isKnown =
      dependencies.contains(parts[0]) && !onlyAnswers(call.calleeName)
      || singleton(under: call.calledExpression, in: subject, of: feature) != nil
    return isKnown ? parts.joined(separator: ".") : nil
  }

  /// Whether a method says that it only checks something: what it throws is its answer.
  private static func onlyAnswers(_ name: String) -> Bool {
    ["is", "has", "check", "validate", "verify"].contains { word in
      name.hasPrefix(word) && !(name.dropFirst(word.count).first?.isLowercase ?? false)
    }
  }

  /// `Task { … }`, `Task.detached { … }`, `DispatchQueue.main.async { … }`.
  private static func isTask(_ call: FunctionCallExprSyntax) -> Bool {
    guard !call.closures.isEmpty else { return false }
    let name = call.calleeName
    if name == "Task" { return true }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base?.nameParts?.first
    else { return false }
    return base == "Task" && ["detached", "immediate"].contains(name)
      || base == "DispatchQueue" && ["async", "asyncAfter"].contains(name)
  }

  /// Properties of singletons that are set: `UIApplication.shared.isIdleTimerDisabled = true`.
  private static func assignments(in feature: Feature, of subject: LintSubject) -> [Self] {
    feature.inlineNodes(SequenceExprSyntax.self).compactMap { found -> Self? in
      guard let target = found.node.elements.first,
        found.node.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        singleton(under: target, in: subject, of: feature) != nil
      else { return nil }
      return Self(
        node: Syntax(found.node), file: found.file,
        name: target.spelledName)
    }
  }

  /// The singleton that an expression begins with.
  private static func singleton(
    under node: ExprSyntax, in subject: LintSubject, of feature: Feature
  ) -> String? {
    node.descendants(MemberAccessExprSyntax.self).lazy
      .compactMap { Singletons.name(of: $0, in: subject, of: feature) }.first
  }
}

extension FunctionCallExprSyntax {
  /// Whether it stands in an `#if`, and so is no part of the program that is shipped.
  fileprivate var isForDebugging: Bool { nearest(IfConfigClauseSyntax.self) != nil }
}
