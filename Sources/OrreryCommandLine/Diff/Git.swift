import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Asks git about a repository; nothing in the work tree or the index is touched.
struct Git {
  /// The folder in which git runs.
  var folder: String

  /// The most that one answer may hold, in bytes.
  private static let limit = 1 << 30

  private struct Answer: Sendable {
    var isFine: Bool
    var output: [UInt8]
    var message: String
  }

  /// The path of the work tree's top folder.
  ///
  /// - Throws: `Failure` where the folder is in no repository, or git is not there.
  func top() throws(Failure) -> String {
    let answer = try run(["rev-parse", "--show-toplevel"])
    guard answer.isFine else {
      throw Failure(
        .usage, at: folder, "the folder is in no git repository",
        advice: "compare folders or saved models, or run it inside one")
    }
    return Self.line(answer.output)
  }

  /// The id of the commit that a name means.
  ///
  /// - Throws: `Failure` with status 2 where there is none.
  func commit(_ name: String) throws(Failure) -> String {
    guard !name.hasPrefix("-") else {
      throw Failure(.usage, "'\(name)' is no name of a revision", advice: "check the name")
    }
    let answer = try run(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
    if answer.isFine { return Self.line(answer.output) }
    let shallow = try run(["rev-parse", "--is-shallow-repository"])
    throw Failure(
      .usage, "no file, folder or git revision is called '\(name)'",
      advice: Self.line(shallow.output) == "true"
        ? "this clone is shallow: fetch the revision first (`git fetch --unshallow`, or "
          + "`fetch-depth: 0` of actions/checkout)"
        : "check the name; `git log --oneline` lists commits")
  }

  /// The files of a commit: their paths from the top, and the ids of their contents.
  func files(of commit: String) throws(Failure) -> [(path: String, blob: String)] {
    let answer = try run(["ls-tree", "-r", "-z", "--full-tree", commit])
    guard answer.isFine else { throw Self.failed("ls-tree", answer) }
    return answer.output.split(separator: 0).compactMap { entry in
      // "mode type id\tpath"; links and submodules are no files.
      let parts = entry.split(separator: 0x09, maxSplits: 1)
      let words = parts.first?.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2, let words, words.count == 3, words[0].hasPrefix("100") else {
        return nil
      }
      return (String(decoding: parts[1], as: UTF8.self), words[2])
    }
  }

  /// The texts of contents, in order, through one process.
  ///
  /// - Throws: `Failure` where git does not answer as it should.
  func texts(of blobs: [String]) throws(Failure) -> [String] {
    guard !blobs.isEmpty else { return [] }
    let answer = try run(
      ["cat-file", "--batch"], input: Array(blobs.map { $0 + "\n" }.joined().utf8))
    guard answer.isFine else { throw Self.failed("cat-file", answer) }
    var texts: [String] = []
    var rest = answer.output[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // "id blob size", the content, and a newline.
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard head.count == 3, let size = Int(head[2]), rest.endIndex - end > size + 1 else { break }
      let start = end + 1
      texts.append(String(decoding: rest[start..<start + size], as: UTF8.self))
      rest = rest[(start + size + 1)...]
    }
    guard texts.count == blobs.count else { throw Self.failed("cat-file", answer) }
    return texts
  }

  /// The files and folders below a folder that git ignores, by absolute paths; none where the folder
  /// is in no repository, is ignored itself, or git is not there.
  static func ignored(below folder: String) -> Set<String> {
    let around = [folder] + PathName.ancestors(folder)
    guard around.contains(where: { Disk.kind(PathName.joined($0, ".git")) != nil }),
      let answer = try? Git(folder: folder).run(
        [
          // Whoever owns the folder: nothing is run that it names.
          "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "--others",
          "--ignored", "--exclude-standard", "--directory", "-z",
        ], besides: ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]),
      answer.isFine
    else { return [] }
    let names = answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains("./") else { return [] }
    return Set(names.map { PathName.absolute($0, in: folder) })
  }

  // MARK: Running

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private static func failed(_ verb: String, _ answer: Answer) -> Failure {
    Failure(
      "`git \(verb)` failed (\(answer.message.trimmingCharacters(in: .whitespacesAndNewlines)))",
      advice: "run `git fsck`, and `git fetch` in a partial clone")
  }

  /// - Parameter variables: Of the environment, those that git shall not have: a hook sets some.
  private func run(
    _ arguments: [String], input: [UInt8] = [], besides variables: [String] = []
  ) throws(Failure) -> Answer {
    let folder = folder
    do {
      return try Blocking.run {
        let result = try await Subprocess.run(
          .name(variables.isEmpty ? "git" : "env"),
          arguments: Arguments(
            variables.flatMap { ["-u", $0] } + (variables.isEmpty ? [] : ["git"]) + arguments),
          workingDirectory: FilePath(folder),
          input: .array(input), output: .bytes(limit: Self.limit), error: .string(limit: 1 << 16))
        return Answer(
          isFine: result.terminationStatus.isSuccess, output: result.standardOutput,
          message: result.standardError)
      }
    } catch {
      throw Failure(
        "git cannot be run (\(String(describing: error)))",
        advice: "install git, or compare folders or saved models")
    }
  }
}
