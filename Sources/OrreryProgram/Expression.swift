import OrreryModel

/// An expression of a lowered function: names are resolved to variables, operators to what they ask.
///
/// Expressions are trees. What has an effect is in them too, in the order in which it happens; only what
/// suspends stands apart, at the end of a block.
package struct Expression: Sendable {
  /// Tells it from all others of its program; copies of one expression share it.
  package var id: NodeID
  package var form: Form
  package var location: SourceLocation
  private var wording: Wording

  package init(_ form: Form, id: NodeID, text: String, location: SourceLocation) {
    (self.id, self.form, self.location) = (id, form, location)
    wording = Wording(text)
  }

  /// - Parameter text: Tells the text when it is first asked for.
  package init(
    _ form: Form, id: NodeID, location: SourceLocation, text: @escaping () -> String
  ) {
    (self.id, self.form, self.location) = (id, form, location)
    wording = Wording(text)
  }

  /// The expression as written, on one line.
  package var text: String {
    get { wording.text }
    set { wording = Wording(newValue) }
  }

  /// Something else in place of the expression.
  ///
  /// - Parameter text: How it is worded; nothing where that is as before.
  package func replaced(by form: Form, wordedAs text: String? = nil) -> Expression {
    var result = self
    result.form = form
    if let text { result.text = text }
    return result
  }

  package indirect enum Form: Sendable {
    // Values that the source writes out.
    case bool(Bool)
    /// A number or a string, as written.
    case literal(String)
    case absent
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case tuple([Argument])
    case closure(Function)
    /// The properties on the way of a key path; nothing where it is more than that.
    case keyPath([String]?)

    // Names.
    case variable(Variable)
    /// A function that is declared inside of the function, or of one further out.
    case localFunction(Function, depth: Int)
    case selfValue
    case superValue
    /// A name that is no variable: a member of `self`, a global, or nothing that is known.
    case name(String)
    /// A type, by its key where it is one of the program's.
    case type(key: String?, name: String)
    case member(Expression, String)
    /// `.name`: a member of the type that the place around expects.
    case implicitMember(String)
    case element(Expression, [Argument])
    /// `base?`, of which the rest of the chain is left out where there is no value.
    case chain(Expression)
    /// `base!`.
    case unwrap(Expression)

    // Questions.
    case not(Expression)
    case and(Expression, Expression)
    case or(Expression, Expression)
    /// `==`, `!=`, `===` and `!==`.
    case equal(Expression, Expression, op: String)
    /// `<` and its like.
    case order(Expression, Expression, op: String)
    case conditional(Expression, Expression, Expression)
    case coalesce(Expression, Expression)
    /// `as`, `as?`, `as!` and `is`.
    case cast(Expression, CastKind, TypeReference)

    // Effects.
    case assign(Expression, op: String, Expression)
    case call(Call)
    /// `&place`.
    case lend(Expression)
    case attempt(AttemptKind, Expression)
    case wait(Expression)

    /// `+`, `-`.
    case arithmetic(Expression, Expression, op: String)
    /// An operator that the project declares, after what it may change.
    case custom(Expression, op: String, Expression)
    /// What is evaluated of an expression that only its text tells.
    case opaque([Expression])
    /// A part of the language that lowering does not know.
    case unsupported(String)
  }

  package enum CastKind: String, Sendable {
    case plain = "as"
    case optional = "as?"
    case forced = "as!"
    case test = "is"
  }

  package enum AttemptKind: String, Sendable {
    case plain = "try"
    case optional = "try?"
    case forced = "try!"
  }
}

/// How an expression is worded: most are never told.
private final class Wording: @unchecked Sendable {
  private var known: String?
  private var make: (() -> String)?

  init(_ text: String) { known = text }

  init(_ make: @escaping () -> String) { self.make = make }

  var text: String {
    if let known { return known }
    let text = make?() ?? ""
    (known, make) = (text, nil)
    return text
  }
}

/// An element of a tuple, or what a call is handed.
package struct Argument: Sendable {
  package var label: String?
  package var value: Expression
  /// Whether it stands behind the parentheses.
  package var isTrailing: Bool

  package init(label: String?, value: Expression, isTrailing: Bool = false) {
    (self.label, self.value, self.isTrailing) = (label, value, isTrailing)
  }
}

/// A call as it is written: which function it means depends on what it is made on.
package struct Call: Sendable {
  package enum Callee: Sendable {
    /// `name(…)`: a method of `self`, a global function, a type, or a variable.
    case name(String)
    case variable(Variable)
    case localFunction(Function, depth: Int)
    /// `base.name(…)`.
    case member(Expression, String)
    /// `.name(…)`.
    case implicitMember(String)
    /// `super.name(…)`.
    case superMember(String)
    case type(key: String?, name: String)
    /// What an expression gives: `handlers[0](…)`, `{ … }()`.
    case value(Expression)
  }

  package var callee: Callee
  package var arguments: [Argument]
  /// Whether nobody asks for the answer.
  package var isStatement: Bool
  /// Whether it is all of a `return` statement.
  package var isReturned = false
  /// Whether a `try` covers it: around it, or further left in its chain of operators.
  package var isTried = false
  /// Whether an `await` covers it.
  package var isAwaited = false
  /// Whether nothing follows in its function, until that ends or waits for the next element of a loop.
  package var isLast = false
  /// The names of what is asked of its answer in the same chain: `receive` and `sink` of
  /// `api.list().receive(on: queue).sink { … }`.
  package var operatorsBehind: [String] = []
  /// Of a `map` or `flatMap`: what it goes on from, as far as declarations beside it say that.
  package var carrier: Carrier?

  /// What hands values to an operator later.
  package enum Carrier: Sendable { case future, stream }

  private let wording: Wording

  /// - Parameter calleeText: Tells what is called, as written, when it is first asked for.
  package init(
    _ callee: Callee, arguments: [Argument], isStatement: Bool = false,
    calleeText: @escaping () -> String
  ) {
    (self.callee, self.arguments, self.isStatement) = (callee, arguments, isStatement)
    wording = Wording(calleeText)
  }

  /// What stands before the arguments, as written.
  package var calleeText: String { wording.text }

  /// The last part of what is called.
  package var name: String {
    switch callee {
    case .name(let name), .member(_, let name), .implicitMember(let name), .superMember(let name),
      .type(_, let name):
      name
    case .variable(let variable): variable.name
    case .localFunction(let function, _): function.name
    case .value: ""
    }
  }
}

/// Tells an instruction, an expression or a block from all others of its program.
package struct NodeID: Hashable, Sendable, Comparable {
  package let number: Int

  /// - Parameters:
  ///   - place: The number of its file, from 1.
  ///   - offset: Its place in that file's tree.
  package init(place: Int, offset: Int) { number = place << 32 | offset }

  package var place: Int { number >> 32 }
  package var offset: Int { number & 0xFFFF_FFFF }

  package static func < (a: NodeID, b: NodeID) -> Bool { a.number < b.number }
}

/// A variable of a function or of a function around it.
package struct Variable: Hashable, Sendable {
  /// How many functions further out it is declared.
  package var depth: Int
  package var slot: Int
  package var name: String

  package init(depth: Int = 0, slot: Int, name: String) {
    (self.depth, self.slot, self.name) = (depth, slot, name)
  }
}
