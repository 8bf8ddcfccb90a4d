import Foundation
import OrreryTrace

extension String {
  /// The first digits of the text's SHA-256.
  var fingerprint: String { String(Digest.sha256Hex(of: utf8).prefix(32)) }

  /// A path as RFC 3986 has it.
  var asURI: String {
    addingPercentEncoding(
      withAllowedCharacters: CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"))
      ?? self
  }
}
