import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Comments that disable rules: `// orrery:disable:next unreachable-state kept for old archives`.
///
/// `disable:next` holds for the next line with code, `disable:this` for its own line, and `disable`
/// until an `enable` of the same rule, or to the end of the file. Each needs a reason.
struct Suppressions {
  private struct Comment {
    var rules: [String]
    var lines: ClosedRange<Int>
    var location: OrreryModel.SourceLocation
    var edit: Fix.Edit

    func disables(_ finding: Finding) -> Bool {
      location.file == finding.location.file && lines.contains(finding.location.line)
        && rules.contains(finding.rule)
    }
  }

  private var comments: [Comment] = []
  private var malformed: [Finding] = []

  init(in files: [SourceFile]) {
    for file in files where file.words.contains(Word("orrery")) { read(file) }
  }

  private mutating func read(_ file: SourceFile) {
    let comments = SourceComments(file)
    for found in comments.lineComments {
      guard let text = CommentCommand.text(in: found.text) else { continue }
      let location = file.location(at: AbsolutePosition(utf8Offset: found.offset))
      switch CommentCommand.read(text) {
      case .failure(let problem):
        malformed.append(MalformedDisable.found(problem.text, at: location))
      case .success(let command):
        switch command.kind {
        case .enable: end(command.rules, before: location)
        case .next: add(command, comments.nextCodeLine(after: location.line), location, found, file)
        case .this: add(command, location.line...location.line, location, found, file)
        case .rest: add(command, location.line...Int.max, location, found, file)
        }
      }
    }
  }

  private mutating func add(
    _ command: CommentCommand, _ lines: ClosedRange<Int>, _ location: OrreryModel.SourceLocation,
    _ found: SourceComments.Comment, _ file: SourceFile
  ) {
    let edit = Fix.Edit(file: file.path, range: found.removal, text: "")
    comments.append(Comment(rules: command.rules, lines: lines, location: location, edit: edit))
  }

  /// Ends the ranges of rules that are enabled again.
  private mutating func end(_ rules: [String], before place: OrreryModel.SourceLocation) {
    for number in comments.indices
    where comments[number].lines.upperBound == .max
      && comments[number].location.file == place.file
      && !Set(rules).isDisjoint(with: comments[number].rules)
    {
      let start = comments[number].lines.lowerBound
      comments[number].lines = start...max(start, place.line)
    }
  }

  /// The findings that no comment disables, and one for each comment that disables nothing.
  ///
  /// - Parameter ran: The rules that were run: a comment for another one may have its use.
  func applied(to findings: [Finding], ran: Set<String>) -> [Finding] {
    var used: Set<Int> = []
    let kept = findings.filter { finding in
      let disabling = comments.indices.filter { comments[$0].disables(finding) }
      used.formUnion(disabling)
      return disabling.isEmpty
    }
    let unused = comments.indices.filter { number in
      !used.contains(number) && comments[number].rules.allSatisfy(ran.contains)
    }
    return kept + malformed
      + unused.map { number in
        let comment = comments[number]
        return UnusedDisable.found(comment.rules, at: comment.location, edit: comment.edit)
      }
  }
}
