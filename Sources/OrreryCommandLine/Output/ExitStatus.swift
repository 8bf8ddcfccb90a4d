/// How a run of the tool ended, as its caller sees it.
enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// Input that cannot be read, output that cannot be written, or a bug.
  case failed = 1
  /// Wrong arguments or a wrong configuration.
  case usage = 2
  /// What is written does not match the source, or what ran contradicts it.
  case drift = 3
  /// Parts that could not be decided, where `--strict` asks for it.
  case unresolved = 4
}
