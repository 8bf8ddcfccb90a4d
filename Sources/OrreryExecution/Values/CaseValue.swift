import OrreryModel
import OrreryProgram

/// An enum case with its associated values.
package struct CaseValue {
  /// A statement, and where it stands.
  struct Assigned {
    var location: SourceLocation
    var statement: NodeID?
  }

  private var ownName: String
  private var ownPayload: [Labelled]
  package var type: String?
  /// The expression without its arguments: `.fetch`, `Action.none`.
  package var text: String
  /// Where the case was written; nothing for a value that a handler started with.
  package var location: SourceLocation?
  /// The statement that has put it into a variable which was lent; nothing once that is handed back.
  var assigned: Assigned?
  /// Of what an initializer of a type that is not known has made: how much had happened before.
  package var version: Int?
  /// What an execution that starts in this case asks of it.
  private(set) var questions: (any Questions)?

  package init(
    name: String, payload: [Labelled] = [], type: String? = nil, text: String,
    location: SourceLocation? = nil
  ) {
    (ownName, ownPayload) = (name, payload)
    (self.type, self.text, self.location) = (type, text, location)
  }

  package var name: String {
    questions?.noteOther()
    return ownName
  }

  /// Nothing where the associated values were not looked at.
  package var payload: [Labelled] {
    get {
      questions?.noteOther()
      return ownPayload
    }
    // With other values it is not what an execution has started in any more.
    set { (ownPayload, questions) = (newValue, nil) }
  }

  package func isNamed(_ name: String) -> Bool { isNamed(oneOf: [name]) }

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

  /// Whether it is the same case with the same associated values: these are compared only where the
  /// names are one, which tells the case from all others.
  func isSame(as other: CaseValue) -> Bool {
    isStart && other.isStart
      || isNamed(as: other) && ownPayload.count == other.ownPayload.count
        && zip(ownPayload, other.ownPayload).allSatisfy { $0.value.isSame(as: $1.value) }
  }

  /// Whether something holds of an associated value that the program has put there: what a start
  /// carries was there before.
  func carriesMade(_ isMeant: (Value) -> Bool) -> Bool {
    !isStart && ownPayload.contains { isMeant($0.value) }
  }

  /// Whether the value of a symbol is among the associated values.
  func holds(_ symbol: Symbol) -> Bool { ownPayload.contains { $0.value.holds(symbol) } }

  /// Whether it is the case that an execution has started in.
  package var isStart: Bool { questions != nil }

  /// The same case, of which is noted what is asked of it.
  package func asked(_ questions: any Questions) -> CaseValue {
    var value = self
    value.questions = questions
    return value
  }
}

/// The read footprint of an execution in the case that it has started in.
///
/// An execution from another case that would get the same answers would do the same.
package protocol Questions: AnyObject {
  /// Notes that it was enough to have any of some names.
  func insert(_ names: Set<String>)
  /// Notes that more was asked than a comparison of names.
  func noteOther()
}
