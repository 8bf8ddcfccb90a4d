import OrreryTrace

extension Header {
  /// Whether this is the header of a further part of a log that was cut into parts.
  func continues(_ other: Header) -> Bool { run == other.run && pid == other.pid }
}
