import OrrerySyntax
import OrreryTrace
import SwiftSyntax
import Synchronization

/// The methods that some file calls on another value than `self`.
///
/// Only files in which a name stands are looked through for it.
final class OutsideCalls: Sendable {
  private struct Known: Sendable {
    var answers: [String: Bool] = [:]
    var names: [Int: Set<String>] = [:]
  }

  private let files: Unchecked<[SourceFile]>
  private let known = Mutex(Known())

  init(_ files: [SourceFile]) { self.files = Unchecked(files) }

  func contains(_ name: String) -> Bool {
    if let answer = known.withLock({ $0.answers[name] }) { return answer }
    let answer = find(name)
    known.withLock { $0.answers[name] = answer }
    return answer
  }

  private func find(_ name: String) -> Bool {
    let word = Word(name)
    let candidates = files.value.indices.filter { files.value[$0].words.contains(word) }
    let read = known.withLock { $0.names }
    if candidates.contains(where: { read[$0]?.contains(name) == true }) { return true }
    return candidates.contains { number in
      guard read[number] == nil else { return false }
      let names = MemberNames.find(in: files.value[number])
      known.withLock { $0.names[number] = names }
      return names.contains(name)
    }
  }
}

private final class MemberNames: SyntaxVisitor {
  private var names: Set<String> = []

  static func find(in file: SourceFile) -> Set<String> {
    let finder = MemberNames(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    return finder.names
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base, !base.isSelf, !base.isSelfType {
      names.insert(Naming.identifier(node.declName.baseName.text))
    }
    return .visitChildren
  }
}
