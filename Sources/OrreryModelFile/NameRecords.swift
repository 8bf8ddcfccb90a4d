import OrreryModel

/// Where a name is declared; the file is written only where it is not the machine's own.
struct PlaceRecord {
  var file: String?
  var line: Int?
  var column: Int?

  init(_ location: SourceLocation?, home: String) {
    file = location.flatMap { $0.file == home ? nil : $0.file }
    line = location?.line
    column = location?.column
  }

  init(file: String?, line: Int?, column: Int?) {
    self.file = file
    self.line = line
    self.column = column
  }

  func location(home: String) -> SourceLocation? {
    line.map { SourceLocation(file: file ?? home, line: $0, column: column ?? 1) }
  }

  /// The keys that may be absent.
  var details: JSONText {
    let details: JSONText = ["column": .count(column), "file": .text(file)]
    return details.withoutNulls
  }
}

struct StateRecord: Decodable {
  var name: String
  var line: Int?
  var column: Int?
  var file: String?
  var initial: Bool
  var stable: Bool
  var final: Bool
  var doc: String?
  var payload: [String]?

  init(_ state: State, home: String) {
    let place = PlaceRecord(state.location, home: home)
    name = state.name
    (line, column, file) = (place.line, place.column, place.file)
    initial = state.isInitial
    stable = state.isStable
    final = state.isFinal
    doc = state.documentation
    payload = state.payload
  }

  func state(home: String) -> State {
    State(
      name, isInitial: initial, isStable: stable, isFinal: final, payload: payload ?? [],
      documentation: doc,
      location: PlaceRecord(file: file, line: line, column: column).location(home: home))
  }

  var json: JSONText {
    let fixed: JSONText = [
      "name": .string(name), "line": .count(line), "initial": .bool(initial),
      "stable": .bool(stable), "final": .bool(final), "doc": .text(doc),
      "payload": .strings(payload ?? []),
    ]
    return fixed + PlaceRecord(file: file, line: line, column: column).details
  }
}

struct EventRecord: Decodable {
  var name: String
  var origin: Event.Origin
  var line: Int?
  var column: Int?
  var file: String?
  var doc: String?
  var `private`: Bool?

  init(_ event: Event, home: String) {
    let place = PlaceRecord(event.location, home: home)
    name = event.name
    origin = event.origin
    (line, column, file) = (place.line, place.column, place.file)
    doc = event.documentation
    `private` = event.isPrivate ? true : nil
  }

  func event(home: String) -> Event {
    var event = Event(
      Event.ID(origin, name), documentation: doc,
      location: PlaceRecord(file: file, line: line, column: column).location(home: home))
    event.isPrivate = `private` ?? false
    return event
  }

  var json: JSONText {
    let fixed: JSONText = [
      "name": .string(name), "origin": .string(origin.rawValue), "line": .count(line),
      "doc": .text(doc),
    ]
    let access: JSONText = `private` == true ? ["private": .bool(true)] : [:]
    return fixed + access + PlaceRecord(file: file, line: line, column: column).details
  }
}
