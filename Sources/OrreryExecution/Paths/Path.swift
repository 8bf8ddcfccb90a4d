import OrreryModel
import OrreryProgram

/// The variables of one call.
package struct Frame {
  package var variables: [Value?] = []
  /// What the variables are called.
  var names: [String?] = []
  /// `self`: an alias of where it is kept, or a value.
  package var me: Value?
  /// What the places held that calls are lent, as these began.
  var lent: [NodeID: [Value?]] = [:]
  /// What each `async let` that is not waited for yet is the answer of.
  var tasks: [Int: ChildTask] = [:]
  /// The frame in which a closure was written.
  package var parent: Int?
  /// Tells the frame from others that have had its place before.
  fileprivate(set) var serial = 0
  /// Tells the call from others of the same function that were handed something else.
  package var scope = 0
  package var selfType: String?
  /// Whose call it is; nothing for a handler, a closure, or what runs with an assignment.
  var function: Function?
  /// The call itself.
  @CopyOnWrite var call: Call? = nil
  @CopyOnWrite package var returnType: TypeReference? = nil

  package init(
    me: Value? = nil, parent: Int? = nil, selfType: String? = nil,
    returnType: TypeReference? = nil
  ) {
    (self.me, self.parent) = (me, parent)
    (self.selfType, self.returnType) = (selfType, returnType)
  }
}

/// One path through a handler, as far as it has been executed.
package struct Path {
  package var frames: Frames
  package var facts: Facts = [:]
  /// Facts of which not all hold: those of conditions that were refused together.
  var refusals: [Facts] = []
  package var guards: [Clause] = []
  /// How many of the guards stood before the last write of the state.
  package var decided = 0
  /// How many of the guards say no more than that a loop goes on, or what an observer has asked.
  var loopGuards = 0
  /// Whether every case of some value has been ruled out: no run takes this path.
  package var isImpossible = false
  /// Whether it depends on the state that the execution has started in.
  package var asksStart = false
  /// Whether a statement has thrown the last error, and no call that only hands one on.
  package var throwsItself = false
  /// Where it has been.
  @CopyOnWrite package var trail: Trail
  /// What of it is not sure.
  @CopyOnWrite package var doubts = Doubts()
  var clock = Clock()
  /// What it has waited for, and what it has left to go on later.
  @CopyOnWrite package var progress = Progress()
  /// The variables that were given something else after conditions had asked for them.
  var reassigned: [Place: Reassignment] = [:]
  let symbols: SymbolTable

  package init(frames: Frames, location: SourceLocation, symbols: SymbolTable) {
    (self.frames, self.trail, self.symbols) = (frames, Trail(location: location), symbols)
  }

  var depth: Int { frames.count }

  /// How many conditions a statement stands under.
  var conditionCount: Int { guards.count - loopGuards }

  /// Enters a call.
  mutating func push(_ frame: Frame) {
    frames.append(frame)
    frames[depth - 1].serial = symbols.nextFrame()
  }

  /// Whether the frame that a closure sees is still there.
  func isAlive(_ closure: ClosureValue) -> Bool {
    frames.indices.contains(closure.frame)
      && frames[closure.frame].serial == closure.serial ?? frames[closure.frame].serial
  }

  /// Leaves frames until only so many are left.
  mutating func unwind(to depth: Int) {
    if frames.count > depth { frames.removeLast(frames.count - depth) }
  }

  /// The path, with no more than so many frames.
  func unwound(to depth: Int) -> Path {
    var path = self
    path.unwind(to: depth)
    return path
  }

  /// The path under one more condition.
  func under(_ clause: Clause) -> Path {
    var path = self
    path.guards.append(clause)
    return path
  }

  /// The path behind code that was run for a statement, at that statement.
  func goingOn(from start: Path) -> Path {
    var path = unwound(to: start.depth)
    (path.trail.location, path.trail.last) = (start.trail.location, start.trail.last)
    path.trail.joined = start.trail.joined
    return path
  }
}

/// Where a path has been: the statements and the states on its way.
package struct Trail {
  /// The last statement on the path.
  package var location: SourceLocation
  /// The same as a node; with those of the paths that were joined with this one.
  package var last: NodeID?
  package var joined: Set<NodeID> = []
  /// The innermost branch.
  package var branch: BranchPlace?
  /// The statement that has ended a function with branches, where the call of it ends the path.
  package var innerEnd: SourceLocation?
  /// The last `return` of something that is no call of what was interpreted.
  package var returnLocation: SourceLocation?
  /// The last assignment to the watched place.
  package var writeLocation: SourceLocation?
  /// The statements that changed the state, be it that later ones took their place.
  package var written: Set<NodeID> = []
  /// Assigned cases in order, for temporary states.
  package var visited: [String] = []
  /// The line of the clause that covers several cases at once, on the path.
  package var wildcard: Int?
}

/// What of a path is not sure.
package struct Doubts {
  /// Whether it stands for several paths with different variables, which are not known any more.
  package var isCoarse = false
  /// Whether it takes one of several calls of which the source does not tell the right one.
  package var isGuess = false
  /// What was not known of properties when code may have changed them that is not followed: of what is
  /// asked of them then one answer alone may hold.
  var changed: Set<Symbol> = []
  /// The last call of code that is not followed which was handed a changed state: what it answers with
  /// may be that state and more.
  package var handing: Handing?
}

/// Tells before from after: what was found out of a value may hold no longer.
struct Clock: Equatable {
  /// Counts changes, so that a call before and a call after one are told apart.
  var version = 0
  /// Counts calls of code that is not interpreted, which may change what a property holds.
  var strangers = 0
}

/// A call that was handed a changed state, and what was changed of that.
package struct Handing {
  package var call: String
  package var writes: [Write]
}

/// How a path left a piece of code.
package enum Exit {
  /// It has come to a block behind the construct, or further out.
  case arrives(Block.Number)
  /// It has come to the end of a body.
  case ends
  case returned(Value)
  case threw(Value)
  case trapped(String)
}

/// A value that an expression may have, with the path that leads to it.
package struct Way {
  package var path: Path
  package var value: Value

  init(_ path: Path, _ value: Value) { (self.path, self.value) = (path, value) }
}

package struct Flow {
  package var path: Path
  package var exit: Exit

  package init(_ path: Path, _ exit: Exit) { (self.path, self.exit) = (path, exit) }

  /// The same where it is not sure that it happens.
  var guessed: Flow {
    var flow = self
    flow.path.doubts.isGuess = true
    return flow
  }

  /// What it has thrown.
  var error: Value? { if case .threw(let error) = exit { error } else { nil } }

  var hasThrown: Bool { error != nil }

  /// Whether it has come to a block.
  func isAt(_ block: Block.Number?) -> Bool {
    guard case .arrives(let number) = exit else { return false }
    return number == block
  }
}
