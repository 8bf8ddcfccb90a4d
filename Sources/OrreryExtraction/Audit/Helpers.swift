import OrreryLowering
import OrreryProgram
import OrreryRecognition

/// The functions of a machine, and which of them its handlers call.
struct Helpers {
  private var reached: Set<String> = []
  /// Those that handlers call of which something is unresolved as a whole.
  private var open: Set<String> = []
  /// The functions that are part of the machine.
  private var own: Set<NodeID> = []
  /// How many functions of a name take the same labels.
  private var overloads: [String: Int] = [:]

  init(of site: Site, in program: LoweredProgram, isOpen: (Handler) -> Bool) {
    let infos = [site.owner, site.state].compactMap { $0 }
    let handlers = site.handlers.flatMap { [$0] + $0.next }
    let functions = (infos.flatMap(\.functions) + handlers.compactMap(\.function))
      .map(program.function)
    var calls: [String: Set<String>] = [:]
    for function in functions {
      calls[function.name, default: []].formUnion(References(of: function).called)
      overloads[function.signature, default: 0] += 1
    }
    own = Set(functions.map(\.id))
    let called = handlers.map { handler in
      (handler, References(of: program.function(of: handler)).called)
    }
    reached = called.flatMap(\.1).closed { calls[$0] ?? [] }
    let unfinished = called.filter { isOpen($0.0) }
    open = unfinished.flatMap(\.1).closed { calls[$0] ?? [] }
  }

  /// Whether a handler calls a function, be it through others.
  func isReached(_ name: String) -> Bool { reached.contains(name) }

  /// Whether a handler that is not executed to its ends calls a function, be it through others.
  func isOpen(_ name: String) -> Bool { open.contains(name) }

  /// Whether a method is one of another type, whatever its name.
  func isForeign(_ function: Function) -> Bool {
    function.owner != nil && !own.contains(function.id)
  }

  /// Whether only the types of its parameters tell a function from another one.
  func isAmbiguous(_ function: Function) -> Bool {
    overloads[function.signature, default: 0] > 1
  }
}

extension Function {
  fileprivate var signature: String {
    "\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))"
  }
}
