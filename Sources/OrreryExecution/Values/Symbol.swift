import OrreryProgram

/// A value number: two values of one symbol are the same, whatever they are.
///
/// Source: value numbering, as in Muchnick, Advanced Compiler Design and Implementation, chapter 12.
package struct Symbol: Hashable, Sendable {
  fileprivate var number: Int

  func isBefore(_ other: Symbol) -> Bool { number < other.number }

  /// The symbols that each table has: of the state that a handler has found, of one that it has found
  /// before it waited, and so on, as their origins say.
  package static let (start, origin, probe, awaited, event, me) = (
    Symbol(number: 0), Symbol(number: 1), Symbol(number: 2), Symbol(number: 3), Symbol(number: 4),
    Symbol(number: 5)
  )
}

/// Where the value of a symbol comes from: what two values have in common that are the same.
package indirect enum Origin: Hashable, Sendable {
  /// The state that a handler has found.
  case start
  /// The state that a handler has started in before it waited, where it may be any.
  case origin
  /// A state of which nothing is known, to see whether an execution asks for it.
  case probe
  /// What a suspension has waited for.
  case awaited
  /// What a call was handed, where another call of the same helper was handed something else.
  case told(String, frame: Int)
  /// The event, or the object that carries it.
  case event
  /// The object whose method the handler is.
  case me
  /// What a handler is handed beside state and event.
  case parameter(String)
  /// A name that the sources do not declare.
  case global(String)
  case member(Symbol, String)
  case payload(Symbol, name: String, index: Int)
  /// What an expression gave: the same text gives the same until something changes.
  case text(String, version: Int, scope: Int)
  /// What a property holds that code may have changed which was not followed.
  case doubted(String, version: Int)
  /// What a variable holds that a closure changes which is kept, whenever that is called.
  case shared(String, version: Int)
  /// One of several values, which one is not known.
  case joined(String, version: Int)
  /// What an initializer has made.
  case made(NodeID, version: Int)
  case error(version: Int)
  /// A collection of which an element was changed.
  case changed(Symbol)
  /// A getter's answer, as long as what it reads is the same.
  case answer(Symbol, of: String, version: Int)
  /// Whether there is a value.
  case presence(Symbol)
  case relation(Operand, String, Operand)
  /// Whether a value matches a pattern.
  case match(Operand, String)
}

/// What a comparison asks of one side.
package enum Operand: Hashable, Sendable {
  case text(String)
  case bool(Bool)
  case enumCase(String)
  /// - Parameter stamp: How much code had run that may change it; nothing for what none can.
  case symbol(Symbol, stamp: Int?)
}

/// The symbols of one machine, and what all of its executions find alike.
package final class SymbolTable {
  private var numbers: [Origin: Int] = [:]
  private var origins: [Origin] = []

  /// The comparisons of values of which one comes before the other, or they are equal.
  private var ordered: Set<Symbol> = []

  /// How many values were asked for that depend on the time.
  private(set) var timedCount = 0
  /// How many values were kept with what had run before.
  private(set) var stampedCount = 0

  /// The variables that nothing asks for behind a wait, by what is waited for.
  var deadSlots: [WaitingBlock: Set<Int>] = [:]

  /// How many frames there were.
  private var frames = 0

  package init() {
    for origin in [Origin.start, .origin, .probe, .awaited, .event, .me] { _ = symbol(origin) }
  }

  /// Notes that a value was asked for that depends on the time.
  func noteTimed() { timedCount += 1 }

  /// Notes that a value was kept with what had run before.
  func noteStamped() { stampedCount += 1 }

  /// A number that no other frame has.
  func nextFrame() -> Int {
    frames += 1
    return frames
  }

  /// The symbol of an origin: the same each time.
  package func symbol(_ origin: Origin) -> Symbol {
    if origin.isTimed { noteTimed() }
    if let number = numbers[origin] { return Symbol(number: number) }
    numbers[origin] = origins.count
    origins.append(origin)
    return Symbol(number: origins.count - 1)
  }

  /// Notes that a comparison is of values that are in one order or the other.
  func order(_ symbol: Symbol) { ordered.insert(symbol) }

  func isOrdered(_ symbol: Symbol) -> Bool { ordered.contains(symbol) }

  package func origin(of symbol: Symbol) -> Origin { origins[symbol.number] }

  /// Where the value comes from that a symbol is part of.
  package func root(of symbol: Symbol) -> Origin {
    var origin = self.origin(of: symbol)
    while let outer = origin.whole { origin = self.origin(of: outer) }
    return origin
  }
}

extension SymbolTable {
  /// The symbol of the same part of the state that a handler has started in before it waited; nothing
  /// for what is no part of the start.
  func movedFromStart(_ symbol: Symbol) -> Symbol? {
    switch origin(of: symbol) {
    case .start: self.symbol(.origin)
    case .member(let whole, let name): movedFromStart(whole).map { self.symbol(.member($0, name)) }
    case .payload(let whole, let name, let index):
      movedFromStart(whole).map { self.symbol(.payload($0, name: name, index: index)) }
    case .changed(let whole): movedFromStart(whole).map { self.symbol(.changed($0)) }
    default: nil
    }
  }

  /// Whether what was found out about a value holds whatever happens while a handler waits: it is no
  /// part of the machine, nor of an object that others may change.
  func lastsOverWaits(_ symbol: Symbol) -> Bool {
    switch origin(of: symbol) {
    case .parameter, .event, .text, .joined, .made, .error, .told: true
    case .member(let whole, let name):
      Library.measures.contains(name) && lastsOverWaits(whole)
    case .payload, .changed, .presence, .relation, .match:
      origin(of: symbol).parts.allSatisfy(lastsOverWaits)
    case .start, .origin, .probe, .awaited, .me, .global, .answer, .doubted, .shared: false
    }
  }
}

extension Operand {
  fileprivate var isTimed: Bool { if case .symbol(_, _?) = self { true } else { false } }
}

extension Origin {
  /// Whether it is told apart by what has happened before.
  fileprivate var isTimed: Bool {
    switch self {
    case .text, .doubted, .shared, .joined, .made, .error, .answer: true
    case .relation(let a, _, let b): a.isTimed || b.isTimed
    case .match(let operand, _): operand.isTimed
    default: false
    }
  }

  /// What it is part of.
  package var whole: Symbol? {
    switch self {
    case .member(let symbol, _), .payload(let symbol, _, _), .changed(let symbol),
      .answer(let symbol, _, _), .presence(let symbol):
      symbol
    default: nil
    }
  }

  /// What it is part of, or what it asks for.
  var parts: [Symbol] {
    compared ?? [whole].compactMap(\.self)
  }

  /// The symbols that a comparison or a match asks for; nothing for what is no such question.
  package var compared: [Symbol]? {
    let operands: [Operand]
    switch self {
    case .relation(let a, _, let b): operands = [a, b]
    case .match(let operand, _): operands = [operand]
    default: return nil
    }
    return operands.compactMap { if case .symbol(let symbol, _) = $0 { symbol } else { nil } }
  }
}

/// A block that ends in a wait: one `await` may stand for several.
struct WaitingBlock: Hashable {
  var node: NodeID
  var block: Block.Number
}
