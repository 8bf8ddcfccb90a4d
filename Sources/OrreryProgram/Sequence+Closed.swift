extension Sequence {
  /// The elements, without those of which one before has the same key.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once.
  package var distinct: [Element] { distinct { $0 } }

  /// The elements, with all that they lead to.
  ///
  /// - Complexity: Linear in the number of elements and of what these lead to.
  package func closed(_ next: (Element) -> some Sequence<Element>) -> Set<Element> {
    var open = distinct
    var found = Set(open)
    while let element = open.popLast() {
      open += next(element).filter { found.insert($0).inserted }
    }
    return found
  }
}
