import Testing

/// What one module may import, and why it may not import more.
struct Module: Sendable, CustomTestStringConvertible {
  var name: String
  /// Modules of this package that it may import.
  var uses: [String]
  /// Other people's modules that it may import, the system's aside.
  var libraries: [String]
  /// Modules that come with the toolchain or the system.
  var system: [String]
  /// What it knows and must not know: shown where an import breaks the table.
  var reason: String
  /// Names that its code must not mention, where an import alone would not tell.
  var bannedNames: [String]

  init(
    _ name: String, uses: [String] = [], libraries: [String] = [], system: [String] = [],
    bans bannedNames: [String] = [], because reason: String
  ) {
    self.name = name
    self.uses = uses
    self.libraries = libraries
    self.system = system
    self.bannedNames = bannedNames
    self.reason = reason
  }

  var testDescription: String { name }

  /// The imports of a file that the table does not grant.
  func bannedImports(in file: SourceFile) -> [Finding] {
    let granted = Set(uses + libraries + system + ["Swift"])
    return file.imports.filter { !granted.contains($0.module) }.map { banned in
      Finding(
        file: file.path, line: banned.line,
        message: """
          \(name) must not import \(banned.module): \(reason). To fix, move the code to a module \
          that may know both, or pass in what it needs as a value.
          """)
    }
  }
}

// MARK: - The table

/// What a platform gives to read and write files, and to guard memory that threads share.
private let platform = ["Foundation", "FoundationEssentials", "Synchronization", "os", "Dispatch"]
private let libc = ["Glibc", "Musl", "Darwin", "Android", "Bionic"]
private let disk = ["FileManager", "FileHandle"]
private let world = disk + ["Process", "ProcessInfo", "Date", "ContinuousClock", "SuspendingClock"]
private let codable = ["Codable", "Encodable", "Decodable", "JSONEncoder", "JSONDecoder"]

extension Module {
  static let table: [Module] = running + reading + model + inspector + pictures + commandLine

  private static let running: [Module] = [
    Module(
      "OrreryTrace", system: platform + libc + ["Observation"],
      because: "the trace log is read and written by tools that have no Store and no model"),
    Module(
      "OrreryTraced", uses: ["COrreryThread", "OrreryTrace"],
      because: "who records by an attribute builds swift-syntax for it, and links none of it"),
    Module(
      "OrreryLogging", uses: ["OrreryTrace"], libraries: ["Logging"],
      because: "who records to swift-log links it, and nobody else does"),
    Module(
      "OrreryComposableArchitecture", uses: ["OrreryTrace"],
      libraries: ["ComposableArchitecture", "OpenCombine"], system: ["Combine"],
      because: "who records features of The Composable Architecture links nothing else for it"),
    Module("COrreryThread", because: "it is C"),
    Module(
      "Orrery", uses: ["OrreryTrace", "COrreryThread"], libraries: ["OpenCombine"],
      system: platform + libc + ["Combine", "Observation", "SwiftUI"],
      because: "a user of the runtime links no swift-syntax, no renderer and no test framework"),
    Module(
      "OrreryTesting",
      uses: [
        "Orrery", "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryTraceAnalysis",
        "OrreryInspector",
      ],
      libraries: ["CustomDump", "IssueReporting", "OpenCombine"], system: platform + ["Combine"],
      because: "test support runs in users' tests, without swift-syntax and the macros' code"),
  ]

  private static let reading: [Module] = [
    Module(
      "OrrerySyntax", uses: ["OrreryTrace"], libraries: ["SwiftSyntax"], bans: world,
      because: "macros and extraction share how a machine is spelled, and nothing else"),
    Module(
      "OrreryMacros", uses: ["OrrerySyntax", "OrreryTrace"],
      libraries: [
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftCompilerPlugin",
        "SwiftDiagnostics",
      ], bans: world,
      because: "a macro knows one declaration and the naming rule, not the model or the runtime"),
    Module(
      "OrreryProgram", uses: ["OrreryModel"], bans: world,
      because: "a lowered program is what source does, in words that no parser is needed for"),
    Module(
      "OrreryLowering", uses: ["OrreryModel", "OrreryProgram", "OrrerySyntax", "OrreryTrace"],
      libraries: [
        "OrderedCollections", "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics",
        "SwiftOperators", "SwiftDiagnostics",
      ], system: ["Synchronization", "Dispatch"], bans: world,
      because: "lowering knows what source says; what a machine is, is not its business"),
    Module(
      "OrreryExecution", uses: ["OrreryModel", "OrreryProgram"], bans: world,
      because: "an execution knows what source does, and neither how it is written nor its machines"
    ),
    Module(
      "OrreryRecognition",
      uses: [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrrerySyntax",
        "OrreryTrace",
      ],
      libraries: ["OrderedCollections", "SwiftSyntax"], bans: world,
      because: "recognition tells what declares a machine, and not which rows the machine has"),
    Module(
      "OrreryExtraction",
      uses: [
        "OrreryExecution", "OrreryLowering", "OrreryModel", "OrreryProgram", "OrreryRecognition",
        "OrrerySyntax", "OrreryTrace",
      ],
      libraries: ["OrderedCollections"], bans: world,
      because: "extraction makes a model of what recognition and execution tell, and asks no syntax"
    ),
    Module(
      "OrreryLint",
      uses: [
        "OrreryExtraction", "OrreryLowering", "OrreryModel", "OrreryRecognition", "OrrerySyntax",
        "OrreryTrace",
      ],
      libraries: ["SwiftSyntax"], bans: world,
      because: "a rule is a function from what was read to findings; others read, print and mend"),
  ]

  private static let model: [Module] = [
    Module(
      "OrreryModel", uses: ["OrreryTrace"], libraries: ["OrderedCollections"],
      bans: codable + world,
      because: "the model is values; how they are read, written or drawn may change without it"),
    Module(
      "OrreryModelFile", uses: ["OrreryModel"], system: ["Foundation", "FoundationEssentials"],
      bans: world,
      because: "the published JSON is a form of the model, whatever made it and wherever it lies"),
    Module(
      "OrreryRendering", uses: ["OrreryModel"], libraries: ["OrderedCollections"], bans: world,
      because: "a renderer is a function from a model to text, the same on every machine and day"),
    Module(
      "OrreryTraceAnalysis", uses: ["OrreryTrace", "OrreryModel"],
      libraries: ["OrderedCollections"], system: platform + libc,
      because: "a verdict joins a log and a model; it knows neither the Store nor any format"),
    Module(
      "OrreryTraceFormats",
      uses: [
        "OrreryTrace", "OrreryTraceAnalysis", "OrreryModel", "OrreryModelFile", "OrreryRendering",
      ], bans: world,
      because: "a format of a trace is a function from records to text; others find and keep them"),
  ]

  private static let inspector: [Module] = [
    Module(
      "OrreryInspector",
      uses: [
        "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryTraceAnalysis", "OrreryRendering",
      ], system: ["Foundation"], bans: disk,
      because: "a page is a function from a run to text; others lay pictures out and write files"),
    Module(
      "OrreryInspectorServer", uses: ["OrreryInspector", "OrreryTrace"],
      libraries: ["FlyingFox", "FlyingSocks"], system: ["Foundation"], bans: disk,
      because: "a server passes on what others read, and never touches the disk"),
  ]

  private static let pictures: [Module] = [
    Module("CGraphviz", because: "it is a module map"),
    Module("CGraphvizShims", because: "it is C"),
    Module(
      "OrreryGraphviz", uses: ["OrreryTrace", "CGraphviz", "CGraphvizShims"], system: platform,
      bans: disk,
      because: "DOT text goes in and bytes come out; what the diagram means is not its business"),
  ]

  private static let commandLine: [Module] = [
    Module(
      "OrreryCommandLine",
      uses: [
        "OrreryTrace", "OrreryModel", "OrreryModelFile", "OrreryExtraction", "OrreryLint",
        "OrreryRendering", "OrreryGraphviz", "OrreryTraceAnalysis", "OrreryTraceFormats",
        "OrreryInspector", "OrreryInspectorServer",
      ],
      libraries: ["ArgumentParser", "Yams", "Subprocess", "OrderedCollections"],
      system: platform + libc + ["System", "SystemPackage"],
      because: "the command line knows arguments, disk and exit codes, not how the work is done"),
    Module(
      "OrreryTool", uses: ["OrreryCommandLine"], because: "`main` is one line, so tests can run all"
    ),
    Module(
      "DrawStateMachines", system: ["PackagePlugin", "Foundation"],
      because: "a plugin only passes on arguments and paths"),
    Module(
      "CheckStateMachines", system: ["PackagePlugin", "Foundation"],
      because: "a plugin only passes on arguments and paths"),
    Module(
      "DeclareStateMachines", system: ["PackagePlugin", "Foundation"],
      because: "a plugin only passes on arguments and paths"),
  ]
}
