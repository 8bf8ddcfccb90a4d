import ArgumentParser

/// A command that does something, as opposed to one that only groups others.
protocol Verb: ParsableCommand {
  var consoleOptions: ConsoleOptions { get }

  func run(in context: Context) throws(Failure) -> ExitStatus
}

/// A verb that keeps the machines which it builds for the next run.
protocol CachingVerb: Verb {
  var cacheOptions: CacheOptions { get }
}

/// What a verb works with.
struct Context {
  var console: Console
  var project: Project
  /// This program's own file, to be started once more for what has to be stoppable; nothing where
  /// the tool runs inside of another program.
  var program: String?
  /// The variables of the process.
  var environment: [String: String] = [:]
  /// What is kept of machines; nothing where nothing shall be.
  var cache: CacheOptions?
}
