import OrreryModel

/// What the code of a function does with places, and what it calls: its direct mod and ref sets, with
/// those of the closures and functions inside of it.
///
/// All is kept in the order in which it stands, with the number of the syntax that it comes from, so that
/// a part of a function can be asked for alone. Once made it does not change: any thread may read it.
package final class Uses: @unchecked Sendable {
  package let all: [Use]
  package let calls: [CallUse]
  package let closures: [ClosureUse]
  /// What variables stand for: `server` of `let server = self.server`, and `$0` of
  /// `box.withLock { $0 = 1 }` for what the box lends.
  package let bound: [Local: Place]
  /// The types of variables, as far as they are written or made at once.
  package let types: [Local: TypeReference]

  /// - Parameter judge: Tells what becomes of a closure that a call is handed.
  /// - Complexity: Linear in the size of the function.
  package init(
    of function: Function, _ judge: @escaping (NodeID) -> ClosureFate = { _ in ClosureFate() }
  ) {
    var finder = UseFinder(judge: judge)
    finder.add(function)
    (all, calls, closures) = (finder.all, finder.calls, finder.closures)
    (bound, types) = (finder.bound, finder.types)
  }

  /// The closure that a number in `closure` stands for.
  package func closure(_ number: Int?) -> ClosureUse? {
    number.flatMap { closures.indices.contains($0) ? closures[$0] : nil }
  }

  /// The closures around something, the innermost first.
  package func closures(around number: Int?) -> [ClosureUse] {
    Array(sequence(first: closure(number)) { self.closure($0?.around) }.prefix { $0 != nil })
      .compactMap(\.self)
  }
}

/// What becomes of a closure: it is run at once unless it is told otherwise.
package struct ClosureFate: Sendable {
  /// Whether it is kept to be called later.
  package var isKept = false
  /// Whether it is run as a task of its own.
  package var isTask = false
  /// The method of `self` that it calls, where it does nothing else.
  package var forwards: String?

  package var isLater: Bool { isKept || isTask }

  package init(isKept: Bool = false, isTask: Bool = false, forwards: String? = nil) {
    (self.isKept, self.isTask, self.forwards) = (isKept, isTask, forwards)
  }
}

/// A variable of a function, told from all others of its program.
package struct Local: Hashable, Sendable {
  /// The function, or the closure, that declares it.
  package var function: NodeID
  package var slot: Int
  package var name: String
}

/// Where a value is kept, as code names it.
package struct UsedPlace: Hashable, Sendable {
  package enum Root: Hashable, Sendable {
    /// The owner of the function, be it named or not.
    case me
    case local(Local)
    case type(String?)
  }

  package enum Step: Hashable, Sendable {
    case member(String)
    case element
    /// What a method hands the closure that it is given: `$0` of `box.withLock { $0 = 1 }`.
    case lent(by: String)
  }

  package var root: Root
  package var steps: [Step] = []

  package static let me = UsedPlace(root: .me)

  package init(root: Root, steps: [Step] = []) { (self.root, self.steps) = (root, steps) }

  package func appending(_ step: Step) -> UsedPlace { UsedPlace(root: root, steps: steps + [step]) }

  /// What it is a part of.
  package var whole: UsedPlace? {
    steps.isEmpty ? nil : UsedPlace(root: root, steps: steps.dropLast())
  }

  /// The name of the last step.
  package var member: String? {
    if case .member(let name)? = steps.last { name } else { nil }
  }

  /// The property of the owner that it is, or that it is a part of.
  package var property: String? {
    if case .member(let name)? = steps.first, root == .me { name } else { nil }
  }

  /// The property of the owner that it is.
  package var plainProperty: String? { steps.count == 1 ? property : nil }
}

extension Uses {
  package typealias Place = UsedPlace

  /// Something that is done with a place.
  package struct Use: Sendable {
    package enum Kind: Sendable {
      case read
      /// It is a method that is called.
      case called
      /// Which case it is: by a `switch`, by a pattern, or by what stands for it in a table.
      case asked
      /// `place == other`.
      case compared
      case assigned(Assignment)
      /// `&place`.
      case lent
      /// By an operator of the program's own: `place <- value`.
      case operated(by: String)
    }

    package var place: Place
    package var kind: Kind
    package var id: NodeID
    package var context: Context
  }

  package struct Assignment: Sendable {
    package var target: Expression
    package var op: String
    package var value: Expression
    /// What is done to find the value, among all uses.
    package var parts: Range<Int>
  }

  /// Where something stands.
  package struct Context: Sendable {
    /// The innermost closure around it; nothing where it is the function's own.
    package var closure: Int?
    /// Whether a condition is made of it, and whether that is a `guard`'s.
    package var isCondition = false
    package var isGuard = false
    package var isRepeated = false
    /// What takes the value; nothing where it is evaluated for nothing, or returned.
    package var taker: Taker?
  }

  /// What takes a value.
  package enum Taker: Hashable, Sendable {
    /// A call, by its place among all, of which it is an argument.
    case call(Int)
    /// A member, a method or an element is asked for.
    case member
    case comparison
    /// A variable stands for it from there on.
    case binding
    /// It is assigned to a member of something.
    case assignment
    /// An operator, or a macro.
    case operation
  }

  /// A call, with what it is made on.
  package struct CallUse: Sendable {
    package enum Receiver: Hashable, Sendable {
      /// `name()`, `self.name()`, `Self.name()`.
      case me
      case superclass
      case place(Place)
      /// It is called itself, and the function is given it.
      case given
      /// A variable, a type, what an expression gives.
      case other
    }

    package var call: Call
    package var receiver: Receiver
    package var id: NodeID
    package var context: Context
    /// The places that its arguments are.
    package var handed: [Place?]

    package var name: String { call.name }
    /// What it is called on, where that is a place.
    package var base: Place? { if case .place(let place) = receiver { place } else { nil } }
  }

  /// A closure, with what it is handed to.
  package struct ClosureUse: Sendable {
    package var function: Function
    package var fate: ClosureFate
    /// The closure that it stands in.
    package var around: Int?
    /// What takes it, and what that is called on.
    package var call: Call?
    package var label: String?
    package var base: Place?
    package var context: Context
    package var id: NodeID { function.id }
  }
}
