import Foundation
import OrreryModel
import OrreryModelFile
import Testing

@testable import OrreryRendering

/// Reads pictures back: each arrow has to say exactly the rows that it stands for.
///
/// The machines are those of `Samples/`, and of any models that `ORRERY_MODELS` names, files of
/// `orrery extract --format json` with colons between them.
@Suite("A picture, unfolded") struct UnfoldingTests {
  private static func machines() throws -> [Machine] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let samples = try Workbench([:]).run(
      "extract", root.appendingPathComponent("Samples").path, "--format", "json")
    let more = ProcessInfo.processInfo.environment["ORRERY_MODELS"]?.split(separator: ":") ?? []
    let texts =
      try [samples.output]
      + more.map { try String(contentsOfFile: String($0), encoding: .utf8) }
    return try texts.flatMap { try ModelFile.decode($0).machines }
  }

  @Test("says exactly the rows of the machine", arguments: [Detail.moves, .guards, .all])
  func rows(detail: Detail) throws {
    let machines = try Self.machines()
    #expect(machines.count > 8)
    for machine in machines {
      var options = RenderOptions()
      options.detail = detail
      let diagram = Diagram(machine, options: options)
      #expect(diagram.account.count == machine.transitions.count, "\(machine.id)")
      let reading = Reading(machine, diagram)
      for edge in diagram.edges where !edge.ordinals.isEmpty {
        #expect(
          reading.drawn(edge) == reading.declared(edge), "\(machine.id), \(edge.id), \(detail)")
      }
    }
  }
}

/// What a picture says, as pairs of states.
private struct Reading {
  struct Claim: Hashable {
    var from: String
    var to: String
  }

  let machine: Machine
  let diagram: Diagram
  private let nodes: [String: Diagram.Node]
  private var ids: [String: String] = [:]

  init(_ machine: Machine, _ diagram: Diagram) {
    (self.machine, self.diagram) = (machine, diagram)
    nodes = Dictionary(diagram.nodes.map { ($0.id, $0) }) { first, _ in first }
    let properties = Dictionary(
      diagram.nodes.filter { $0.kind == .property }.map { ($0.tooltip, $0.id) }
    ) { first, _ in first }
    let states = diagram.nodes.filter { $0.kind == .state }
    let names =
      machine.states.map(\.name)
      + machine.transitions.flatMap { [$0.from, $0.to].compactMap(\.self) }
    for name in Set(names) {
      let property = machine.region(of: name).flatMap { properties[$0.name] }
      ids[name] =
        property
        ?? states.first { $0.tooltip == name || $0.tooltip.hasPrefix(name + ": ") }?.id
    }
  }

  /// The claims of the rows that an edge stands for.
  func declared(_ edge: Diagram.Edge) -> Set<Claim> {
    Set(
      edge.ordinals.map { ordinal in
        let row = machine.transitions[ordinal]
        let from = ids[row.from] ?? row.from
        if nodes[edge.target]?.kind == .state, let to = row.to {
          return Claim(from: from, to: ids[to] ?? to)
        }
        // Where it ends is no state: a row stays in its own, or leads to what the node says.
        return Claim(from: from, to: edge.isLoop ? from : edge.target)
      })
  }

  /// The claims that a reader takes from an edge.
  func drawn(_ edge: Diagram.Edge) -> Set<Claim> {
    Set(
      sources(edge).map { Claim(from: $0, to: edge.isLoop ? $0 : edge.target) })
  }

  private func sources(_ edge: Diagram.Edge) -> [String] {
    guard let node = nodes[edge.source] else { return [] }
    switch node.kind {
    case .any: return node.covers.filter { edge.isLoop || $0 != edge.target }
    case .choice: return diagram.edges.filter { $0.target == node.id }.flatMap(sources)
    default: return [node.id]
    }
  }
}
