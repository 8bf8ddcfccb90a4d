extension String {
  /// The text that bytes are, or nothing where they are not UTF-8.
  @inlinable @inline(__always)
  package init?(utf8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      // What is not UTF-8 is repaired, and is other bytes then.
      self.init(decoding: bytes, as: UTF8.self)
      guard utf8.elementsEqual(bytes) else { return nil }
    }
  }
}
