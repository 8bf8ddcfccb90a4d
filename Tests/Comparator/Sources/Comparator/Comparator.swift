import ArgumentParser
import Comparing
import Foundation

/// The program: reads both sides, prints the tables, and fails where something is lost.
@main
struct Comparator: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Comparator",
    abstract: "Compares what two builds of orrery extract from trees of source.",
    discussion: """
      A side is a build of orrery, the JSON of 'orrery extract', or a folder that --store wrote. \
      Every row gets one class; --classes explains them. The status is 1 where a machine or row is \
      lost or goes elsewhere, unless --accept covers it, and where a tree cannot be read.

      Example: Comparator --old rows --new .build/release/orrery trees/* --show lost:5
      """)

  @Option(help: ArgumentHelp("The side that is known.", valueName: "orrery|json|folder"))
  var old: String?

  @Option(help: ArgumentHelp("The side that is judged.", valueName: "orrery|json|folder"))
  var new: String?

  @Option(help: ArgumentHelp("Keep the results of the old side there.", valueName: "folder"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "A file of accepted classes and machines, 'SUBJECT: REASON' a line.", valueName: "file"))
  var accept: String?

  @Option(
    help: ArgumentHelp("Show rows of a class, 10 if no number is given.", valueName: "class[:n]"))
  var show: [String] = []

  @Option(help: ArgumentHelp("Show everything about one machine.", valueName: "id"))
  var machine: [String] = []

  @Flag(help: "Read the tests of the trees, too.")
  var tests = false

  @Flag(help: "Print the table of classes.")
  var classes = false

  @Argument(help: "The trees, by whose names results are stored; all that are stored if none.")
  var trees: [String] = []

  func validate() throws {
    if classes { return }
    if old == nil { throw ValidationError("name the old side with --old") }
    if new == nil, store == nil { throw ValidationError("name a new side, or a store to fill") }
  }

  func run() throws {
    if classes { print(Report.tableOfClasses) }
    guard let old else { return }
    let requests = try show.map { text throws(Failure) in try Examples.Request(text) }
    let acceptance = try accept.map { try Acceptance(Self.text(of: $0)) } ?? Acceptance()
    var run = try ComparatorRun(old: Source(old), new: new.map { try Source($0) })
    run.store = store.map { Store(folder: URL(filePath: $0)) }
    for tree in try Tree.all(named: trees, old: run.old, new: run.new, withTests: tests) {
      run.compare(tree)
    }
    if run.new != nil {
      tell(run, requests: requests, judgement: Judgement(run.compared, accepting: acceptance))
    }
    let passes = Judgement(run.compared, accepting: acceptance).passes
    if !passes || !run.failures.isEmpty { throw ExitCode(1) }
  }

  private func tell(_ run: ComparatorRun, requests: [Examples.Request], judgement: Judgement) {
    if run.compared.count != 1 {
      print("\n" + Report.text("All \(run.compared.count) trees", Tally(run.compared)))
    }
    for request in requests { print("\n" + Examples.text(request, in: run.compared)) }
    for id in machine { print("\n" + Examples.machine(id, in: run.compared)) }
    print("\n\(judgement)")
  }

  private static func text(of path: String) throws(Failure) -> String {
    String(decoding: try URL(filePath: path).contents(), as: UTF8.self)
  }
}
