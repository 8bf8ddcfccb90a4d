import OrreryModel

// What events are called that have no name in the source: what follows a wait, and closures.

extension Continuation {
  private static let signs: Set<Character> = ["?", "!", "$"]

  /// The callee without the machine before it, and without the signs of optional chaining and of
  /// projected values: `socket.receive` of `self.socket?.receive`, `player.isOn` of `player.$isOn`.
  var name: String {
    let own = ["self.", "self?."].first { callee.hasPrefix($0) }
    let rest = callee.dropFirst(own?.count ?? 0)
    let chain = rest.prefix { $0 != "(" }
    guard chain.contains(where: Self.signs.contains) else { return String(rest) }
    return chain.filter { !Self.signs.contains($0) } + rest.dropFirst(chain.count)
  }
}

extension HandlerWalk.Report {
  /// What follows a wait belongs to the base name of a method: `open#wire.ask` of
  /// `open(_:)#wire.ask`.
  mutating func dropLabels() {
    for index in outcomes.indices {
      let name = outcomes[index].event.name
      let method = name.prefix { $0 != "#" }
      guard method.count < name.count, method.last == ")" else { continue }
      let base = String(method.prefix { $0 != "(" })
      outcomes[index].event.name = base + name.dropFirst(method.count)
    }
  }
}

extension String {
  /// The name of one of several that nothing else tells apart, by its place among them from 1:
  /// `load#api.get`, `load#api.get (2)`.
  func numbered(_ place: Int) -> String { place > 1 ? "\(self) (\(place))" : self }
}
