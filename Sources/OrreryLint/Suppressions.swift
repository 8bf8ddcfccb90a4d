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
    var location: OrreryModel.SourceLocation
    var edit: Fix.Edit
  }

  /// What one comment says of one rule.
  private struct Entry {
    var rule: String
    var lines: ClosedRange<Int>
    /// The position of the comment.
    var comment: Int
  }

  private var comments: [Comment] = []
  /// By the paths of files.
  private var entries: [String: [Entry]] = [:]
  private var malformed: [Finding] = []

  /// The rules that comments name.
  var rules: Set<String> { Set(comments.flatMap(\.rules)) }

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
        case .next: add(command, comments.nextCodeLine(after: location.line), location, found)
        case .this: add(command, location.line...location.line, location, found)
        case .rest: add(command, location.line...Int.max, location, found)
        }
      }
    }
  }

  private mutating func add(
    _ command: CommentCommand, _ lines: ClosedRange<Int>, _ location: OrreryModel.SourceLocation,
    _ found: SourceComments.Comment
  ) {
    let edit = Fix.Edit(file: location.file, range: found.removal, text: "")
    for rule in command.rules {
      entries[location.file, default: []].append(
        Entry(rule: rule, lines: lines, comment: comments.count))
    }
    comments.append(Comment(rules: command.rules, location: location, edit: edit))
  }

  /// Ends the ranges of rules that are enabled again.
  private mutating func end(_ rules: [String], before place: OrreryModel.SourceLocation) {
    for number in (entries[place.file] ?? []).indices {
      guard let entry = entries[place.file]?[number], entry.lines.upperBound == .max,
        rules.contains(entry.rule)
      else { continue }
      let start = entry.lines.lowerBound
      entries[place.file]?[number].lines = start...max(start, place.line)
    }
  }

  /// The findings that no comment disables, and one for each comment with a rule that it disables
  /// nothing of.
  ///
  /// - Parameter ran: The rules that were run: a comment for another one may have its use.
  func applied(to findings: [Finding], ran: Set<String>) -> [Finding] {
    var used: Set<[String]> = []
    let kept = findings.filter { finding in
      let disabling = (entries[finding.location.file] ?? []).filter {
        $0.rule == finding.rule && $0.lines.contains(finding.location.line)
      }
      for entry in disabling { used.insert([entry.rule, String(entry.comment)]) }
      return disabling.isEmpty
    }
    let unused = comments.enumerated().compactMap { number, comment -> Finding? in
      let idle = comment.rules.filter { ran.contains($0) && !used.contains([$0, String(number)]) }
      // A comment that is needed for another rule stays.
      let edit = idle.count == comment.rules.count ? comment.edit : nil
      return idle.isEmpty ? nil : UnusedDisable.found(idle, at: comment.location, edit: edit)
    }
    return kept + malformed + unused
  }
}
