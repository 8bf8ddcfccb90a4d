import OrreryModel
import SwiftSyntax

/// What changes seldom on a way.
struct Record {
  /// Facts of which not all hold: those of conditions that were refused together.
  var refusals: [[String: Fact]] = []
  /// Facts that hold whatever happens while the way waits.
  var lastingFacts: Set<String> = []
  /// Behind a wait: the conditions before it that still hold.
  var lasting: [Clause] = []
  /// Effects that were started by calls, in order.
  var effects: [Effect] = []
  /// The innermost branch.
  var branch: Branch?
  /// The statement that has ended a function with branches, where the call of it ends the way.
  var innerEnd: OrreryModel.SourceLocation?
  /// The last `return` of something that is no call of what was walked.
  var returnLocation: OrreryModel.SourceLocation?
  /// The last assignment to a watched place.
  var writeLocation: OrreryModel.SourceLocation?
  /// Where the way has asked for the first thing that it waits for.
  var waitLocation: OrreryModel.SourceLocation?
  /// The statements that changed the state, be it that later ones took their place.
  var written: Set<SyntaxIdentifier> = []
  /// Assigned cases in order, for temporary states.
  var visited: [String] = []
  /// The clause that covers several cases at once, on the way.
  var wildcard: Int?
  /// The continuation that the path is in: `load#api.fetch.success`.
  var segment: String?
  /// Where the tasks that were started on the way wait: they go on once the way has ended.
  var tasks: [Continuation] = []
  /// What the way has left to be gone on with later, by itself or by others.
  var started: [Continuation] = []
  /// The tasks that were started on the way and have not begun.
  var postponed: [PostponedTask] = []
  /// The states that tasks may have left which begin where the way waits.
  var begun: Set<String> = []
  /// The last call of what is not walked that was handed a changed state: what it answers with may
  /// be that state and more.
  var handing: (call: String, writes: [Write])?
  /// Whether it stands for several ways with different variables, which are not known any more.
  var isCoarse = false
  /// Whether it takes one of several calls of which the source does not tell the right one.
  var isGuess = false
  /// The variables that were given something else after conditions had asked for them.
  var reassigned: [Place: Reassignment] = [:]
  /// Whether a statement has thrown the last error, and no call that only hands one on.
  var throwsItself = false
}

extension Path {
  var refusals: [[String: Fact]] {
    get { record.refusals }
    set { record.refusals = newValue }
  }
  var lastingFacts: Set<String> {
    get { record.lastingFacts }
    set { record.lastingFacts = newValue }
  }
  var lasting: [Clause] {
    get { record.lasting }
    set { record.lasting = newValue }
  }
  var effects: [Effect] {
    get { record.effects }
    set { record.effects = newValue }
  }
  var branch: Branch? {
    get { record.branch }
    set { record.branch = newValue }
  }
  var innerEnd: OrreryModel.SourceLocation? {
    get { record.innerEnd }
    set { record.innerEnd = newValue }
  }
  var returnLocation: OrreryModel.SourceLocation? {
    get { record.returnLocation }
    set { record.returnLocation = newValue }
  }
  var writeLocation: OrreryModel.SourceLocation? {
    get { record.writeLocation }
    set { record.writeLocation = newValue }
  }
  var waitLocation: OrreryModel.SourceLocation? {
    get { record.waitLocation }
    set { record.waitLocation = newValue }
  }
  var written: Set<SyntaxIdentifier> {
    get { record.written }
    set { record.written = newValue }
  }
  var visited: [String] {
    get { record.visited }
    set { record.visited = newValue }
  }
  var wildcard: Int? {
    get { record.wildcard }
    set { record.wildcard = newValue }
  }
  var segment: String? {
    get { record.segment }
    set { record.segment = newValue }
  }
  var tasks: [Continuation] {
    get { record.tasks }
    set { record.tasks = newValue }
  }
  var started: [Continuation] {
    get { record.started }
    set { record.started = newValue }
  }
  var postponed: [PostponedTask] {
    get { record.postponed }
    set { record.postponed = newValue }
  }
  var begun: Set<String> {
    get { record.begun }
    set { record.begun = newValue }
  }
  var handing: (call: String, writes: [Write])? {
    get { record.handing }
    set { record.handing = newValue }
  }
  var throwsItself: Bool {
    get { record.throwsItself }
    set { record.throwsItself = newValue }
  }
  var isCoarse: Bool {
    get { record.isCoarse }
    set { record.isCoarse = newValue }
  }
  var isGuess: Bool {
    get { record.isGuess }
    set { record.isGuess = newValue }
  }
}
