import Foundation
import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("What is kept of machines for another run") struct MachineCacheTests {
  /// The sources of the samples.
  private var samples: [SourceText] {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let folder = root.appending(path: "Samples").resolvingSymlinksInPath().path()
      return try FileManager.default.subpathsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swift") }.sorted().map { path in
          let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
          return SourceText(module: "Samples", path: path, text: text)
        }
    }
  }

  private let door = [
    SourceText(
      module: "App", path: "Door.swift",
      text: """
        struct Door {
          enum State { case open, shut(key: Int) }
          private var state = State.open
          mutating func push() throws {
            guard isFree else { throw Jam() }
            if case .open = state { state = .shut(key: 1) }
            log.note()
          }
        }
        """)
  ]

  private func kept(of files: [SourceText]) -> [UInt8] {
    var session = ExtractionSession()
    _ = session.extract(files)
    return session.cacheBytes(of: "1")
  }

  @Test("nothing of a machine is lost")
  func lossless() throws {
    let samples = try samples
    let fresh = Extractor().extract(samples)
    #expect(fresh.machines.count > 5)
    var session = ExtractionSession(options: .init(), restoring: kept(of: samples), of: "1")
    #expect(session.extract(samples) == fresh)
    #expect(session.walkedCount == 0)
  }

  @Test("other options, and another version, make machines anew")
  func otherRun() {
    let fresh = Extractor().extract(door)
    for (version, name, count) in [("1", nil, 0), ("2", nil, 1), ("1", "Gate", 1)] {
      var options = Extractor.Options()
      options.names["App.Door"] = name
      var session = ExtractionSession(options: options, restoring: kept(of: door), of: version)
      let machines = session.extract(door).machines
      #expect(machines.map(\.name) == [name ?? "Door"])
      #expect(machines.map(\.transitions) == fresh.machines.map(\.transitions))
      #expect(session.walkedCount == count)
    }
  }

  @Test("bytes that are cut or changed are as none")
  func damaged() {
    let (fresh, bytes) = (Extractor().extract(door), kept(of: door))
    #expect(bytes.count > 200)
    for position in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[position] ^= 0x55
      for damaged in [changed, Array(bytes[..<position])] {
        var session = ExtractionSession(options: .init(), restoring: damaged, of: "1")
        #expect(session.extract(door) == fresh)
        #expect(session.walkedCount == 1)
      }
    }
  }

  @Test("bytes that hold anything are read without a crash")
  func anyBytes() throws {
    var archive = Archive()
    var cache = try #require(MachineCache(bytes: kept(of: door), version: "1"))
    try archive.pass(&cache)
    for position in archive.bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = archive.bytes
        bytes[position] ^= change
        var (damaged, read) = (Archive(reading: bytes), MachineCache())
        try? damaged.pass(&read)
      }
    }
  }
}
