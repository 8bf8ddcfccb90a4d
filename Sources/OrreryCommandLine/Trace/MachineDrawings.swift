import Foundation
import OrreryModel
import OrreryModelFile
import OrreryRendering

/// Pictures of machines that are not a gallery: what ran, or how it compares.
struct MachineDrawings {
  /// A machine and what its picture shows besides.
  struct Drawing {
    var machine: Machine
    var options: RenderOptions
  }

  var drawings: [Drawing]
  var format: DrawingFormat

  /// Writes one file a machine to a folder, or text of all machines to the standard output.
  ///
  /// - Throws: `Failure` with status 2 where the standard output cannot hold the format.
  func write(to output: String?, in context: Context) throws(Failure) {
    guard let output else { return try print(on: context) }
    let names = FileNames(drawings.map(\.machine.id))
    var files: [(path: String, bytes: Data)] = []
    for drawing in drawings {
      let name = names.name(of: drawing.machine.id, format)
      files.append(
        (PathName.joined(context.project.absolute(output), name), try bytes(of: drawing, context)))
    }
    var writer = FileWriter()
    for file in files { try writer.add(file.bytes, at: file.path) }
    try writer.commit()
    context.console.note("\(Quantity.text(files.count, "file")) written to \(output)")
  }

  private func print(on context: Context) throws(Failure) {
    let isText = if case .picture(let kind) = format { kind == .svg } else { true }
    guard isText, format != .picture(.svg) || drawings.count == 1 else {
      throw Failure(
        .usage,
        "\(format.rawValue) of \(Quantity.text(drawings.count, "machine")) needs a folder",
        advice: "name one with --output, or choose a machine with --only")
    }
    for drawing in drawings {
      context.console.data(String(decoding: try bytes(of: drawing, context), as: UTF8.self))
    }
  }

  private func bytes(of drawing: Drawing, _ context: Context) throws(Failure) -> Data {
    func text(_ format: TextFormat) -> String {
      Renderer(format: format, options: drawing.options).render(drawing.machine)
    }
    switch format {
    case .picture(let kind):
      let layout = Layout(program: context.program, console: context.console)
      return Data(
        try layout.bytes(
          of: GraphPicture(dot: text(.dot)), as: kind, for: drawing.machine.id))
    case .text(let kind): return Data(text(kind).utf8)
    case .model: return Data(ModelFile.encode(Extract(machines: [drawing.machine])).utf8)
    }
  }
}
