import OrreryProgram

/// Reading and writing variables.
extension Path {
  /// The frame that a variable of the function of a frame is in, or of the innermost function.
  func frame(_ depth: Int, from frame: Int? = nil) -> Int? {
    var index = frame ?? frames.count - 1
    for _ in 0..<depth {
      guard let parent = frames[index].parent, frames.indices.contains(parent) else { return nil }
      index = parent
    }
    return index
  }

  /// Whether a closure runs that the function of a frame was handed from elsewhere.
  func runsCode(lentBy frame: Int) -> Bool {
    var isHanded = false
    var current: Int? = frames.count - 1
    while let index = current, frames.indices.contains(index) {
      if index == frame { return false }
      let parent = frames[index].parent
      isHanded = isHanded || parent.map { $0 < index - 1 } ?? false
      current = parent
    }
    return isHanded
  }

  /// The place of a variable, through the names that it is another name for.
  func place(of variable: Variable) -> Place? {
    guard let frame = frame(variable.depth) else { return nil }
    let root = Place.Root.variable(slot: variable.slot, name: variable.name)
    return resolved(Place(frame: frame, root))
  }

  /// The place of `self` in the innermost function.
  var place: Place? {
    var index: Int? = frames.count - 1
    while let current = index {
      if frames[current].me != nil { return resolved(Place(frame: current, .me)) }
      index = frames[current].parent
    }
    return nil
  }

  private subscript(root place: Place) -> Value? {
    get {
      guard frames.indices.contains(place.frame) else { return nil }
      switch place.root {
      case .me: return frames[place.frame].me
      case .variable(let slot, _): return frames[place.frame][slot]
      }
    }
    set {
      guard frames.indices.contains(place.frame) else { return }
      switch place.root {
      case .me: frames[place.frame].me = newValue
      case .variable(let slot, _):
        frames[place.frame].variables.put(newValue, at: slot)
      }
    }
  }

  /// Follows aliases until a variable that holds its value itself.
  func resolved(_ place: Place) -> Place {
    var place = place
    for _ in 0..<32 {
      guard case .alias(let target)? = self[root: place] else { return place }
      place = Place(frame: target.frame, target.root, path: target.path + place.path)
    }
    return place
  }

  package func value(at place: Place) -> Value? { value(at: place, isAsked: true) }

  /// The value for what it is called and of what type it is, which asks nothing of it.
  package func peek(at place: Place) -> Value? { value(at: place, isAsked: false) }

  private func value(at place: Place, isAsked: Bool) -> Value? {
    let place = resolved(place)
    guard var value = self[root: place] else { return nil }
    for field in place.path {
      // Nothing has no properties: `command?.state` is nothing too.
      if case .absent = value { return value }
      if !isAsked, case .object(var object) = value {
        object.asked = nil
        value = .object(object)
      }
      value = self.field(field, of: value)
    }
    return value
  }

  mutating func set(_ value: Value, at place: Place) {
    let place = resolved(place)
    let old = self[root: place] ?? .void
    self[root: place] = setting(place.path[...], of: old, to: value)
    clock.version += 1
  }

  /// Gives a variable of the innermost function its first value.
  mutating func declare(_ variable: Variable, _ value: Value) {
    var value = value
    if case .unknown(var unknown) = value, unknown.stamp == nil {
      unknown.stamp = clock.strangers
      symbols.noteStamped()
      value = .unknown(unknown)
    }
    guard let frame = frame(variable.depth) else { return }
    let place = Place(frame: frame, .variable(slot: variable.slot, name: variable.name))
    self[root: place] = value
    frames[frame].names.put(variable.name, at: variable.slot)
    if !reassigned.isEmpty { reassigned[place] = nil }
  }

  /// The path where a variable of the innermost function has its first value.
  func declaring(_ variable: Variable, _ value: Value) -> Path {
    var path = self
    path.declare(variable, value)
    return path
  }

  /// Replaces the log of the object at a place.
  mutating func keep(_ writes: [Write], at place: Place) {
    change(place) { $0.writes = writes }
  }

  /// Adds a change to the log of the object at a place.
  mutating func log(_ write: Write, at place: Place) {
    change(place) { $0.writes.append(write) }
  }

  private mutating func change(_ place: Place, by change: (inout ObjectValue) -> Void) {
    let place = resolved(place)
    guard case .object(var object)? = value(at: place), let root = self[root: place] else { return }
    change(&object)
    self[root: place] = setting(place.path[...], of: root, to: .object(object))
  }
}

extension Array {
  /// Puts an element into a slot, be it behind the last one.
  fileprivate mutating func put<Kept>(_ element: Element, at slot: Int) where Element == Kept? {
    while count <= slot { append(nil) }
    self[slot] = element
  }
}

extension Path {
  /// A property of a value; an element of a tuple or of a case's associated values.
  func field(_ name: String, of value: Value, type: String? = nil) -> Value {
    switch value {
    case .object(let object):
      object.asked?.insert(name)
      return object.fields[name] ?? .unknown(part(name, of: object.base, type))
    case .unknown(let unknown): return .unknown(part(name, of: unknown, type))
    case .tuple(let elements):
      if let index = Int(name), elements.indices.contains(index) { return elements[index].value }
      if let named = elements.first(where: { $0.label == name }) { return named.value }
    default: break
    }
    let whole = Unknown(symbols.symbol(.global(value.text)), text: value.text)
    return .unknown(part(name, of: whole, type))
  }

  func part(_ name: String, of whole: Unknown, _ type: String? = nil) -> Unknown {
    symbols.field(name, of: whole, type: type)
  }

  /// A value with one property, however deep, replaced.
  func setting(_ path: ArraySlice<String>, of value: Value, to new: Value) -> Value {
    guard let name = path.first else { return new }
    if case .tuple(var elements) = value {
      let index = Int(name) ?? elements.firstIndex { $0.label == name } ?? -1
      guard elements.indices.contains(index) else { return value }
      elements[index].value = setting(path.dropFirst(), of: elements[index].value, to: new)
      return .tuple(elements)
    }
    var object: ObjectValue
    switch value {
    case .object(let known): object = known
    case .unknown(let unknown):
      object = ObjectValue(base: unknown)
      // What was found out about a collection no longer holds when an element changes.
      if name.hasPrefix("["), symbols.origin(of: unknown.symbol) != .start {
        object.base.symbol = symbols.symbol(.changed(unknown.symbol))
      }
    default:
      let symbol = symbols.symbol(.global(value.text))
      object = ObjectValue(base: Unknown(symbol, text: value.text, type: value.type))
    }
    if path.count > 1 { object.asked?.insert(name) }
    let old = object.fields[name] ?? .unknown(part(name, of: object.base))
    object.fields[name] = setting(path.dropFirst(), of: old, to: new)
    return .object(object)
  }
}
