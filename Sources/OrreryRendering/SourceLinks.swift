import OrreryModel

/// Makes addresses of places in source files, for links in pictures and documents.
public struct SourceLinks: Hashable, Sendable {
  /// What stands before the path: `https://github.com/owner/name/blob/main/`, or `../` for a folder
  /// beside the pictures.
  public var prefix: String
  /// What stands between the path and the line.
  public var anchor: String

  public init(prefix: String, anchor: String = "#L") {
    self.prefix = prefix
    self.anchor = anchor
  }

  /// The address of a line, after https://www.rfc-editor.org/rfc/rfc3986#section-2.
  func address(of location: SourceLocation) -> String {
    var path = ""
    for byte in location.file.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII,
        character.isLetter || character.isNumber || "-._~/+@".contains(character)
      {
        path.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        path += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return "\(prefix)\(path)\(anchor)\(location.line)"
  }
}
