import ArgumentParser
import Foundation

/// The tool, from its arguments to its exit code.
public enum OrreryMain {
  /// Runs the tool on the process's own arguments and streams, and ends the process.
  public static func main() -> Never {
    let status = run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment,
      output: .standard(.standardOutput), messages: .standard(.standardError),
      workingDirectory: FileManager.default.currentDirectoryPath,
      program: Bundle.main.executablePath)
    exit(status)
  }

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: Without the name of the program.
  ///   - output: Where data goes, and messages: where everything said about it goes.
  ///   - workingDirectory: The absolute path against which relative ones are resolved.
  ///   - program: This program's own file, where it may be started once more.
  /// - Returns: The exit code: 0 fine, 1 failed, 2 wrong usage or configuration, 3 drift or a run
  ///   that contradicts the declaration, 4 unresolved parts under `--strict`.
  public static func run(
    arguments: [String], environment: [String: String] = [:], output: Console.Stream,
    messages: Console.Stream, workingDirectory: String, program: String? = nil
  ) -> Int32 {
    let console = Console(output: output, messages: messages, environment: environment)
    let status: ExitStatus
    do {
      status = try perform(
        arguments, on: console, in: PathName.normalized(workingDirectory), program, environment)
    } catch {
      console.report(error)
      status = error.status
    }
    guard let lost = console.outputError else { return status.rawValue }
    console.report(lost)
    return lost.status.rawValue
  }

  private static func perform(
    _ arguments: [String], on console: Console, in folder: String, _ program: String?,
    _ environment: [String: String]
  ) throws(Failure) -> ExitStatus {
    let verb: any Verb
    do {
      var command = try OrreryCommand.parseAsRoot(arguments)
      guard let parsed = command as? any Verb else {
        // What is no verb only answers with help, which it throws.
        try command.run()
        return .fine
      }
      verb = parsed
    } catch {
      return answer(error, to: arguments, on: console)
    }
    console.isQuiet = verb.consoleOptions.quiet
    console.color = verb.consoleOptions.color
    return try verb.run(
      in: Context(
        console: console, project: Project(workingDirectory: folder), program: program,
        environment: environment, cache: (verb as? any CachingVerb)?.cacheOptions))
  }

  /// Help and completion scripts are asked for, and go to the output; the rest is wrong usage.
  private static func answer(
    _ error: any Error, to arguments: [String], on console: Console
  ) -> ExitStatus {
    let message = OrreryCommand.fullMessage(for: error)
    if OrreryCommand.exitCode(for: error).isSuccess {
      console.data(message + "\n")
      return .fine
    }
    let prefix = "Error: "
    var text = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    if let (word, verb) = misspelledVerb(in: arguments) {
      let usage = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      text = (["'\(word)' is no verb; did you mean '\(verb)'?"] + usage).joined(separator: "\n")
    }
    console.say("\("error:", .red) " + Styled(lines: text))
    return .usage
  }

  /// A word where a verb should stand, and the verb that is closest to it.
  private static func misspelledVerb(in arguments: [String]) -> (word: String, verb: String)? {
    var command: any ParsableCommand.Type = OrreryCommand.self
    for word in arguments {
      let verbs = command.configuration.subcommands
      guard !verbs.isEmpty, !word.hasPrefix("-") else { return nil }
      guard let verb = verbs.first(where: { $0.configuration.commandName == word }) else {
        let shown = verbs.filter { $0.configuration.shouldDisplay }
        return Suggestion.closest(
          to: word, in: shown.compactMap { $0.configuration.commandName }
        ).map { (word, $0) }
      }
      command = verb
    }
    return nil
  }
}

extension Console.Stream {
  /// A stream of the process.
  fileprivate static func standard(_ handle: FileHandle) -> Self {
    Console.Stream(isTerminal: isatty(handle.fileDescriptor) == 1) { text in
      try handle.write(contentsOf: Data(text.utf8))
    }
  }
}
