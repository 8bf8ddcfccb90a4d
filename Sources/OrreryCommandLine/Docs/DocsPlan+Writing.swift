import Foundation
import OrreryModel

extension DocsPlan {
  /// What writing the documents comes to.
  struct Changes {
    var files: [(path: String, name: String, bytes: Data)] = []
    /// Pages of machines that are gone.
    var removed: [(path: String, name: String)] = []
    /// Blocks that are written anew.
    var blocks = 0
  }

  /// The files as they should be; those that are so already are not among them.
  ///
  /// - Parameter force: Whether what somebody edited by hand is written over.
  /// - Throws: `Failure` with the place of a block that must not be written.
  func changes(force: Bool) throws(Failure) -> Changes {
    var changes = Changes()
    try requireConsent(force: force)
    for (position, document) in set.documents.enumerated() {
      let own = entries.filter { $0.document == position && $0.state != .hidden }
      if own.contains(where: { $0.isGone }) {
        try requireRemovable(position, own)
        changes.removed.append((document.path, document.content.name))
        continue
      }
      var texts: [Int: String] = [:]
      for entry in own {
        let block = document.content.blocks[entry.block]
        texts[entry.block] = block.text(entry.wanted, hash: entry.hash)
      }
      let bytes = document.content.replacing(texts)
      guard bytes != document.content.bytes else { continue }
      changes.blocks += own.count {
        let block = document.content.blocks[$0.block]
        return Array((texts[$0.block] ?? "").utf8)
          != Array(document.content.bytes[block.range])
      }
      changes.files.append((document.path, document.content.name, Data(bytes)))
    }
    for page in newPages {
      changes.files.append((page.path, page.name, Data(page.text.utf8)))
      changes.blocks += 1
    }
    return changes
  }

  /// Nothing is written over that somebody wrote, unless they say so.
  private func requireConsent(force: Bool) throws(Failure) {
    guard !force else { return }
    let edited = entries.filter { $0.state == .edited }
    guard let first = edited.first else { return }
    let rest = edited.dropFirst().map { place($0) }
    throw Failure(
      at: place(first),
      "the block was edited by hand"
        + (rest.isEmpty ? "" : ", as were \(rest.joined(separator: ", "))"),
      advice: "move the text outside the markers, or overwrite it with --force")
  }

  /// Whether a document is a page that holds no word besides its blocks.
  func isNothingButPage(_ position: Int) -> Bool {
    let document = set.documents[position]
    let blocks = document.content.blocks.indices
    let bytes = document.content.replacing(
      Dictionary(uniqueKeysWithValues: blocks.map { ($0, "") }))
    return document.isPage && bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private func requireRemovable(_ position: Int, _ entries: [Entry]) throws(Failure) {
    guard !isNothingButPage(position) else { return }
    let document = set.documents[position]
    let gone = entries.first(where: \.isGone)
    let name = gone.flatMap { document.content.blocks[$0.block].begin.machineName } ?? ""
    throw Failure(
      at: gone.map { place($0) }, "the machine '\(name)' of the block is gone",
      advice: "remove the block, or name another machine")
  }

  /// Names the blocks whose machine was not found while files have errors.
  ///
  /// - Returns: Whether there are any.
  func reportHidden(on console: Console) -> Bool {
    let hidden = entries.filter { $0.state == .hidden }
    for entry in hidden {
      let block = entry.document.map { set.documents[$0].content.blocks[entry.block] }
      console.report(
        Failure(
          at: place(entry), "the machine '\(block?.begin.machineName ?? "")' was not found",
          advice: "a file with errors may declare it, so that the block is left as it is"))
    }
    return !hidden.isEmpty
  }

  /// File and line of an entry.
  func place(_ entry: Entry) -> String {
    guard let position = entry.document else { return "" }
    let document = set.documents[position].content
    return "\(document.name):\(document.blocks[entry.block].line)"
  }
}

extension DocsPlan.Entry {
  /// Whether the machine of the block is no longer there.
  var isGone: Bool { machine == nil && wanted.isEmpty && state != .hidden }
}

extension DocsPlan.NewPage {
  /// The file: one block.
  var text: String {
    var begin = begin
    (begin.hash, begin.sum) = (machine.map(DocsPlan.hash), BlockDocument.Block.sum(of: lines))
    return ([begin.text] + lines + [Marker.endText]).map { $0 + "\n" }.joined()
  }
}
