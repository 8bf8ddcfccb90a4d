import OrderedCollections
import OrreryExecution

/// The properties of the state that an execution has started in which it has asked for.
///
/// An execution from a state that differs in others alone would do the same.
final class AskedFields: PropertyQuestions {
  /// In the order in which they were asked for.
  private(set) var names: OrderedSet<String> = []

  func insert(_ name: String) { names.append(name) }
}

/// What an execution has asked of the case that it started in.
///
/// An execution from another case that would get the same answers would do the same.
final class CaseQuestions: Questions {
  /// The names that it was compared with; together those of which it was enough to have any.
  private var groups: Set<Set<String>> = []
  /// Whether more was asked than a comparison of names.
  private var isOther = false

  func noteOther() { isOther = true }

  func insert(_ names: Set<String>) { groups.insert(names) }

  /// Whether each comparison has the same answer for both of two cases.
  func leaveAlike(_ a: String, _ b: String) -> Bool {
    !isOther && groups.allSatisfy { $0.contains(a) == $0.contains(b) }
  }
}
