import OrreryProgram
import SwiftSyntax

/// Fingerprints of values that were made of source, by all that they are made of.
///
/// A node counts by its place in a file, and its file as one that was read; so does a type that was
/// declared in files. Other objects do not count: they are what a computation works with.
package struct ValueReflection {
  private let paths: [SyntaxIdentifier: String]
  private let files: [SourceFile]

  package init(_ index: SourceIndex) {
    files = index.files
    paths = Dictionary(files.map { (Syntax($0.tree).id, $0.path) }) { first, _ in first }
  }

  package func fingerprint(of values: [Any]) -> (print: Fingerprint, read: Dependencies) {
    var (print, read) = (Fingerprint(), Dependencies())
    for value in values { add(value, to: &print, &read) }
    return (print, read)
  }

  private func add(_ value: Any, to print: inout Fingerprint, _ read: inout Dependencies) {
    switch value {
    case let text as String: print.add(text)
    case let flag as Bool: print.add(flag)
    case let number as Int: print.add(number)
    case let node as any SyntaxProtocol: add(Syntax(node), to: &print, &read)
    case let id as SyntaxIdentifier: print.add(Int(id.indexInTree.toOpaque()))
    case let id as NodeID: add(id, to: &print)
    case let file as SourceFile:
      print.add(file.path)
      read.files.insert(file.path)
    case let info as TypeInfo:
      print.add(info.key)
      read.types.insert(info.key)
      read.files.insert(info.file.path)
    default: add(parts: Mirror(reflecting: value), of: value, to: &print, &read)
    }
  }

  private func add(
    parts mirror: Mirror, of value: Any, to print: inout Fingerprint, _ read: inout Dependencies
  ) {
    switch mirror.displayStyle {
    case .set, .dictionary:
      var parts: [Fingerprint] = []
      for child in mirror.children {
        var part = Fingerprint()
        add(child.value, to: &part, &read)
        parts.append(part)
      }
      print.add(unordered: parts)
    case .class: break
    case .some where !mirror.children.isEmpty:
      print.add(mirror.children.count)
      for child in mirror.children {
        print.add(child.label ?? "")
        add(child.value, to: &print, &read)
      }
    default: print.add("\(type(of: value)) \(value)")
    }
  }

  private func add(_ node: Syntax, to print: inout Fingerprint, _ read: inout Dependencies) {
    print.add(Int(node.id.indexInTree.toOpaque()))
    guard let path = paths[node.root.id] else { return print.add(node.description) }
    print.add(path)
    read.files.insert(path)
  }

  private func add(_ id: NodeID, to print: inout Fingerprint) {
    print.add(files.indices.contains(id.place - 1) ? files[id.place - 1].path : "")
    print.add(id.offset)
  }
}
