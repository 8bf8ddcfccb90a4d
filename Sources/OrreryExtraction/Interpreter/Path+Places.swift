import OrreryLowering

/// Reading and writing variables.
extension Path {
  /// The place that a name means in the innermost frame.
  func place(of name: String) -> Place? { place(of: name, from: frames.count - 1) }

  /// The place that a name means in a frame.
  func place(of name: String, from frame: Int) -> Place? {
    var index: Int? = frame
    while let current = index, frames.indices.contains(current) {
      if frames[current].variables[name] != nil {
        return resolved(Place(frame: current, name: name))
      }
      index = frames[current].parent
    }
    return nil
  }

  /// Whether a closure runs that the function of a frame was handed from elsewhere.
  func runsCode(lentBy frame: Int) -> Bool {
    var isHanded = false
    var current: Int? = frames.count - 1
    while let index = current, frames.indices.contains(index) {
      if index == frame { return false }
      let parent = frames[index].parent
      // A block stands in the frame before its own.
      isHanded = isHanded || parent.map { $0 < index - 1 } ?? false
      current = parent
    }
    return isHanded
  }

  /// Follows aliases until a variable that holds its value itself.
  func resolved(_ place: Place) -> Place {
    var place = place
    for _ in 0..<32 {
      guard frames.indices.contains(place.frame),
        case .alias(let target)? = frames[place.frame].variables[place.name]
      else { return place }
      place = Place(frame: target.frame, name: target.name, path: target.path + place.path)
    }
    return place
  }

  func value(at place: Place) -> Value? {
    let place = resolved(place)
    guard frames.indices.contains(place.frame),
      var value = frames[place.frame].variables[place.name]
    else { return nil }
    for field in place.path {
      // Nothing has no properties: `command?.state` is nothing too.
      if case .absent = value { return value }
      value = value.field(field, type: nil)
    }
    return value
  }

  /// A value for what it is called, which asks nothing of it.
  func named(at place: Place) -> Value? {
    let place = resolved(place)
    guard frames.indices.contains(place.frame),
      var value = frames[place.frame].variables[place.name]
    else { return nil }
    for field in place.path {
      if case .object(let object) = value {
        value = object.field(field)
      } else {
        value = value.field(field, type: nil)
      }
    }
    return value
  }

  /// The key of the type of a value, which tells nothing of the value itself.
  func type(at place: Place) -> String? {
    let place = resolved(place)
    guard frames.indices.contains(place.frame), let field = place.path.first,
      place.path.count == 1,
      case .object(let object)? = frames[place.frame].variables[place.name]
    else { return value(at: place)?.type }
    return object.field(field).type
  }

  mutating func set(_ value: Value, at place: Place) {
    let place = resolved(place)
    guard frames.indices.contains(place.frame) else { return }
    let old = frames[place.frame].variables[place.name] ?? .void
    frames[place.frame].variables[place.name] = old.setting(place.path[...], to: value)
    version += 1
  }

  mutating func declare(_ name: String, _ value: Value) {
    var value = value
    if case .unknown(var unknown) = value, unknown.stamp == nil {
      unknown.stamp = strangers
      value = .unknown(unknown)
    }
    frames[frames.count - 1].variables[name] = value
    if !record.reassigned.isEmpty {
      record.reassigned[Place(frame: frames.count - 1, name: name)] = nil
    }
  }

  /// Adds a change to the log of the object at a place.
  mutating func log(_ write: Write, at owner: Place) {
    guard case .object(var object)? = value(at: owner),
      let root = frames[owner.frame].variables[owner.name]
    else { return }
    object.writes.append(write)
    frames[owner.frame].variables[owner.name] = root.setting(owner.path[...], to: .object(object))
  }
}

extension Value {
  /// A property of the value; an element of a tuple or of a case's associated values.
  func field(_ name: String, type: String?) -> Value {
    switch self {
    case .object(let object):
      object.asked?.insert(name)
      return object.field(name, type: type)
    case .unknown(let unknown): return .unknown(unknown.field(name, type: type))
    case .tuple(let elements):
      if let index = Int(name), elements.indices.contains(index) { return elements[index].value }
      if let named = elements.first(where: { $0.label == name }) { return named.value }
      return .unknown(Unknown(id: "\(text).\(name)", text: "\(text).\(name)"))
    default: return .unknown(Unknown(id: "\(text).\(name)", text: "\(text).\(name)", type: type))
    }
  }

  /// The value with one property, however deep, replaced.
  func setting(_ path: ArraySlice<String>, to new: Value) -> Value {
    guard let name = path.first else { return new }
    switch self {
    case .tuple(var elements):
      let index = Int(name) ?? elements.firstIndex { $0.label == name } ?? -1
      guard elements.indices.contains(index) else { return self }
      elements[index].value = elements[index].value.setting(path.dropFirst(), to: new)
      return .tuple(elements)
    case .object(var object):
      if path.count > 1 { object.asked?.insert(name) }
      object.fields[name] = object.field(name).setting(path.dropFirst(), to: new)
      return .object(object)
    case .unknown(let unknown):
      var object = ObjectValue(base: unknown)
      // What was found out about a collection no longer holds when an element changes.
      if name.hasPrefix("["), unknown.id != Interpreter.stateID { object.base.id += "'" }
      object.fields[name] = field(name, type: nil).setting(path.dropFirst(), to: new)
      return .object(object)
    default:
      var object = ObjectValue(base: Unknown(id: text, text: text, type: type))
      object.fields[name] = field(name, type: nil).setting(path.dropFirst(), to: new)
      return .object(object)
    }
  }
}

extension Unknown {
  /// What collections, and what is named like their properties, count.
  static let wholeNumbers: Set = ["count", "startIndex", "endIndex"]

  func field(_ name: String, type: String?) -> Unknown {
    var field = Unknown(id: "\(id).\(name)", text: "\(text).\(name)", type: type)
    field.isOrdered = Self.wholeNumbers.contains(name)
    return field
  }
}
