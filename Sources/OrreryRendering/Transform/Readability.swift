import OrreryModel

/// Whether a picture is small enough to be read at a glance: few arrows, and not much text at them.
struct Readability {
  private var arrows: Set<Place> = []
  private var hasLoops = false
  private var lines = 0
  private var choices = 0

  /// As many arrows as people draw by hand before they split a picture.
  private static let arrowLimit = 14
  /// An arrow takes as much of a reader's time as two lines of text.
  private static let limit = 64

  private struct Place: Hashable {
    var source: Bundle.Source
    var target: Bundle.Target
    var style: EdgeStyle
  }

  private struct Trunk: Hashable {
    var source: Bundle.Source
    var style: EdgeStyle
    var events: [Event.ID]

    init(_ bundle: Bundle) {
      (source, style, events) = (bundle.source, bundle.style, bundle.choice)
    }
  }

  private struct Condition: Hashable {
    var place: Place
    var condition: String?
    var effect: Effect?
  }

  init(_ bundles: [Bundle], _ properties: Properties) {
    var told: Set<Condition> = []
    var trunks: Set<Trunk> = []
    defer { choices = trunks.count }
    for bundle in bundles {
      let row = bundle.transition
      let place = Place(source: bundle.source, target: bundle.target, style: bundle.style)
      switch Folding.Answer(bundle).target {
      case .same: hasLoops = true
      case .end(.untold): break
      case .end where properties.region(of: row.from) != nil: break
      case .end: arrows.insert(place)
      }
      if bundle.choice.isEmpty || trunks.insert(Trunk(bundle)).inserted {
        lines += row.event.name.isEmpty ? 0 : Self.lines(row.event.name)
      }
      let condition = Condition(place: place, condition: row.guard, effect: row.effect)
      guard told.insert(condition).inserted else { continue }
      lines += Self.lines(row.guard ?? "") + Self.lines(row.effect?.description ?? "")
    }
  }

  /// Whether nothing more should be left to the table.
  func suffices(_ detail: Detail) -> Bool {
    let strokes = arrows.count + choices
    if detail == .all, hasLoops, strokes > Self.arrowLimit { return false }
    return 2 * strokes + lines <= Self.limit
  }

  private static func lines(_ text: String) -> Int { (min(text.length, 90) + 29) / 30 }
}
