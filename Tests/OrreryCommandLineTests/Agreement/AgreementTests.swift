import Foundation
import OrreryModel
import OrreryModelFile
import OrreryOracles
import OrreryTrace
import Testing

/// What other people's programs make of the same runs.
@Suite("Other programs agree")
struct AgreementTests {
  private static let machines = 40
  private static let runs = 6
  private static let steps = 25

  /// Random machines with their runs, and what Orrery says of them, in a folder for each.
  private func cases(on bench: Workbench, areJudged: Bool = false) throws {
    for number in 0..<Self.machines {
      var random = RandomRuns(seed: UInt64(number))
      let folder = "case\(number)"
      try bench.write(
        ModelFile.encode(Extract(machines: [random.machine])), to: "\(folder)/model.json")
      var logs: [String] = []
      for run in 0..<Self.runs {
        let name = "\(folder)/run\(run).jsonl"
        // In every run of an odd number one step is wrong.
        try bench.write(
          Log.text(random.run(number: run, steps: Self.steps, isBad: run % 2 == 1)), to: name)
        logs.append(name)
        guard areJudged else { continue }
        _ = bench.run(
          "trace", "conform", name, "--model", "\(folder)/model.json", "--format", "json", "-o",
          "\(folder)/conform\(run).json")
      }
      for arguments in [
        ["summary", "--format", "json", "-o", "\(folder)/summary.json"],
        ["export", "--format", "xes", "-o", "\(folder)/log.xes"],
      ] {
        let outcome = bench.run(["trace", arguments[0]] + logs + arguments.dropFirst())
        #expect(outcome.status == 0, "\(outcome.messages)")
      }
    }
  }

  private func figures(_ program: String, _ bench: Workbench) throws -> [String: Int] {
    let result = try Python.run(program, [bench.folder, "\(Self.machines)", "\(Self.runs)"])
    #expect(result.status == 0, "\(result.messages)")
    let last = result.output.split(separator: "\n").last ?? ""
    let figures = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Int]
    return try #require(figures)
  }

  @Test(
    "PM4Py reads the XES, counts what summary counts, and its token replay judges as conform does",
    .disabled(if: Python.isMissing("pm4py"), "skipped: no pm4py (pip install pm4py)"))
  func processMining() throws {
    let bench = try Workbench()
    try cases(on: bench, areJudged: true)
    let figures = try figures(Self.processMining, bench)
    #expect(figures["logs"] == Self.machines)
    #expect(figures["graphsThatDiffer"] == 0)
    #expect(figures["traces"] == Self.machines * Self.runs)
    #expect(figures["unfit"] == Self.machines * Self.runs / 2)
    #expect(figures["verdictsThatDiffer"] == 0)
  }

  @Test(
    "DuckDB counts the edges that summary counts",
    .disabled(if: Python.isMissing("duckdb"), "skipped: no duckdb (pip install duckdb)"))
  func database() throws {
    let bench = try Workbench()
    try cases(on: bench)
    let figures = try figures(Self.database, bench)
    #expect(figures["logs"] == Self.machines)
    #expect(figures["steps"] == Self.machines * Self.runs * Self.steps)
    #expect(figures["countsThatDiffer"] == 0)
  }

  @Test(
    "jq reads every line of a log and of what is made of it",
    .disabled(if: Tool("jq") == nil && !Tool.isRequired, "skipped: no jq (apt-get install jq)"))
  func lines() throws {
    let jq = try #require(Tool("jq"))
    let bench = try Workbench(["run.jsonl": Log.text(Log.family)])
    for format in ["jsonl", "chrome", "otlp"] {
      let text = bench.run("trace", "export", "run.jsonl", "--format", format).output
      let lines = try jq.run(["-c", "."], in: URL(filePath: bench.folder), input: text)
      let expected = format == "jsonl" ? Log.family.count : 1
      #expect(lines.split(separator: "\n").count == expected, "\(format)")
    }
  }

  private static let processMining = """
    import json, sys, collections
    import pm4py
    from pm4py.objects.petri_net.obj import PetriNet, Marking
    from pm4py.objects.petri_net.utils.petri_utils import add_arc_from_to
    from pm4py.algo.conformance.tokenreplay import algorithm as replay
    folder, machines, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found = collections.Counter(graphsThatDiffer=0, verdictsThatDiffer=0, unfit=0)

    def net_of(model, last):
        net = PetriNet("declared")
        places = {s["name"]: PetriNet.Place(s["name"]) for s in model["states"]}
        net.places.update(places.values())
        for edge in model["transitions"]:
            label = edge["from"] + "/" + edge["event"]
            t = PetriNet.Transition(label, label)
            net.transitions.add(t)
            add_arc_from_to(places[edge["from"]], t, net)
            target = edge["to"] if edge["kind"] == "move" else edge["from"]
            add_arc_from_to(t, places[target], net)
        return net, Marking({places[model["initial"]]: 1}), Marking({places[last]: 1})

    for number in range(machines):
        path = f"{folder}/case{number}"
        log = pm4py.read_xes(path + "/log.xes", variant="iterparse")
        graph = pm4py.discover_dfg(log, activity_key="orrery:to")[0]
        counted = collections.Counter()
        for edge in json.load(open(path + "/summary.json"))["machines"][0]["edges"]:
            counted[edge["from"], edge["to"]] += edge["steps"]
        found["logs"] += 1
        found["graphsThatDiffer"] += dict(graph) != dict(counted)
        model = json.load(open(path + "/model.json"))["machines"][0]
        steps = log[log["lifecycle:transition"] == "complete"].copy()
        steps["concept:name"] = steps["orrery:from"] + "/" + steps["concept:name"]
        for run in range(runs):
            one = steps[steps["case:concept:name"] == f"{run + 1}.1"]
            net = net_of(model, one.iloc[-1]["orrery:to"])
            parameters = {"consider_activities_not_in_model_in_fitness": True}
            result = replay.apply(pm4py.convert_to_event_log(one), *net, parameters=parameters)[0]
            fits = result["trace_is_fit"] and result["trace_fitness"] == 1.0
            fits = fits and set(one["concept:name"]) <= {t.label for t in net[0].transitions}
            conforms = json.load(open(f"{path}/conform{run}.json"))["conforms"]
            found["traces"] += 1
            found["unfit"] += not fits
            found["verdictsThatDiffer"] += fits != conforms
    print()
    print(json.dumps(found))
    """

  private static let database = """
    import collections, duckdb, json, sys
    folder, machines = sys.argv[1], int(sys.argv[2])
    columns = {key: "VARCHAR" for key in
               ["type", "machine", "from", "origin", "event", "to", "verdict"]}
    found = collections.Counter(countsThatDiffer=0)
    for number in range(machines):
        path = f"{folder}/case{number}"
        rows = duckdb.execute(f'''
          select machine, "from", origin, event, "to", verdict, count(*)
          from read_json(?, format='newline_delimited', columns={columns})
          where type = 'step' group by all''', [path + "/run*.jsonl"]).fetchall()
        summary = json.load(open(path + "/summary.json"))
        counted = {
            (m["machine"], e["from"], e["origin"], e["event"], e["to"], e["verdict"], e["steps"])
            for m in summary["machines"] for e in m["edges"]}
        found["logs"] += 1
        found["steps"] += sum(row[-1] for row in rows)
        found["countsThatDiffer"] += len(set(rows) ^ counted)
    print(json.dumps(found))
    """
}
