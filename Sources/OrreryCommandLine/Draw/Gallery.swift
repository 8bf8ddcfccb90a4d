import OrreryExtraction
import OrreryModel
import OrreryModelFile
import OrreryRendering

/// The files that a set of machines is drawn as: what `draw` writes, and what `check` compares with.
struct Gallery {
  /// What is in a file.
  enum Content: Hashable, Sendable {
    case text(String, DrawingFormat)
    /// A picture, as the graph that it is laid out from.
    case picture(GraphPicture, DrawingFormat)
    case index(String)
  }

  /// A file of the folder.
  struct File: Hashable, Sendable {
    var name: String
    var content: Content
    /// The id of the machine; none for the index.
    var machine: String?
  }

  /// What is drawn, and how.
  struct Options: Hashable, Sendable {
    var formats: [DrawingFormat]
    var only: [String] = []
    var focus: String?
    var depth = 1
    /// Nested machines that are never drawn inside of others.
    var collapsed: [String] = []
    /// How the pictures look.
    var look = RenderOptions()

    /// Whether the gallery is a part of what the source declares: then it has no index.
    var isPartial: Bool { !only.isEmpty || focus != nil || isScoped }
    /// Whether less was read than the configuration names: the other files are not this gallery's.
    var isScoped = false
  }

  var files: [File]
  /// Whether files of the folder that are not in the gallery are out of date.
  var isWhole: Bool
  /// What does not show all of its machine, in sentences without their full stop.
  var remarks: [String] = []

  /// Leaves out what tells of all machines, and says nothing of other files: some machines may stand
  /// in files with errors.
  mutating func leaveOthers() {
    files.removeAll { $0.machine == nil }
    isWhole = false
  }

  /// No files, and nothing to say about others.
  static let empty = Gallery(files: [], isWhole: false)

  private init(files: [File], isWhole: Bool) {
    (self.files, self.isWhole) = (files, isWhole)
  }

  /// - Throws: `Failure` with status 2 where `only` or `focus` name nothing.
  init(_ extract: Extract, _ options: Options) throws(Failure) {
    var memory = GalleryMemory()
    try self.init(extract, options, &memory)
  }

  /// - Parameter memory: What was rendered before with the same options; takes up what is rendered now.
  /// - Throws: `Failure` with status 2 where `only` or `focus` name nothing.
  init(_ extract: Extract, _ options: Options, _ memory: inout GalleryMemory) throws(Failure) {
    let machines = extract.machines.filter { machine in
      options.only.isEmpty || options.only.contains { machine.isNamed($0) }
    }
    if let focus = options.focus { try machines.requireState(focus) }
    let names = FileNames(extract.machines.map(\.id))
    var render = options.look
    (render.focus, render.depth) = (options.focus, options.depth)
    render.nested = options.nested(extract.machines, drawn: machines, names)
    let formats = DrawingFormat.allCases.filter(options.formats.contains)
    files = []
    isWhole = !options.isPartial
    let shown = machines.filter { options.focus == nil || $0.has(options.focus) }
    let drawn = memory.drawings(
      of: shown.map { ($0, extract.diagnostics(within: $0)) }, render.nested
    ) {
      [render] machine, diagnostics in
      formats.map { Self.drawing(of: machine, diagnostics, $0, render) }
    }
    for (machine, drawings) in zip(shown, drawn) {
      for (format, drawing) in zip(formats, drawings) {
        let name = names.name(of: machine.id, format)
        files.append(File(name: name, content: drawing.content, machine: machine.id))
        if drawing.leftOut > 0 { remarks.append(Self.remark(name, drawing.leftOut)) }
      }
    }
    memory.forget(allBut: machines)
    if isWhole, !machines.isEmpty {
      let features = Self.features(of: machines, formats, render)
      files += features
      let page = IndexPage(
        machines: machines, formats: formats, names: names, features: features.map(\.name))
      files.append(File(name: IndexPage.fileName, content: .index(page.text)))
    }
  }

  /// Which machine is built from which, where one is.
  private static func features(
    of machines: [Machine], _ formats: [DrawingFormat], _ options: RenderOptions
  ) -> [File] {
    formats.compactMap { format in
      let content: Content?
      switch format {
      case .picture(let kind):
        let options = kind == .png ? options.scaled(by: 2) : options
        content = Renderer(format: .dot, options: options).renderFeatures(of: machines)
          .map { .picture(GraphPicture(dot: $0), format) }
      case .text(let text):
        content = Renderer(format: text, options: options).renderFeatures(of: machines)
          .map { .text($0, format) }
      case .model: content = nil
      }
      return content.map {
        File(name: "\(FileNames.features).\(format.fileExtension)", content: $0, machine: nil)
      }
    }
  }

  private static func remark(_ file: String, _ count: Int) -> String {
    """
    \(file) leaves out \(Quantity.text(count, "transition")): its hosts limit the size of a \
    diagram; svg and markdown show all of them
    """
  }

  private static func drawing(
    of machine: Machine, _ diagnostics: [Diagnostic], _ format: DrawingFormat,
    _ options: RenderOptions
  ) -> GalleryMemory.Drawing {
    var leftOut = 0
    if case .text(let text) = format {
      leftOut = Renderer(format: text, options: options).overLimit(machine)
    }
    return GalleryMemory.Drawing(
      content: content(of: machine, diagnostics, format, options), leftOut: leftOut)
  }

  private static func content(
    of machine: Machine, _ diagnostics: [Diagnostic], _ format: DrawingFormat,
    _ options: RenderOptions
  ) -> Content {
    switch format {
    case .picture(.png):
      // Two pixels a point, for the screens of today.
      .picture(
        GraphPicture(
          dot: Renderer(format: .dot, options: options.scaled(by: 2)).render(machine)), format)
    case .picture(let kind):
      .picture(
        GraphPicture(
          dot: Renderer(format: .dot, options: options).render(machine),
          facts: kind == .svg ? Facts.content(of: machine) : []), format)
    case .text(let text):
      .text(Renderer(format: text, options: options).render(machine), format)
    case .model:
      .text(
        ModelFile.encode(Extract(machines: [machine], diagnostics: diagnostics)), format)
    }
  }
}

extension Machine {
  fileprivate func has(_ state: String?) -> Bool { states.contains { $0.name == state } }
}

extension Gallery.Options {
  /// What is known of nested machines: pages are those that are drawn.
  fileprivate func nested(
    _ all: [Machine], drawn: [Machine], _ names: FileNames
  ) -> NestedMachines {
    var nested = NestedMachines(all)
    nested.depth = look.nested.depth
    nested.collapsed = Set(
      all.filter { machine in collapsed.contains { machine.isNamed($0) } }.map(\.id))
    guard formats.contains(where: \.isLinked) else { return nested }
    nested.pages = Dictionary(drawn.map { ($0.id, names.base(of: $0.id)) }) { first, _ in first }
    return nested
  }
}

extension DrawingFormat {
  /// Whether a file of this format leads to others.
  fileprivate var isLinked: Bool {
    switch self {
    case .picture(.svg), .text(.markdown), .text(.scxml): true
    case .picture, .text, .model: false
    }
  }
}

extension RenderOptions {
  fileprivate func scaled(by scale: Int) -> Self {
    var options = self
    options.scale = scale
    return options
  }
}

extension Extract {
  /// The messages about the lines of a machine.
  fileprivate func diagnostics(within machine: Machine) -> [Diagnostic] {
    let lines = machine.location.line...max(machine.location.line, machine.endLine)
    return diagnostics.filter {
      $0.location.file == machine.location.file && lines.contains($0.location.line)
    }
  }
}
