import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// The ids by which effects are cancelled.
enum EffectIDs {
  /// Functions that run an effect under an id.
  static let users: Set = ["cancellable", "debounce", "throttle", "withTaskCancellation"]

  /// The argument that is called `id`.
  static func id(of call: FunctionCallExprSyntax) -> ExprSyntax? {
    call.arguments.first { $0.label?.text == "id" }?.expression
  }

  /// The last two names of an id that is the same for all: `CancelID.fact`; nothing for one that is
  /// computed, or that a parameter holds.
  static func key(of id: ExprSyntax) -> String? {
    let callee = id.as(FunctionCallExprSyntax.self)?.calledExpression ?? id
    guard var parts = callee.nameParts else { return nil }
    if parts.last == "self" { parts.removeLast() }
    guard let first = parts.first,
      first.first?.isUppercase ?? false || parts.count > 1
    else { return nil }
    return parts.suffix(2).joined(separator: ".")
  }

  /// Whether an effect cancels the one that runs under its id.
  static func cancelsInFlight(_ call: FunctionCallExprSyntax) -> Bool {
    guard let flag = call.arguments.first(where: { $0.label?.text == "cancelInFlight" }) else {
      return false
    }
    return flag.expression.trimmedText != "false"
  }
}

/// Which ids the sources use, and how.
struct IDUses {
  /// The ids that effects run under, and those that are cancelled.
  private var users: Set<String> = []
  private var cancelled: Set<String> = []
  /// Those that are also named elsewhere: a function may be handed them.
  private var others: Set<String> = []

  /// - Complexity: Linear in the size of the files that name such calls.
  init(_ subject: LintSubject) {
    let names = EffectIDs.users.union(["cancel"])
    for file in subject.files(naming: names.sorted()) {
      var known: Set<SyntaxIdentifier> = []
      for call in file.tree.calls(of: names) {
        guard let id = EffectIDs.id(of: call) else { continue }
        known.formUnion(id.descendants(DeclReferenceExprSyntax.self).map(\.id))
        guard let key = EffectIDs.key(of: id) else { continue }
        if call.calleeName == "cancel" { cancelled.insert(key) } else { users.insert(key) }
      }
      noteOthers(in: file, besides: known)
    }
  }

  private mutating func noteOthers(in file: SourceFile, besides known: Set<SyntaxIdentifier>) {
    for name in file.tree.descendants(DeclReferenceExprSyntax.self) where !known.contains(name.id) {
      if let text = name.possibleID { others.insert(text) }
    }
  }

  func isUsed(_ key: String) -> Bool { users.contains(key) || isNamed(key) }

  func isCancelled(_ key: String) -> Bool {
    let all = key.split(separator: ".").dropLast().map(String.init) + ["allCases"]
    return cancelled.contains(key) || isNamed(key)
      || others.contains(all.joined(separator: ".")) || others.contains(".allCases")
  }

  /// Whether something else names it, which may hand it on.
  private func isNamed(_ key: String) -> Bool {
    others.contains(key) || others.contains(".\(key.split(separator: ".").last ?? "")")
  }
}

extension DeclReferenceExprSyntax {
  /// The id that it may name: `CancelID.load`, `.load`, `state.loadID`, `LoadID`.
  fileprivate var possibleID: String? {
    guard let member = parent?.as(MemberAccessExprSyntax.self), member.declName.id == id else {
      return baseName.text.first?.isUppercase ?? false ? baseName.text : nil
    }
    return member.base == nil ? ".\(baseName.text)" : EffectIDs.key(of: ExprSyntax(member))
  }
}
