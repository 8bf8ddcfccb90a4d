import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// What a closure for later is handed out with, by which it is told from others of the same callee.
struct ClosureMarks {
  struct Argument {
    /// Which argument it is of which call of the chain.
    var place: String
    var text: String
  }

  /// Where it stands.
  var location: OrreryModel.SourceLocation
  /// The literals and the members among what its callee is given: `"Delete"`, `.didEnterBackground`.
  var arguments: [Argument] = []
  /// The label that it is handed out by itself, or the operator of a chain that it is handed to.
  var label: String?
}

extension FunctionCallExprSyntax {
  /// The name of a call that another one stands before in a chain.
  var operatorName: String? { previous == nil ? nil : calleeName }

  /// The literals and the members among the arguments of a chain of calls, from its start to this one.
  var literalArguments: [ClosureMarks.Argument] {
    var chain: [FunctionCallExprSyntax] = [self]
    while let inner = chain.last?.previous { chain.append(inner) }
    return chain.reversed().enumerated().flatMap { number, call in
      call.arguments.enumerated().compactMap { offset, argument in
        guard argument.expression.isLiteralOrMember else { return nil }
        return .init(
          place: "\(number).\(argument.label?.text ?? String(offset))",
          text: argument.expression.folded)
      }
    }
  }
}

extension ExprSyntax {
  /// Whether an expression names one of a set of things: `"Delete"`, `3`, `.failed`, `Event.failed`.
  fileprivate var isLiteralOrMember: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let text): text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .integerLiteralExpr, .floatLiteralExpr, .keyPathExpr: true
    case .memberAccessExpr(let member): member.base?.isTypeName ?? true
    default: false
    }
  }

  /// `Event` and `UIApplication.Event`.
  private var isTypeName: Bool {
    let member = self.as(MemberAccessExprSyntax.self)
    let name = member?.declName ?? self.as(DeclReferenceExprSyntax.self)
    return name?.baseName.text.first?.isUppercase ?? false && member?.base?.isTypeName ?? true
  }
}
