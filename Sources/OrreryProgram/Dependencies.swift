/// What a computation has read of a program: as long as all of that is as it was, it comes to the same.
///
/// Source: the "verifying traces" of A. Mokhov, N. Mitchell and S. Peyton Jones, "Build Systems à la
/// Carte", 2018.
package struct Dependencies {
  /// The keys of the types that were asked for, also of those that are not there.
  package var types: Set<String> = []
  /// The paths of the files with the code that was read.
  package var files: Set<String> = []

  package init() {}

  package mutating func formUnion(_ other: Dependencies) {
    types.formUnion(other.types)
    files.formUnion(other.files)
  }

  /// Does some work on this thread, and notes what that reads.
  package static func recording<Result>(
    _ work: () -> Result
  ) -> (result: Result, read: Dependencies) {
    let recorder = Recorder()
    let result = Recorder.$current.withValue(recorder, operation: work)
    return (result, recorder.read)
  }

  /// Notes that a type is asked for.
  package static func note(type key: String) { Recorder.current?.read.types.insert(key) }

  /// Notes that code of a file is read, which is a member of a type, or of none.
  package static func note(codeIn file: String, of owner: String?) {
    guard let recorder = Recorder.current else { return }
    recorder.read.files.insert(file)
    if let owner { recorder.read.types.insert(owner) }
  }

  /// Notes what was read to find a value that all who ask for it share.
  fileprivate static func note(_ read: Dependencies, toFind object: AnyObject) {
    guard let recorder = Recorder.current,
      recorder.met.updateValue(object, forKey: ObjectIdentifier(object)) == nil
    else { return }
    recorder.read.formUnion(read)
  }

  /// Belongs to the thread that records.
  private final class Recorder: @unchecked Sendable {
    @TaskLocal static var current: Recorder?
    var read = Dependencies()
    /// Kept, so that none is taken for another one that came into its place.
    var met: [ObjectIdentifier: AnyObject] = [:]
  }
}

/// A value that all who ask for it share: what was read to find it counts as read by each.
package final class Recorded<Value>: @unchecked Sendable {
  private let found: Value
  private let read: Dependencies

  package init(_ work: () -> Value) { (found, read) = Dependencies.recording(work) }

  package var value: Value {
    Dependencies.note(read, toFind: self)
    return found
  }
}
