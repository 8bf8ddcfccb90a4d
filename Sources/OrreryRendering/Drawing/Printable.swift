extension String {
  /// The text on one line, without characters that have no shape or that reorder their neighbours.
  ///
  /// White space becomes one space; controls, direction overrides and non-characters become `�`,
  /// so that no format's line structure and no terminal can be steered from a name.
  package var printable: String {
    if isPlain { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.shape {
      case .visible: result.append(scalar)
      case .space: if result.last != " " { result.append(" ") }
      case .steering: result.append("\u{FFFD}")
      }
    }
    return String(result).trimmed
  }
}

extension Unicode.Scalar {
  fileprivate enum Shape {
    case visible, space, steering
  }

  fileprivate var shape: Shape {
    switch value {
    case 0x20, 0x09...0x0D, 0x85, 0x2028, 0x2029: .space
    case 0...0x1F, 0x7F...0x9F, 0xFEFF, 0xFFF9...0xFFFB: .steering
    // Direction marks, embeddings, overrides and isolates.
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: .steering
    case 0xFDD0...0xFDEF, 0xE0000...0xE0001: .steering
    default: value & 0xFFFE == 0xFFFE ? .steering : .visible
    }
  }
}
