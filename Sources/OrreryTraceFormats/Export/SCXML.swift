import OrreryModel

/// A machine as State Chart XML, https://www.w3.org/TR/scxml/.
///
/// Ids are XML names; a state whose name is none has its own in the attribute `orrery:name`. What was
/// rejected is no transition; what was ignored is one without a target.
public enum SCXML {
  /// The document, which ends with a newline.
  ///
  /// - Parameter counts: How often each transition was taken, by its position.
  public static func text(_ machine: Machine, counts: [Int: Int] = [:]) -> String {
    let ids = Names(machine.states.map(\.name))
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<scxml version=\"1.0\" xmlns=\"http://www.w3.org/2005/07/scxml\""
    text += " xmlns:orrery=\"urn:orrery:scxml\""
    if let initial = machine.initial { text += XMLText.attribute("initial", ids[initial]) }
    text += "\(XMLText.attribute("orrery:machine", machine.id))>\n"
    for state in machine.states {
      text += "  <state\(XMLText.attribute("id", ids[state.name]))"
      if ids[state.name] != state.name { text += XMLText.attribute("orrery:name", state.name) }
      let leaving = machine.transitions.indices.filter {
        machine.transitions[$0].from == state.name && machine.transitions[$0].kind != .reject
      }
      text += leaving.isEmpty ? "/>\n" : ">\n"
      for ordinal in leaving {
        text += element(machine.transitions[ordinal], ids, counts[ordinal])
      }
      if !leaving.isEmpty { text += "  </state>\n" }
    }
    return text + "</scxml>\n"
  }

  private static func element(_ edge: Transition, _ ids: Names, _ count: Int?) -> String {
    let origin = edge.event.origin == .input ? "" : "\(edge.event.origin.rawValue)."
    let event = origin + Names.safe(edge.event.name)
    var text = "    <transition\(XMLText.attribute("event", event))"
    if let to = edge.to, edge.kind == .move || edge.kind == .stay {
      text += XMLText.attribute("target", ids[to])
    }
    if edge.to == edge.from { text += " type=\"internal\"" }
    if let count { text += " orrery:count=\"\(count)\"" }
    return text + "/>\n"
  }
}

/// An XML name for each state, all of them different.
private struct Names {
  private var names: [String: String] = [:]

  init(_ states: [String]) {
    var taken: Set<String> = []
    for state in states where names[state] == nil {
      let base = Self.safe(state)
      var name = base
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base)_\(number)"
        number += 1
      }
      names[state] = name
    }
  }

  subscript(_ state: String) -> String { names[state] ?? Self.safe(state) }

  /// Letters, digits, `_` and `-`, not starting with a digit or a dash.
  static func safe(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      let isPlain = isLetter || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
      name.append(isPlain ? Character(scalar) : "_")
    }
    let startsWell = name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" }
    return startsWell == true ? name : "_" + name
  }
}
