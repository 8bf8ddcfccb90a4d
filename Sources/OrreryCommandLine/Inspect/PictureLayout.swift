import OrreryGraphviz

/// Lays out pictures for the page, and says why one is not there.
struct PictureLayout {
  private let layout: Layout
  private let console: Console

  init(_ context: Context) {
    layout = Layout(program: context.program, console: context.console)
    console = context.console
  }

  /// The drawing; nothing where it cannot be made.
  func svg(dot: String, machine: String) -> String? {
    guard Graphviz.isAvailable else { return nil }
    do {
      let bytes = try layout.bytes(of: GraphPicture(dot: dot), as: .svg, for: machine)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      console.report(error)
      return nil
    }
  }
}
