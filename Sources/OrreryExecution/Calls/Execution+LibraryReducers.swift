import OrreryModel
import OrreryProgram

/// What a `BindingReducer` may do: it gives one property of the state what a view asks for.
package struct ViewBindings {
  package var names: [String]
  package var location: SourceLocation

  package init(names: [String], location: SourceLocation) {
    (self.names, self.location) = (names, location)
  }
}

/// A property of the state that shows something which may be dismissed.
package struct Presentation {
  package var name: String
  /// The cases of what it shows that go with their first action, as an alert does; nothing where all do.
  package var brief: [String]?
  package var location: SourceLocation

  package init(name: String, brief: [String]?, location: SourceLocation) {
    (self.name, self.brief, self.location) = (name, brief, location)
  }
}

/// What the reducers of a library do to the state, which no body of the program says.
extension Execution {
  /// What an event carries: the value that a view gives, or the action of what is presented.
  private var carried: Unknown {
    Unknown(symbols.symbol(.payload(.event, name: "", index: 0)), text: "$0")
  }

  /// The paths behind a binding: one for each property with few values, and one for all others.
  package func bind(_ binding: ViewBindings, _ path: Path) -> [Path] {
    guard let watched = setting.state.place, let info = type(setting.state.structType) else {
      return [path]
    }
    var others = path
    others.doubts.isGuess = true
    var paths: [Path] = []
    for name in binding.names {
      guard let value = boundValue(of: name, in: info) else {
        others.note(name, of: watched, setTo: "value", at: binding.location)
        continue
      }
      let question = Pattern.enumCase(name: "\\.\(name)", values: nil)
      guard case .open(var yes, let no, _) = match(question, .unknown(carried), others) else {
        continue
      }
      let clause = Clause(text: "case \\.\(name)")
      yes.guards = path.guards + [clause]
      yes.set(value, at: watched.appending(name))
      yes.note(name, of: watched, setTo: "value", at: binding.location)
      paths.append(yes)
      others = no.under(clause.negated)
    }
    return paths + [others]
  }

  /// What a view may give a property; nothing for one that has too many values to be told apart.
  private func boundValue(of name: String, in info: NominalType) -> Value? {
    guard let property = info.property(name) else { return nil }
    let domain = domain(of: property)
    guard
      domain != nil || property.start?.value?.isBool == true || property.type?.isOptional == true
    else { return nil }
    let symbol = symbols.symbol(.member(.event, name))
    var value = Unknown(symbol, text: "value", type: property.type?.key)
    value.domain = domain
    return .unknown(value)
  }

  /// The paths of an end where what is presented may have been dismissed.
  ///
  /// - Parameter start: The state that the handler has found.
  package func dismiss(
    _ presentation: Presentation, from start: Value, _ path: Path
  ) -> [Path] {
    // To look is to ask for the property: executions from states with other values of it are others.
    guard let place = setting.state.place?.appending(presentation.name),
      let value = path.value(at: place), !value.isNothing,
      let found = shown(presentation, by: start), isFound(found, presentation)
    else { return [path] }
    let isKept = isFound(value, presentation)
    guard let brief = presentation.brief else {
      return isKept ? [emptied(presentation, to: .absent, path)] : [path]
    }
    var paths: [Path] = []
    var open = [path]
    // An action of what is not shown leaves what is.
    let name = found.caseValue?.name
    let screens = brief.filter { name == nil || name == $0 }
    for pattern in [Pattern.dismiss] + screens.map(Pattern.presented) {
      var rest: [Path] = []
      for path in open {
        let (yes, no) = carries(pattern, path)
        if let yes {
          let isReplaced = !isKept && pattern.name == Pattern.dismiss.name
          paths.append(
            isKept
              ? emptied(presentation, to: .absent, yes)
              : isReplaced ? replaced(presentation, yes) : yes)
        }
        if let no { rest.append(no) }
      }
      open = rest
    }
    return paths + open
  }

  private func shown(_ presentation: Presentation, by state: Value) -> Value? {
    guard case .object(let object) = state, isState(object) else { return state }
    return object.fields[presentation.name]
  }

  /// Whether a value is the one that the handler has found.
  private func isFound(_ value: Value, _ presentation: Presentation) -> Bool {
    if case .enumCase(let known) = value, known.location == nil {
      return known.text == "state.\(presentation.name)"
    }
    let found = Origin.payload(.start, name: presentation.name, index: -1)
    return value.unknown?.symbol == symbols.symbol(found)
  }

  /// The paths where what the event carries matches a pattern and where it does not.
  private func carries(_ pattern: Pattern, _ path: Path) -> (yes: Path?, no: Path?) {
    if case .isNot(let names)? = path.facts[carried.symbol], names.contains("presented") {
      return pattern.name == Pattern.dismiss.name ? (path, nil) : (nil, path)
    }
    switch match(pattern, .unknown(carried), path) {
    case .known(let path, true): return (path, nil)
    case .known(let path, false): return (nil, path)
    case .open(let yes, let no, _): return apart(yes, no, "case \(pattern.words)")
    }
  }

  /// What a handler has put in the place of what is dismissed is left if it is another: that is not
  /// told.
  private func replaced(_ presentation: Presentation, _ path: Path) -> Path {
    let text = presentation.name + "?"
    return emptied(
      presentation, to: .unknown(Unknown(symbols.symbol(.global(text)), text: text)), path)
  }

  private func emptied(_ presentation: Presentation, to value: Value, _ path: Path) -> Path {
    guard let watched = setting.state.place else { return path }
    var path = path
    path.set(value, at: watched.appending(presentation.name))
    path.note(presentation.name, of: watched, setTo: value.text, at: presentation.location)
    return path
  }
}

extension Path {
  /// Notes that a property of the state was set where no statement says so.
  fileprivate mutating func note(
    _ name: String, of state: Place, setTo value: String, at location: SourceLocation
  ) {
    log(Write(path: name, op: "=", value: value, location: location), at: resolved(state))
    trail.writeLocation = location
    decided = guards.count
  }
}

extension Value {
  fileprivate var isNothing: Bool { if case .absent = self { true } else { false } }
}

extension Expression {
  fileprivate var isBool: Bool { if case .bool = form { true } else { false } }
}

extension Pattern {
  fileprivate static var dismiss: Pattern { .enumCase(name: "dismiss", values: nil) }

  fileprivate static func presented(_ name: String) -> Pattern {
    .enumCase(name: "presented", values: [.init(nil, .enumCase(name: name, values: nil))])
  }

  /// The pattern as it stands in a guard.
  fileprivate var words: String {
    guard case .enumCase(let name, let values) = self else { return "" }
    return ".\(name)" + (values?.first.map { "(\($0.pattern.words))" } ?? "")
  }
}
