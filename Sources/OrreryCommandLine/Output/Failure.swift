/// Why the tool stops: what is wrong, where, and what to do.
struct Failure: Error, Hashable, Sendable {
  var status: ExitStatus
  /// The file, with a line where there is one: `.orrery.yml:3`.
  var place: String?
  /// What is wrong, as a sentence without its full stop.
  var message: String
  /// What to do about it.
  var advice: String?

  init(
    _ status: ExitStatus, at place: String? = nil, _ message: String,
    advice: String? = nil
  ) {
    self.status = status
    self.place = place
    self.message = message
    self.advice = advice
  }

  init(at place: String? = nil, _ message: String, advice: String? = nil) {
    self.init(.failed, at: place, message, advice: advice)
  }

  /// The one line that the user reads.
  var line: Styled {
    var line: Styled = "\("error:", .red) "
    if let place { line += "\(place): " }
    line += "\(message)"
    if let advice { line += "; \(advice)" }
    return line
  }
}
