/// The last of many things, in order.
struct LastSteps<Element> {
  private let limit: Int
  private var elements: [Element] = []
  private var start = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ element: Element) {
    guard limit > 0 else { return }
    if elements.count < limit {
      elements.append(element)
    } else {
      elements[start] = element
      start = (start + 1) % limit
    }
  }

  var all: [Element] { Array(elements[start...] + elements[..<start]) }
}
