/// What stands in the program alone that is run, and what in the source alone that is read.
///
/// The first notes what the machine does; the second is what it would be without.
enum Variant {
  private static let run = " //!"
  private static let read = " //?"

  static func onlyRun(_ line: String) -> String { line + run }
  static func onlyRead(_ line: String) -> String { line + read }

  /// The lines of the program.
  static func program(_ lines: [String]) -> [String] { lines.filter { !$0.hasSuffix(read) } }

  /// The lines of the source.
  static func source(_ lines: [String]) -> [String] {
    lines.filter { !$0.hasSuffix(run) }.map {
      $0.hasSuffix(read) ? String($0.dropLast(read.count)) : $0
    }
  }
}

extension MachineWriter {
  /// Lines that note something, in machines that are run step by step.
  func recorded(_ lines: String...) -> [String] {
    form.isStepwise ? lines.map(Variant.onlyRun) : []
  }
}
