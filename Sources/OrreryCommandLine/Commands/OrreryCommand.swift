import ArgumentParser

/// The root of all verbs.
struct OrreryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orrery",
    abstract: "Draws, documents and checks Swift state machines, from source and from traces.",
    discussion: """
      orrery reads the machines that Swift source declares and the traces of their runs, and shows \
      both as one model.

      Defaults come from .orrery.yml in the working directory or above it.

      Exit codes: 0 fine; 1 the tool failed; 2 wrong usage or configuration; 3 drift, findings \
      of lint, coverage under its threshold, or a run that contradicts the declaration; 4 unresolved parts under \
      --strict.

      Example: orrery draw Sources --format svg --output Diagrams
      """,
    version: "0.1.0",
    subcommands: [
      ExtractCommand.self, DrawCommand.self, DocsCommand.self, CheckCommand.self,
      DiffCommand.self, LintCommand.self, TraceCommand.self, InspectCommand.self,
      NamesCommand.self, InitCommand.self, LayoutCommand.self,
    ])
}

/// The group of verbs about recorded traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Reads recorded traces.",
    discussion: """
      A program records a trace when it is run with ORRERY_TRACE=path.

      Example: orrery trace summary run.jsonl
      """,
    subcommands: [
      TraceSummaryCommand.self, TraceShowCommand.self, TraceSequenceCommand.self,
      TraceTimelineCommand.self, TraceConformCommand.self, TraceCoverageCommand.self,
      TraceDiffCommand.self, TraceExportCommand.self,
    ])
}
