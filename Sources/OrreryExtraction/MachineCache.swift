import OrreryLowering
import OrreryModel
import OrreryProgram

/// Machines as they were built before, each with what it was built from.
///
/// One of which all that is as it was comes to the same, and is not built again. That is: what
/// recognition says of it, the files with the code that its executions read, the declarations of the
/// types that they asked for, and what the names mean that stand in all of these.
struct MachineCache {
  fileprivate struct Entry {
    var built: BuiltMachine
    var files: [String: Fingerprint]
    var types: [String: Fingerprint?]
    /// The files in which the names stand that are looked up.
    var naming: Set<String>
  }

  /// By what recognition says.
  private var entries: [Fingerprint: Entry] = [:]
  private var names: [[Word]: Fingerprint] = [:]
  private var operators = Fingerprint()
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
      let given = givens[number]
      let read = built.read.adding(given.read)
      entries[given.print] = Entry(
        built: built.result, files: source.prints(ofFiles: read.files),
        types: source.prints(ofTypes: read.types), naming: source.naming(of: read))
    }
    builtCount = open.count
    return givens.compactMap { entries[$0.print]?.built }
  }

  /// What is known and holds for an index, as its nodes are numbered.
  private mutating func known(in source: IndexedSource) -> [Fingerprint: Entry] {
    let (oldNames, oldPlaces, oldOperators) = (names, places, operators)
    (names, places) = (source.index.declaredNames(), source.index.files.map(\.path))
    operators = source.index.operatorFingerprint
    guard operators == oldOperators else { return [:] }
    let changed = Set(
      Set(names.keys).union(oldNames.keys).filter { names[$0] != oldNames[$0] })
    let valid = entries.filter { _, entry in
      source.prints(ofFiles: Set(entry.files.keys)) == entry.files
        && source.prints(ofTypes: Set(entry.types.keys)) == entry.types
        && !source.areNamed(changed, in: entry.naming)
    }
    guard places != oldPlaces else { return valid }
    let numbers = Dictionary(zip(places, 1...)) { first, _ in first }
    let renumbered = Dictionary(
      zip(1..., oldPlaces).map { ($0, numbers[$1] ?? $0) }, uniquingKeysWith: { first, _ in first })
    for key in valid.keys { valid[key]?.built.footprint.renumber(renumbered) }
    return valid
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
    try archive.pass(&entries)
    try archive.pass(&names)
    try archive.pass(&operators)
    try archive.pass(&places)
  }
}

extension MachineCache.Entry: Archived {
  static var blank: Self { Self(built: .blank, files: [:], types: [:], naming: []) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&built.machine)
    try archive.pass(&built.footprint)
    try archive.pass(&files)
    try archive.pass(&types)
    try archive.pass(&naming)
  }
}

/// What an index says now, each part looked up once.
private final class IndexedSource {
  let index: SourceIndex
  private let files: [String: SourceFile]
  private var types: [String: Fingerprint?] = [:]

  init(_ index: SourceIndex) {
    self.index = index
    files = Dictionary(index.files.map { ($0.path, $0) }) { first, _ in first }
  }

  func prints(ofFiles paths: Set<String>) -> [String: Fingerprint] {
    paths.reduce(into: [:]) { $0[$1] = files[$1]?.fingerprint }
  }

  func prints(ofTypes keys: Set<String>) -> [String: Fingerprint?] {
    keys.reduce(into: [:]) { prints, key in
      let print = types[key] ?? index.fingerprint(ofType: key)
      types[key] = .some(print)
      prints[key] = .some(print)
    }
  }

  /// The files in which the names stand that what was read is found by.
  func naming(of read: Dependencies) -> Set<String> {
    read.types.reduce(into: read.files) { $0.formUnion(index.files(ofType: $1)) }
  }

  /// Whether all words of some name stand in files.
  func areNamed(_ names: Set<[Word]>, in paths: Set<String>) -> Bool {
    guard !names.isEmpty else { return false }
    let words = paths.compactMap { files[$0]?.words }
    return names.contains { name in
      name.allSatisfy { word in words.contains { $0.contains(word) } }
    }
  }
}
