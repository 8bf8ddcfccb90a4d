import OrreryProgram

/// An expression as a chain of members: `self.state.items[0]` as `self`, `state`, `items`, `[0]`.
struct Chain {
  let root: Expression
  /// The members behind the root.
  private(set) var names: [String] = []
  /// What each member is of, with its name and those that follow; the last member first.
  private(set) var links: [(base: Expression, names: [String])] = []

  init(_ node: Expression) {
    var node = node
    while true {
      switch node.form {
      case .member(let base, let name):
        names.insert(name, at: 0)
        links.append((base, names))
        node = base
      case .element(let base, let arguments):
        if arguments.count == 1, arguments[0].label == "keyPath",
          case .keyPath(let fields?) = arguments[0].value.form
        {
          names = fields + names
          links.append((base, names))
        } else {
          let texts = arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.value.text }
          names.insert("[\(texts.joined(separator: ", "))]", at: 0)
        }
        node = base
      case .chain(let inner), .unwrap(let inner): node = inner
      default:
        root = node
        return
      }
    }
  }

  var variable: Variable? { if case .variable(let variable) = root.form { variable } else { nil } }

  /// The name that it begins with.
  var rootName: String? {
    switch root.form {
    case .name(let name): name
    case .selfValue: "self"
    default: nil
    }
  }

  /// Whether it begins with what the code around it has itself.
  var isOwn: Bool { rootName != nil }

  /// The code that has declared the variable which it begins with.
  func handed(_ standing: Standing) -> Standing.Code? {
    guard let variable, case let place = standing.code.count - 1 - variable.depth,
      standing.code.indices.contains(place)
    else { return nil }
    return standing.code[place]
  }
}

extension Expression {
  /// The case that it makes: `connected` of `.connected(by: id)`.
  var madeCase: String? {
    switch form {
    case .implicitMember(let name): name
    case .member(let base, let name): base.isType ? name : nil
    case .call(let call):
      switch call.callee {
      case .implicitMember(let name): name
      case .member(let base, let name): base.isType ? name : nil
      default: nil
      }
    default: nil
    }
  }

  var isType: Bool { if case .type = form { true } else { false } }
}

extension Standing {
  /// Whether an expression is a variable that may be assigned again.
  func declares(_ node: Expression) -> Bool {
    let chain = Chain(node)
    guard let slot = chain.variable?.slot, chain.names.isEmpty else { return false }
    return chain.handed(self)?.function.body?.mutable.contains(slot) ?? false
  }
}
