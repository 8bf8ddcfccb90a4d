import Foundation

/// When to use colours.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The two streams of a run: data on the one, everything said about it on the other.
public final class Console {
  /// Where bytes go.
  public struct Stream {
    /// Whether a person reads along.
    public var isTerminal: Bool
    public var write: (String) throws -> Void

    public init(isTerminal: Bool = false, write: @escaping (String) throws -> Void) {
      self.isTerminal = isTerminal
      self.write = write
    }
  }

  private let output: Stream
  private let messages: Stream
  private let environment: [String: String]
  /// Whether notes, warnings and progress are left out.
  var isQuiet = false
  var color = ColorChoice.auto
  /// The first thing that went wrong with the output; a run that lost its output has failed.
  private(set) var outputError: Failure?

  init(output: Stream, messages: Stream, environment: [String: String]) {
    self.output = output
    self.messages = messages
    self.environment = environment
  }

  // MARK: Data

  /// Writes a line of a report.
  func show(_ line: Styled = "") {
    put(line.text(colored: usesColor(output)) + "\n")
  }

  /// Writes text that a program may read; only on a terminal is it made harmless first.
  func data(_ text: String) {
    put(output.isTerminal ? text.harmless(keepingLines: true) : text)
  }

  private func put(_ text: String) {
    guard outputError == nil else { return }
    do {
      try output.write(text)
    } catch {
      outputError = Failure(
        "cannot write to the standard output (\(error.reason))",
        advice: "is the disk full or the reader gone?")
    }
  }

  // MARK: Messages

  func note(_ line: Styled) {
    if !isQuiet { say(line) }
  }

  func warn(_ line: Styled) {
    if !isQuiet { say("\("warning:", .yellow) \(line)") }
  }

  func report(_ failure: Failure) { say(failure.line) }

  func say(_ line: Styled) {
    // Nothing is left to complain to where this fails.
    try? messages.write(line.text(colored: usesColor(messages)) + "\n")
  }

  /// Whether a progress bar has a reader.
  var showsProgress: Bool { messages.isTerminal && !isQuiet }

  /// Writes over the current line of the messages; an empty text clears it.
  func progress(_ text: String) {
    try? messages.write("\r\u{1B}[K" + text.harmless(keepingLines: false))
  }

  private func usesColor(_ stream: Stream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      stream.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        && environment["TERM"] != "dumb"
    }
  }
}

extension Error {
  /// What the system says, without the wrapping of its error type.
  var reason: String {
    let error = self as NSError
    let posix = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if posix.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(posix.code))) }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "no permission"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileWriteVolumeReadOnly: return "the disk is read-only"
    default: return error.localizedDescription
    }
  }
}
