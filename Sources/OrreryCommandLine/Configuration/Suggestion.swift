/// Finds what somebody may have meant.
enum Suggestion {
  /// The closest of the names, where it is close enough to be a slip of the keyboard.
  static func closest(to name: String, in names: [String]) -> String? {
    let limit = max(1, name.count / 3)
    return names.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?.name
  }

  /// The number of characters to insert, delete or replace (Levenshtein's distance).
  ///
  /// - Complexity: O(*nm*) time and O(*m*) memory in the lengths of the texts.
  static func distance(_ lhs: String, _ rhs: String) -> Int {
    let target = Array(rhs)
    var row = Array(0...target.count)
    for (line, character) in lhs.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in target.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
