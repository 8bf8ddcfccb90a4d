/// Names of the states of a struct: its properties of few values.
extension Naming {
  /// The state's name from all candidate properties, in declaration order:
  /// `isLoading=true, alert=nil`.
  ///
  /// A `\`, `,` or `=` inside a raw identifier is escaped with a backslash. Without any candidate all
  /// states are one to a recording, which has a name like any other: `any`.
  public static func state(properties: [(name: String, value: String)]) -> String {
    properties.isEmpty
      ? "any" : properties.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: ", ")
  }

  /// The name of a declared state that a recorded one stands for.
  ///
  /// A macro does not see which properties handlers in other files write, so a run records all
  /// candidates and the declaration picks: one property is named by its bare value, several by
  /// name and value. A recorded name that is not made of properties is returned as it is.
  ///
  /// - Parameters:
  ///   - recorded: A name made by ``state(properties:)``.
  ///   - projection: The properties of the declared projection, in declaration order.
  /// - Returns: The projected name, or nothing where a property was not recorded.
  public static func project(_ recorded: String, onto projection: [String]) -> String? {
    guard !projection.isEmpty else { return recorded }
    let values = properties(ofState: recorded)
    guard !values.isEmpty else { return recorded }
    var picked: [(name: String, value: String)] = []
    for name in projection {
      guard let value = values.first(where: { $0.name == name })?.value else { return nil }
      picked.append((name, value))
    }
    return projected(picked)
  }

  /// The name of one state of a projection: the bare value where it has one property.
  public static func projected(_ properties: [(name: String, value: String)]) -> String {
    if let only = properties.first, properties.count == 1 { return only.value }
    return state(properties: properties)
  }

  /// The properties that a name made by ``state(properties:)`` holds.
  public static func properties(ofState name: String) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    var key: String?
    var text = String.UnicodeScalarView()
    // Scalars, not characters: a value may begin with a mark that would join the `=` before it.
    var scalars = name.unicodeScalars.makeIterator()
    func finish() {
      if let key { result.append((key, String(text))) }
      text = String.UnicodeScalarView()
    }
    var isAfterComma = false
    while let scalar = scalars.next() {
      let isSeparator = isAfterComma && scalar == " "
      isAfterComma = false
      if isSeparator { continue }
      switch scalar {
      case "\\": if let escaped = scalars.next() { text.append(escaped) }
      case "=" where key == nil: (key, text) = (String(text), String.UnicodeScalarView())
      case ",":
        finish()
        key = nil
        isAfterComma = true
      default: text.append(scalar)
      }
    }
    finish()
    return result
  }

  private static func escape(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "," || scalar == "=" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
