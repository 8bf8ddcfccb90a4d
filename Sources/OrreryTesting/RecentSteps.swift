import Foundation
import OrreryInspector
import OrreryTrace

/// The last steps of a store under test, for the message of an expectation that fails.
final class RecentSteps: Sendable {
  /// The environment variable that names a folder: the run of a test that fails is written there, as the
  /// page of `orrery inspect`.
  static let variable = "ORRERY_INSPECT"
  /// How many a message shows.
  private static let shown = 10

  /// What the store records with.
  let recorder: TraceRecorder
  private let ring = RingSink(capacity: 1000)
  private let attachment: SinkAttachment

  /// - Parameter wanted: The recorder that the test gave. One that is off stays off: other machines may use
  ///   it, too.
  init(_ wanted: TraceRecorder) {
    recorder = wanted.isEnabled ? wanted : TraceRecorder()
    attachment = recorder.attach(ring)
  }

  deinit { recorder.detach(attachment) }

  /// The message with the steps behind it, and where the page is, if one was asked for.
  func appended(to message: String, at place: Place) -> String {
    let records = ring.records
    let lines = records.compactMap(Self.line).suffix(Self.shown)
    guard !lines.isEmpty else { return message }
    let page = Self.folder.map { Self.write(records, to: $0, at: place) }
    return
      ([message, "", "The last steps:"] + lines.map { "  \($0)" } + (page.map { ["", $0] } ?? []))
      .joined(separator: "\n")
  }

  private static func line(_ record: Record) -> String? {
    guard case .step(let step) = record else { return nil }
    let origin = step.origin == EventOrigin.input.rawValue ? "" : "\(step.origin)."
    let effects = step.effects.map { " / \($0.names.joined(separator: ", "))" } ?? ""
    return "#\(step.seq) \(step.machine)[\(step.instance)] \(step.from) –\(origin)\(step.event)→ "
      + "\(step.to) (\(step.verdict.rawValue))\(effects)"
  }

  private static var folder: String? {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Says where the page is, or why there is none.
  private static func write(_ records: [Record], to folder: String, at place: Place) -> String {
    let file = "\(place.fileID)".split(separator: "/").last.map(String.init) ?? "test"
    let path = "\(folder)/\(file)-\(place.line).html"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try InspectorPage.text(of: records, title: "\(file), line \(place.line)")
        .write(toFile: path, atomically: true, encoding: .utf8)
      return "The run as a page: \(path)"
    } catch {
      return "The run cannot be written to \(path): \(error.localizedDescription)"
    }
  }
}
