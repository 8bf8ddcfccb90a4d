extension Sequence {
  /// The elements, without those of which one before has the same key.
  func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once.
  var distinct: [Element] { distinct { $0 } }

  /// The elements, with all that they lead to.
  func closed(_ next: (Element) -> some Sequence<Element>) -> Set<Element> {
    var found = Set(self)
    var open = Array(found)
    while let element = open.popLast() {
      for other in next(element) where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}
