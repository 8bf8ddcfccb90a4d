/// The text of one value, made of its stored parts.
///
/// No `description` of a value with parts is asked for: it could tell what is redacted.
struct PayloadDump {
  private static let deepest = 16
  private static let ellipsis = "…"

  private let policy: PayloadPolicy
  private var text = ""
  private var depth = 0
  private var isCut = false

  init(policy: PayloadPolicy) { self.policy = policy }

  var result: String { isCut ? text + Self.ellipsis : text }

  mutating func write(_ value: Any) {
    guard !isCut else { return }
    let type = ObjectIdentifier(Swift.type(of: value))
    if policy.isHidden(type) { return put("<redacted>") }
    guard depth < Self.deepest else { return put(Self.ellipsis) }
    depth += 1
    defer { depth -= 1 }
    parts(of: policy.redacted(value, type))
  }

  private mutating func parts(of value: Any) {
    if let string = value as? String { return put("\"\(string)\"") }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return put("nil") }
      write(wrapped.value)
    case .enum: writeCase(value, mirror)
    case .collection, .set: list("[", mirror.children, "]")
    case .dictionary: dictionary(mirror)
    case .tuple: list("(", mirror.children, ")")
    case .struct, .class, .foreignReference: list("\(mirror.subjectType)(", mirror.children, ")")
    case nil:
      // Numbers and their like; also functions and types, which have no payload.
      if mirror.children.isEmpty {
        put("\(value)")
      } else {
        list("\(mirror.subjectType)(", mirror.children, ")")
      }
    @unknown default: list("\(mirror.subjectType)(", mirror.children, ")")
    }
  }

  private mutating func writeCase(_ value: Any, _ mirror: Mirror) {
    guard let child = mirror.children.first, let name = child.label else {
      return put(".\(value)")
    }
    put(".\(name)")
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple {
      list("(", payload.children, ")")
    } else {
      list("(", [(nil, child.value)], ")")
    }
  }

  private mutating func dictionary(_ mirror: Mirror) {
    put("[")
    for (index, entry) in mirror.children.enumerated() {
      guard !isCut else { return }
      if index > 0 { put(", ") }
      let parts = Array(Mirror(reflecting: entry.value).children)
      guard parts.count == 2 else { continue }
      write(parts[0].value)
      put(": ")
      write(parts[1].value)
    }
    put("]")
  }

  private mutating func list(
    _ start: String, _ children: some Collection<Mirror.Child>, _ end: String
  ) {
    put(start)
    for (index, child) in children.enumerated() {
      guard !isCut else { return }
      if index > 0 { put(", ") }
      // The parts of a tuple without labels are called `.0`, `.1`.
      if let label = child.label, !label.hasPrefix(".") { put("\(label): ") }
      write(child.value)
    }
    put(end)
  }

  private mutating func put(_ part: String) {
    guard !isCut else { return }
    let room = policy.limit - text.utf8.count
    guard part.utf8.count > room else {
      text += part
      return
    }
    isCut = true
    // What fits, up to the last whole scalar.
    for scalar in part.unicodeScalars {
      guard text.utf8.count + UTF8.width(scalar) <= policy.limit else { return }
      text.unicodeScalars.append(scalar)
    }
  }
}
