import OrreryExecution
import OrreryLowering
import OrreryModel
import SwiftSyntax

/// An enum case with its associated values.
struct CaseValue {
  /// A statement, and where it stands.
  struct Assigned {
    var location: OrreryModel.SourceLocation
    var node: SyntaxIdentifier?
  }

  private var ownName: String
  private var ownPayload: [Argument]
  var type: String?
  /// The expression without its arguments: `.fetch`, `Action.none`.
  var text: String
  /// Where the case was written; nothing for a value that a handler started with.
  var location: OrreryModel.SourceLocation?
  /// Of what an initializer of a type that is not known has made: how much had happened before.
  var version: Int?
  /// The statement that has put it into a variable for lent code, which the state is told from then.
  var assigned: Assigned?
  /// What a walk that starts in this case asks of it.
  private(set) var questions: Questions?

  init(
    name: String, payload: [Argument], type: String? = nil, text: String,
    location: OrreryModel.SourceLocation? = nil
  ) {
    (ownName, ownPayload) = (name, payload)
    (self.type, self.text, self.location) = (type, text, location)
  }

  var name: String {
    get {
      questions?.noteOther()
      return ownName
    }
    set {
      questions?.noteOther()
      ownName = newValue
    }
  }

  /// Nothing where the associated values were not looked at.
  var payload: [Argument] {
    get {
      questions?.noteOther()
      return ownPayload
    }
    set {
      questions?.noteOther()
      ownPayload = newValue
    }
  }

  /// The associated values, asked for where the case was asked for before on the same way.
  var matched: [Argument] {
    questions?.isOther = true
    return ownPayload
  }

  /// Its parts for who hands it on, without asking for them.
  var parts: (name: String, payload: [Argument], questions: Questions?) {
    (ownName, ownPayload, questions)
  }

  func isNamed(_ name: String) -> Bool { isNamed(oneOf: [name]) }

  /// Whether it has one of some names, whichever that is.
  func isNamed(oneOf names: Set<String>) -> Bool {
    questions?.insert(names)
    return names.contains(ownName)
  }

  func isNamed(as other: CaseValue) -> Bool {
    questions?.insert([other.ownName])
    other.questions?.insert([ownName])
    return ownName == other.ownName
  }

  /// Whether the unknown value of an id is among the associated values.
  func holds(_ id: String) -> Bool { ownPayload.contains { $0.value.holds(id) } }

  /// Whether it is the case that a walk has started in.
  var isStart: Bool { questions != nil }

  /// The same case, of which is noted what is asked of it.
  func asked(_ questions: Questions) -> CaseValue {
    var value = self
    value.questions = questions
    return value
  }
}

extension Value {
  /// What conditions may ask: of what an initializer of a type that is not known has made, neither the
  /// case is told nor whether there is one.
  var asked: Value {
    guard case .enumCase(let made) = self, let version = made.version else { return self }
    let place = made.location.map { "\($0.line):\($0.column)" } ?? ""
    return .unknown(Unknown(id: "\(made.text)\(place)@\(version)", text: made.text))
  }

  /// Whether it is the case that a walk has started in.
  var isStart: Bool { caseValue?.isStart ?? false }
}

/// What a walk has asked of the case that it started in.
///
/// A walk from another case that would get the same answers would do the same.
final class Questions: OrreryExecution.Questions {
  /// The names that it was compared with; together those of which it was enough to have any.
  private var groups: Set<Set<String>> = []
  /// Whether more was asked than a comparison of names.
  fileprivate(set) var isOther = false
  /// Whether something was asked that the way does not tell, which depends on it.
  private(set) var isHidden = false

  fileprivate func noteOther() { noteOther(isHidden: true) }

  func noteOther(isHidden: Bool) {
    isOther = true
    self.isHidden = self.isHidden || isHidden
  }

  func insert(_ names: Set<String>) { groups.insert(names) }

  /// Notes all that others have noted.
  func formUnion(_ others: Questions) {
    groups.formUnion(others.groups)
    isOther = isOther || others.isOther
    isHidden = isHidden || others.isHidden
  }

  /// Whether each comparison has the same answer for both of two cases.
  func leaveAlike(_ a: String, _ b: String) -> Bool {
    !isOther && groups.allSatisfy { $0.contains(a) == $0.contains(b) }
  }
}
