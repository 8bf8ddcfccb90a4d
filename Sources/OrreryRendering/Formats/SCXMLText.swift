/// The names and escapes of SCXML: https://www.w3.org/TR/scxml/.
enum SCXMLText {
  /// An attribute's value.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// An event descriptor: letters, digits and dots; what else is in a name is `_`.
  static func event(_ name: String) -> String {
    let parts = name.split(separator: ".").map { token($0) }.filter { !$0.isEmpty }
    return parts.isEmpty ? "_" : parts.joined(separator: ".")
  }

  /// Ids of XML, each a name of its own: as the state is called where that can be an id.
  ///
  /// - Parameter prefix: What tells the ids of a nested machine from those around it.
  static func ids(_ names: [String], prefix: String) -> [String: String] {
    var taken: Set<String> = []
    var ids: [String: String] = [:]
    for (index, name) in names.enumerated() where ids[name] == nil {
      let plain = token(name[...])
      let isName = plain.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" }
      var id = prefix + (isName ?? false ? plain : "s\(index)")
      while !taken.insert(id).inserted { id += "_\(index)" }
      ids[name] = id
    }
    return ids
  }

  private static func token(_ text: Substring) -> String {
    var token = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
      token += isPlain || scalar == "_" || scalar == "-" ? String(scalar) : "_"
    }
    return token
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
