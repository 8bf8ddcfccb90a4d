import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A version of The Composable Architecture.
struct LibraryVersion: Hashable, Comparable, CustomStringConvertible {
  var major: Int
  var minor: Int

  init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  var description: String { "\(major).\(minor)" }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.major, lhs.minor) < (rhs.major, rhs.minor) }

  /// What tells that the library is not older than a version.
  struct Evidence {
    var version: LibraryVersion
    /// What the source says: `@ObservableState`; nothing where a manifest demands the version.
    var sign: String?
    var location: OrreryModel.SourceLocation

    /// As a clause of a message: `@ObservableState` in App.swift, line 3, needs 1.7.
    var text: String {
      let file = location.file.split(separator: "/").last.map(String.init) ?? location.file
      let place = "\(file), line \(location.line),"
      return sign.map { "`\($0)` in \(place) needs \(version)" } ?? "\(place) demands \(version)"
    }
  }

  /// Names that came with a version, the newest first.
  private static let attributes: [(name: String, version: LibraryVersion)] = [
    ("ObservableState", Self(1, 7)), ("Presents", Self(1, 7)), ("Reducer", Self(1, 4)),
  ]
  private static let types: [(name: String, version: LibraryVersion)] = [
    ("ReducerOf", Self(1, 0)), ("ReducerProtocol", Self(0, 41)),
  ]

  /// The newest version that the files need, and where they say so.
  ///
  /// - Complexity: Linear in the size of the files that say one of the names.
  static func evidence(in files: [SourceFile]) -> Evidence? {
    let required = manifestEvidence(in: files)
    let used = usedEvidence(in: files)
    guard let required, let used else { return required ?? used }
    return required.version > used.version ? required : used
  }

  /// Whether the files are the library itself, which keeps and tests what it deprecates.
  ///
  /// - Complexity: Linear in the number of files.
  static func isDeclared(in files: [SourceFile]) -> Bool {
    files.contains { file in
      file.words.contains(Word("StoreOf"))
        && file.tree.statements.contains {
          $0.item.as(TypeAliasDeclSyntax.self)?.name.text == "StoreOf"
        }
    }
  }

  private static func usedEvidence(in files: [SourceFile]) -> Evidence? {
    for (name, version) in attributes {
      guard let place = files.firstAttribute(name) else { continue }
      return Evidence(version: version, sign: "@\(name)", location: place)
    }
    for (name, version) in types {
      for file in files where file.words.contains(Word(name)) {
        let types = file.tree.descendants(IdentifierTypeSyntax.self)
        guard let type = types.first(where: { $0.name.text == name }) else { continue }
        return Evidence(version: version, sign: name, location: file.location(of: type))
      }
    }
    return nil
  }

  /// What package manifests demand: `.package(url: "…/swift-composable-architecture", from: "1.9.0")`.
  private static func manifestEvidence(in files: [SourceFile]) -> Evidence? {
    let manifests = files.filter {
      $0.words.contains(Word("PackageDescription")) && $0.words.contains(Word("composable"))
    }
    return manifests.flatMap { file in
      file.tree.calls(of: ["package"]).compactMap { call -> Evidence? in
        guard
          call.arguments.contains(where: {
            $0.expression.literalText?.hasSuffix("swift-composable-architecture") ?? false
          }), let version = minimum(of: call)
        else { return nil }
        return Evidence(version: version, sign: nil, location: file.location(of: call))
      }
    }.max { $0.version < $1.version }
  }

  private static func minimum(of call: FunctionCallExprSyntax) -> LibraryVersion? {
    for text in call.descendants(StringLiteralExprSyntax.self).compactMap({
      ExprSyntax($0).literalText
    }) {
      let numbers = text.split(separator: ".").map { Int($0) }
      guard numbers.count == 3, let major = numbers[0], let minor = numbers[1] else { continue }
      return LibraryVersion(major, minor)
    }
    return nil
  }
}

extension ExprSyntax {
  /// What a string literal without interpolations says.
  var literalText: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension [SourceFile] {
  /// The first place where an attribute of a name is written.
  ///
  /// - Complexity: Linear in the size of the files that say the name, up to the first place.
  func firstAttribute(_ name: String) -> OrreryModel.SourceLocation? {
    for file in self where file.words.contains(Word(name)) {
      let found = file.tree.descendants(AttributeSyntax.self)
      if let first = found.first(where: { $0.attributeName.trimmedText == name }) {
        return file.location(of: first)
      }
    }
    return nil
  }
}
