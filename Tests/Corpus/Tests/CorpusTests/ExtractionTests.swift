import Foundation
import Testing

@Suite("Extraction of machines that others wrote")
struct ExtractionTests {
  @Test(
    "finds each listed machine under its own name, or says why not", arguments: ListedMachine.all)
  func finds(_ listed: ListedMachine) throws {
    let model = try ModelFile.corpus.get()
    guard let machine = model.machine(listed) else {
      let explanation = model.explanation(of: listed)
      #expect(explanation != nil, "no machine \(listed.id), and no diagnostic that mentions it")
      return
    }
    #expect(machine.file.hasSuffix(listed.file))
    #expect(machine.states.count >= 2)
    #expect(!machine.events.isEmpty)
    #expect(!machine.transitions.isEmpty)
  }

  @Test("finds nine out of ten of them")
  func findsMost() throws {
    let model = try ModelFile.corpus.get()
    let found = ListedMachine.all.filter { model.machine($0) != nil }
    #expect(found.count * 10 >= ListedMachine.all.count * 9)
    print(Report(model).text)
  }

  @Test("gives every machine a name of its own")
  func uniqueNames() throws {
    let ids = try ModelFile.corpus.get().machines.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("writes no transition between states or on events that the machine does not have")
  func closed() throws {
    for machine in try ModelFile.corpus.get().machines {
      let states = Set(machine.states.map(\.name))
      let events = Set(machine.events.map { "\($0.origin).\($0.name)" })
      for transition in machine.transitions {
        let place = "\(transition.file):\(transition.line)"
        #expect(states.contains(transition.from), "\(place): from \(transition.from)")
        #expect(transition.to.map(states.contains) ?? true, "\(place): to \(transition.to ?? "?")")
        #expect(
          events.contains("\(transition.origin).\(transition.event)"),
          "\(place): on \(transition.event)")
      }
    }
  }

  @Test("lists every transition without a target")
  func unresolvedAreListed() throws {
    let leaves: Set<String> = ["trap", "throw", "reject"]
    for machine in try ModelFile.corpus.get().machines {
      let open = machine.transitions.filter { $0.to == nil && !leaves.contains($0.kind) }
      #expect(open.allSatisfy { $0.certainty == "unresolved" }, "\(machine.id)")
      let listed = Set(machine.unresolved.map(\.line))
      #expect(open.allSatisfy { listed.contains($0.line) }, "\(machine.id)")
    }
  }

  @Test("points into files that exist, at lines that they have")
  func places() throws {
    var lengths: [String: Int] = [:]
    for machine in try ModelFile.corpus.get().machines {
      for transition in machine.transitions {
        let length = try lengths[transition.file] ?? lineCount(transition.file)
        lengths[transition.file] = length
        #expect((1...length).contains(transition.line), "\(transition.file):\(transition.line)")
      }
    }
  }

  @Test("gives the same bytes again, whatever the order of its arguments")
  func deterministic() throws {
    let first = try ModelFile.extract(Orrery.sources).bytes
    #expect(try ModelFile.extract(Orrery.sources.reversed()).bytes == first)
  }

  /// The length of a file that the model names, whether its path is absolute or starts at the
  /// root of its package.
  private func lineCount(_ path: String) throws -> Int {
    let candidates = [path] + Orrery.sources.map { "\($0)/../\(path)" }
    guard
      let text = candidates.lazy.compactMap({ try? String(contentsOfFile: $0, encoding: .utf8) })
        .first
    else { throw Failure(message: "no file at \(path)") }
    return text.split(separator: "\n", omittingEmptySubsequences: false).count
  }
}
