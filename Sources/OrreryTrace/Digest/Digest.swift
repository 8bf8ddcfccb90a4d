/// SHA-256, as FIPS 180-4 defines it.
///
/// swift-crypto would add BoringSSL to the build of everyone who records a machine; what is hashed
/// here is a few kilobytes of names, and guards nothing secret.
public enum Digest {
  /// The digest as 64 hexadecimal digits in lower case.
  ///
  /// - Complexity: O(*n*) time, constant memory.
  public static func sha256Hex(of bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    // Other modules call this for a type that the compiler does not know here: bytes in a row spare
    // it a call for each of them.
    let row: Void? = bytes.withContiguousStorageIfAvailable {
      hash.update(UnsafeRawBufferPointer($0))
    }
    if row == nil { for byte in bytes { hash.update(byte) } }
    return hash.finish().map(hex).joined()
  }

  /// The digest of lines, each ended by a newline.
  package static func sha256Hex(ofLines lines: [String]) -> String {
    var hash = SHA256()
    for var line in lines {
      line.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
      hash.update(0x0A)
    }
    return hash.finish().map(hex).joined()
  }

  /// The digest of lines in the order of their bytes, each of them once.
  package static func sha256Hex(ofSorted lines: [String]) -> String {
    // The order of texts is that of their bytes where these are ASCII, and is found faster.
    let isPlain = lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    let sorted =
      isPlain ? lines.sorted() : lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var unique: [String] = []
    for line in sorted where unique.last.map({ !$0.utf8.elementsEqual(line.utf8) }) ?? true {
      unique.append(line)
    }
    return sha256Hex(ofLines: unique)
  }

  private static func hex(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
