import OrreryLowering

/// The machines that files declare, by what stands in them.
package struct Recognition {
  package let index: SourceIndex
  /// The machines of every style, also enums that another machine turns out to hold; a type that a
  /// more special style claims is left to it.
  package let sites: [Site]
  /// The models that are made of these.
  package let models: [CompositeModel]
  /// The style of what changes a state that it keeps; what all types share is found once.
  let mutating: MutatingStyle

  package init(of index: SourceIndex) {
    self.index = index
    mutating = MutatingStyle(index: index)
    sites = Self.sites(in: index, mutating)
    models = CompositeStyle(index: index).models(beside: sites)
  }

  /// The machines, and the models that are made of them.
  var all: [Site] { sites + models.map(\.site) }

  private static func sites(in index: SourceIndex, _ mutating: MutatingStyle) -> [Site] {
    let reducers = ReducerStyle(index: index)
    let composed = reducers.transitionSites() + ComposableStyle(index: index).sites()
    // A closure that a feature's body calls for is that feature's.
    let walked = Set(composed.flatMap(\.handlers).flatMap { [$0] + $0.next }.map(\.body.id))
    let closures = ClosureStyle(index: index).sites().filter { site in
      site.handlers.allSatisfy { !walked.contains($0.body.id) }
    }
    let direct =
      composed + closures + mutating.arranged(reducers.functionSites(), beside: mutating.sites())
    let known = direct + mutating.structSites(beside: direct)
    let tables = RouteTables(index: index).sites() + ActionTables(index: index).sites(beside: known)
    let own = (known + tables).filter { !$0.file.isGenerated }
    let all = SharedNames.told(apart: own + mutating.openSites(beside: own), in: index)
    let referrers = Referrers(of: all, style: mutating)
    return referrers.machines(of: all).map { $0.tellingFunctionsApart() }
  }

  /// Whether an enum that is the state of a machine, and changes itself, is part of it alone.
  package func claimsState(_ site: Site) -> Bool {
    switch site.holder {
    case .parameter: true
    case .selfValue: false
    default: !mutating.isMachine(site.state)
    }
  }

  /// The types, as `Module.Outer.Inner`, that machines are made of, and those of the properties that
  /// are told to be no machine.
  package var toldTypes: Set<String> {
    let properties = Unrecognised(style: mutating, sites: all).properties
    var parts = MachineParts(index: index)
    return all.reduce(into: Set(properties.map(\.state))) { $0.formUnion(parts.parts(of: $1)) }
  }
}
