import OrreryLowering
import OrreryModel
import SwiftSyntax

/// What a path has found out about an unknown value.
enum Fact {
  case isCase(CaseValue)
  case isNot(Set<String>)
  case bool(Bool)

  func agrees(with other: Fact) -> Bool {
    switch (self, other) {
    case (.isCase(let a), .isCase(let b)): a.name == b.name
    case (.isNot(let a), .isNot(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: false
    }
  }
}

/// The variables of one call.
struct Frame {
  var variables: [String: Value] = [:]
  /// What each `async let` that is not waited for yet is the answer of.
  var tasks: [String: ChildTask] = [:]
  /// The frame in which a closure was written.
  var parent: Int?
  /// Tells the call from others of the same function that were handed something else.
  var scope = ""
  var selfType: String?
  var returnType: String?
  var file: SourceFile
}

/// The statements of a branch.
struct Branch {
  var items: CodeBlockItemListSyntax
  var file: SourceFile

  /// Where a way through the branch is placed that does nothing: at the statement that ends it, where
  /// that is in the branch, else at the first one.
  func place(of end: OrreryModel.SourceLocation) -> OrreryModel.SourceLocation? {
    guard let first = items.first, case let start = file.location(of: first) else { return nil }
    return holds(end) ? end : start
  }

  func holds(_ place: OrreryModel.SourceLocation) -> Bool {
    guard let first = items.first, case let start = file.location(of: first) else { return false }
    return place.file == start.file && place.line >= start.line
      && place.line <= file.endLine(of: items)
  }
}

/// One way through a handler, as far as it has been walked.
struct Path {
  var frames: [Frame]
  var facts: [String: Fact] = [:]
  var guards: [Clause] = []
  /// How many of the guards stood before the last write of the state.
  var decided = 0
  /// How many of the guards say no more than that a loop goes on, or what an observer has asked.
  var loopGuards = 0
  /// The last statement on the way.
  var location: OrreryModel.SourceLocation
  /// The same as a node; with those of the ways that were joined with this one.
  var last: SyntaxIdentifier?
  var joined: Set<SyntaxIdentifier> = []
  /// Whether every case of some value has been ruled out: no run takes this way.
  var isImpossible = false
  /// Whether it depends on the state that the walk has started in.
  var asksStart = false
  /// Counts changes, so that a call before and a call after one are told apart.
  var version = 0
  /// Counts calls of code that is not walked, which may change what a property holds.
  var strangers = 0
  /// The rest, which changes seldom: a way is copied time and again.
  private var storage = Storage(Record())

  init(frames: [Frame], location: OrreryModel.SourceLocation) {
    (self.frames, self.location) = (frames, location)
  }

  private final class Storage {
    var record: Record
    init(_ record: Record) { self.record = record }
  }

  var record: Record {
    get { storage.record }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.record) }
      yield &storage.record
    }
  }

  /// The places that were written in objects which others may have too, and the names of what was.
  var sharedPlaces: Set<Place> = []
  var sharedNames: Set<String> = []

  var depth: Int { frames.count }

  /// Notes that what was found out since a start holds whatever happens.
  mutating func keepFacts(since start: Path) {
    for (id, fact) in facts where !(start.facts[id]?.agrees(with: fact) ?? false) {
      lastingFacts.insert(id)
    }
  }

  /// The way with the tasks that any of several ways from it has started.
  func starting(tasksOf ways: Evaluated) -> Path {
    var path = self
    for (way, _) in ways {
      path.tasks += way.tasks.filter { !path.tasks.contains($0) }
      path.started += way.started.filter { !path.started.contains($0) }
    }
    return path
  }

  /// How many conditions a statement stands under.
  var conditionCount: Int { guards.count - loopGuards }
}

/// How a path left a piece of code.
enum Exit {
  case next
  case returned(Value)
  case broke(label: String?)
  case continued(label: String?)
  case fellThrough
  case threw(Value)
  case trapped(String)
}

struct Flow {
  var path: Path
  var exit: Exit = .next
}
