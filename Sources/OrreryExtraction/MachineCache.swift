import OrreryLowering
import OrreryModel
import OrreryProgram

/// Machines as they were built before, each with what it was built from.
///
/// One of which all that is as it was comes to the same, and is not built again. That is: what
/// recognition says of it, the files with the code that its executions read, those that declare the types
/// which they asked for, and what the names mean that stand in all of these.
struct MachineCache {
  fileprivate struct Entry {
    var built: BuiltMachine
    /// The files by their paths.
    var files: [String: Fingerprint]
    /// The types by their keys; nothing where there was none.
    var types: [String: Fingerprint?]
  }

  /// By what recognition says.
  private var entries: [Fingerprint: Entry] = [:]
  private var names: [[Word]: Fingerprint] = [:]
  /// What is looked up by ways that names do not show.
  private var common = Fingerprint()
  /// The files in the order in which nodes are numbered.
  private var places: [String] = []
  /// How many machines were built the last time.
  private(set) var builtCount = 0

  /// The machines of an index; those that are not known are built.
  mutating func machines(of builders: [MachineBuilder], in index: SourceIndex) -> [BuiltMachine] {
    let source = IndexedSource(index)
    let known = known(in: source)
    let reflection = ValueReflection(index)
    let givens = builders.map { reflection.fingerprint(of: $0.givens) }
    let open = givens.indices.filter { known[givens[$0].print] == nil }
    let built = open.map { builders[$0] }.concurrentMap { builder in
      Dependencies.recording { BuiltMachine(builder) }
    }
    entries = givens.reduce(into: [:]) { $0[$1.print] = known[$1.print] }
    for (number, built) in zip(open, built) {
      var read = built.read
      read.formUnion(givens[number].read)
      entries[givens[number].print] = source.entry(for: built.result, read: read)
    }
    builtCount = open.count
    return givens.compactMap { entries[$0.print]?.built }
  }

  /// What is known and holds for an index, as its nodes are numbered.
  private mutating func known(in source: IndexedSource) -> [Fingerprint: Entry] {
    let (oldNames, oldPlaces, oldCommon) = (names, places, common)
    (names, places) = (source.index.declaredNames(), source.index.files.map(\.place))
    common = source.index.commonFingerprint
    guard common == oldCommon else { return [:] }
    let changed = Set(names.keys).union(oldNames.keys).filter { names[$0] != oldNames[$0] }
    let valid = entries.filter { source.agrees(with: $1, changed: changed) }
    guard places != oldPlaces else { return valid }
    let numbers = Dictionary(zip(places, 1...)) { first, _ in first }
    let renumbered = Dictionary(
      zip(1..., oldPlaces).map { ($0, numbers[$1] ?? $0) }, uniquingKeysWith: { first, _ in first })
    return valid.mapValues { entry in
      var entry = entry
      entry.built.footprint = entry.built.footprint.renumbered(renumbered)
      return entry
    }
  }
}

/// A machine, and where the executions of its handlers came.
struct BuiltMachine {
  var machine: Machine
  var footprint: Footprint

  static var blank: BuiltMachine { BuiltMachine(machine: .blank, footprint: .blank) }

  private init(machine: Machine, footprint: Footprint) {
    (self.machine, self.footprint) = (machine, footprint)
  }

  init(_ builder: MachineBuilder) {
    machine = builder.build()
    footprint = builder.scope.footprint
  }
}

// MARK: - Keeping

extension MachineCache {
  /// What was kept by some version of the program; nothing where the bytes are anything else.
  init?(bytes: [UInt8], version: String) {
    var head = Archive(reading: bytes)
    var (kept, sum) = ("", Fingerprint())
    guard (try? head.pass(&kept)) != nil, kept == version, (try? head.pass(&sum)) != nil,
      case let rest = Array(head.rest), Fingerprint(of: rest) == sum
    else { return nil }
    self.init()
    var archive = Archive(reading: rest)
    guard (try? archive.pass(&self)) != nil else { return nil }
  }

  /// What is known, behind the version of the program and a checksum.
  func bytes(version: String) -> [UInt8] {
    var (head, archive) = (Archive(), Archive())
    var (cache, version) = (self, version)
    guard (try? archive.pass(&cache)) != nil else { return [] }
    var sum = Fingerprint(of: archive.bytes)
    guard (try? head.pass(&version)) != nil, (try? head.pass(&sum)) != nil else { return [] }
    return head.bytes + archive.bytes
  }
}

extension MachineCache: Archived {
  static var blank: MachineCache { MachineCache() }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.entries, \.names, \.common, \.places)
  }
}

extension MachineCache.Entry: Archived {
  static var blank: Self { Self(built: .blank, files: [:], types: [:]) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.built.machine, \.built.footprint, \.files, \.types)
  }
}

/// What an index says now, each part looked up once.
private final class IndexedSource {
  let index: SourceIndex
  private let files: [String: [SourceFile]]
  private let aliasWords: Set<Word>
  private var types: [String: Fingerprint?] = [:]
  private var prints: [String: Fingerprint] = [:]

  init(_ index: SourceIndex) {
    self.index = index
    files = Dictionary(grouping: index.files, by: \.path)
    aliasWords = index.aliasWords
  }

  /// A machine, with all that it was read from.
  func entry(for built: BuiltMachine, read: Dependencies) -> MachineCache.Entry {
    let paths = read.types.reduce(into: read.files) { $0.formUnion(index.paths(ofType: $1)) }
    return MachineCache.Entry(
      built: built, files: paths.reduce(into: [:]) { $0[$1] = fingerprint(ofFile: $1) },
      types: read.types.reduce(into: [:]) { $0[$1] = .some(fingerprint(ofType: $1)) })
  }

  /// Whether all is as it was that a machine was read from.
  ///
  /// - Parameter changed: The names that are declared, and were not, or otherwise.
  func agrees(with entry: MachineCache.Entry, changed: Set<[Word]>) -> Bool {
    guard entry.files.allSatisfy({ fingerprint(ofFile: $0.key) == $0.value }),
      entry.types.allSatisfy({ fingerprint(ofType: $0.key) == $0.value })
    else { return false }
    guard !changed.isEmpty else { return true }
    let words = entry.files.keys.flatMap { files[$0] ?? [] }.map(\.words)
    return !changed.contains { name in
      name.allSatisfy { word in aliasWords.contains(word) || words.contains { $0.contains(word) } }
    }
  }

  /// What the files of a path are; that of none where there are none.
  private func fingerprint(ofFile path: String) -> Fingerprint {
    if let known = prints[path] { return known }
    var print = Fingerprint()
    for file in files[path] ?? [] { print.add(file.fingerprint) }
    prints[path] = print
    return print
  }

  private func fingerprint(ofType key: String) -> Fingerprint? {
    if let known = types[key] { return known }
    let print = index.fingerprint(ofType: key)
    types[key] = .some(print)
    return print
  }
}
