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
    let isRow = bytes.withContiguousStorageIfAvailable { for byte in $0 { hash.update(byte) } }
    if isRow == nil { for byte in bytes { hash.update(byte) } }
    return hash.finish().map(hex).joined()
  }

  private static func hex(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
