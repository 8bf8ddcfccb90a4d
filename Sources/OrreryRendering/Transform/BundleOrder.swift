import OrreryModel

/// The order in which edges are drawn: by the states, then by what the labels say.
struct BundleOrder {
  private let ranks: [String: Int]

  /// - Parameter names: The states in the order of the picture.
  init(_ names: [String]) {
    ranks = Dictionary(zip(names, 0...)) { first, _ in first }
  }

  func sorted(_ bundles: [Bundle]) -> [Bundle] {
    bundles.map { (key: Key(places: places($0), words: Self.words($0)), bundle: $0) }
      .sorted { $0.key < $1.key }
      .map(\.bundle)
  }

  private struct Key: Comparable {
    var places: [Int]
    var words: [String]

    static func < (one: Key, other: Key) -> Bool {
      one.places == other.places
        ? one.words.lexicographicallyPrecedes(other.words)
        : one.places.lexicographicallyPrecedes(other.places)
    }
  }

  private func places(_ bundle: Bundle) -> [Int] {
    let source =
      switch bundle.source {
      case .state(let name): [0, rank(name)]
      case .any(let names): [1] + names.map(rank)
      }
    return source + [-1] + place(bundle.target)
  }

  private func place(_ target: Bundle.Target) -> [Int] {
    switch target {
    case .same: [0]
    case .end(.state(let name)): [1, rank(name)]
    case .end(.unknown), .end(.untold): [2]
    case .end(.trap): [3]
    case .end(.thrown): [4]
    }
  }

  private func rank(_ name: String) -> Int { ranks[name] ?? ranks.count }

  private static func words(_ bundle: Bundle) -> [String] {
    let row = bundle.transition
    let style = bundle.style
    return [
      row.event.name, row.guard.map { "1\($0)" } ?? "0", row.effect?.description ?? "",
      style.origin.rawValue, style.kind.rawValue, style.certainty.rawValue,
      style.verdict?.rawValue ?? "", style.change?.rawValue ?? "",
    ]
  }
}
