import OrreryModelFile

/// The keys of the configuration as a Markdown table, read off the schema.
enum ConfigurationReference {
  static var text: String {
    let rows = rows(of: ConfigurationSchema.json, at: []).map { row in
      "| `\(row.key)` | \(row.value) | \(row.meaning) |"
    }
    return (["| key | value | means |", "|---|---|---|"] + rows).map { $0 + "\n" }.joined()
  }

  private struct Row {
    var key: String
    var value: String
    var meaning: String
  }

  /// The rows of a schema's properties, and of what stands in them.
  private static func rows(of schema: JSONText, at path: [String]) -> [Row] {
    guard case .object(let properties)? = schema["properties"] else { return [] }
    return properties.flatMap { property -> [Row] in
      let key = path + [property.key]
      let inner = rows(of: property.value, at: key) + variants(of: property.value, at: key)
      guard case .string(let meaning)? = property.value["description"] else { return inner }
      return [
        Row(key: key.joined(separator: "."), value: value(of: property.value), meaning: meaning)
      ] + inner
    }
  }

  /// The rows of each form that a value may have, of the values of free keys, and of the elements of a
  /// list.
  private static func variants(of schema: JSONText, at path: [String]) -> [Row] {
    var found: [Row] = []
    if case .array(let forms)? = schema["oneOf"] {
      for form in forms {
        let key = path.joined(separator: ".")
        if case .string(let meaning)? = form["description"] {
          found.append(Row(key: key, value: value(of: form), meaning: meaning))
        }
        found += rows(of: form, at: path)
      }
    }
    if let element = schema["additionalProperties"] {
      found += rows(of: element, at: path + ["NAME"])
    }
    if let element = schema["items"] { found += rows(of: element, at: path + ["[]"]) }
    return found
  }

  private static func value(of schema: JSONText) -> String {
    if case .array(let words)? = schema["enum"] {
      return words.compactMap { if case .string(let word) = $0 { "`\(word)`" } else { nil } }
        .joined(separator: ", ")
    }
    switch schema["type"] {
    case .string("array")?:
      let element = schema["items"].map(value) ?? "text"
      return element == "text"
        ? "list" : element == "mapping" ? "list of mappings" : "list of \(element)"
    case .string("boolean")?: return "`true`, `false`"
    case .string("integer")?: return "number from 0"
    case .string("number")?: return "number from 0 to 100"
    case .string("string")?: return "text"
    default: return "mapping"
    }
  }
}

extension JSONText {
  fileprivate subscript(key: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
