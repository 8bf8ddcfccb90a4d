import OrreryModel
import OrreryRendering

/// Machines that are built from others.
extension Samples {
  /// A state in which another machine runs, and one that always runs.
  static let session: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Session", "Session", .composable)
    machine.states = [
      State("signedOut", isInitial: true), State("signingIn"), State("browsing", isFinal: true),
    ]
    machine.initial = "signedOut"
    machine.transitions = [
      edge("signedOut", "signInTapped", to: "signingIn"),
      edge("signingIn", "finished", .child, to: "browsing", .run(".load")),
      edge("signingIn", "cancelTapped", to: "signedOut"),
      edge("signingIn", "helpTapped", to: "signingIn", .run(".openHelp"), kind: .stay),
    ]
    machine.children = [
      Child(machine: "App.Credentials", via: .ifLet, path: "signingIn"),
      Child(machine: "App.Toolbar", via: .scope, path: "toolbar"),
    ]
    return machine
  }()

  static let credentials: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Credentials", "Credentials", .composable)
    machine.states = [State("typing", isInitial: true), State("checking", isStable: false)]
    machine.initial = "typing"
    machine.transitions = [
      edge("typing", "submit", to: "checking", .run(".check")),
      edge("checking", "refused", .ioResult, to: "typing"),
      edge("checking", "submit", to: "checking", kind: .ignore),
    ]
    return machine
  }()

  static let toolbar: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Toolbar", "Toolbar", .composable)
    machine.states = [State("shown", isInitial: true), State("hidden")]
    machine.initial = "shown"
    machine.transitions = [
      edge("shown", "toggle", to: "hidden"), edge("hidden", "toggle", to: "shown"),
    ]
    return machine
  }()

  /// All machines of the session, drawn to that depth, with a page for each.
  static func nested(depth: Int) -> RenderOptions {
    var options = RenderOptions()
    options.nested = NestedMachines([session, credentials, toolbar])
    options.nested.depth = depth
    for machine in [session, credentials, toolbar] { options.nested.pages[machine.id] = machine.id }
    return options
  }

  /// A struct state whose two properties change independently.
  static let screen: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Screen", "Screen", .composable)
    machine.stateKind = .struct
    let tabs = ["home", "cart", "profile"]
    machine.regions = [
      Region(name: "tab", states: tabs.map { "tab=\($0)" }, initial: "tab=home"),
      Region(name: "sheet", states: ["sheet=nil", "sheet=some"], initial: "sheet=nil"),
    ]
    machine.states = machine.regions.flatMap { region in
      region.states.map { State($0, isInitial: $0 == region.initial) }
    }
    for tab in tabs {
      machine.transitions += tabs.map { target in
        edge(
          "tab=\(tab)", "selected.\(target)", to: "tab=\(target)",
          kind: target == tab ? .ignore : .move)
      }
      machine.transitions.append(
        edge("tab=\(tab)", "refreshed", to: "tab=\(tab)", .run(".reload"), kind: .stay))
    }
    machine.transitions += [
      edge("sheet=nil", "toggled", to: "sheet=some"),
      edge("sheet=some", "toggled", to: "sheet=nil"),
    ]
    for index in machine.transitions.indices { machine.transitions[index].step = index }
    return machine
  }()
}
