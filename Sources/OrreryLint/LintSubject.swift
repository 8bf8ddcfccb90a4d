import OrreryExtraction
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrreryTrace
import SwiftSyntax

/// What rules look at: the machines, the features, and the files that they stand in.
///
/// What several rules need is found when the first of them asks.
struct LintSubject {
  /// The machines of which everything is known that the source tells.
  let machines: [MachineIndex]
  let index: SourceIndex
  /// All files that were parsed and that no tool wrote, in the order of their paths.
  let files: [SourceFile]
  private let machinesByID: [String: MachineIndex]
  private let thresholds: [String: [String: Int]]

  private let sharedFeatures = Once<[Feature]>()
  private let sharedDomains = Once<[String: [Feature]]>()
  private let sharedStarts = Once<StartingStates>()
  private let sharedEnums = Once<[StateEnum]>()
  private let sharedPure = Once<[PureMachine]>()
  private let sharedLibrary = Once<LibraryVersion.Evidence?>()
  private let sharedObservation = Once<OrreryModel.SourceLocation?>()
  private let sharedViews = Once<[StoreView]>()
  private let sharedViewParts = Once<[SyntaxIdentifier: StoreView]>()
  private let sharedStoreDeclaration = Once<Bool>()

  init(
    _ reading: SourceReading, machines: [Machine], thresholds: [String: [String: Int]] = [:]
  ) {
    self.machines = machines.filter { !Self.isTutorial($0.location.file) }.map(MachineIndex.init)
    (index, self.thresholds) = (reading.index, thresholds)
    machinesByID = Dictionary(self.machines.map { ($0.machine.id, $0) }) { first, _ in first }
    files = (index.files + reading.others)
      .filter { !$0.isGenerated && !Self.isTutorial($0.path) }.sorted { $0.path < $1.path }
  }

  /// Whether a file is a step of a tutorial: no target compiles it, and steps are unfinished on purpose.
  private static func isTutorial(_ path: String) -> Bool { path.contains(".docc/") }

  /// The machine of that id, where one was found.
  func machine(_ id: String) -> MachineIndex? { machinesByID[id] }

  /// The files that may say one of some names: others need not be looked at.
  ///
  /// - Complexity: Linear in the number of files.
  func files(naming names: [String]) -> [SourceFile] {
    let words = Set(names.map { Word($0) })
    return files.filter { $0.words.containsAny(of: words) }
  }

  /// What a project, or else the rule itself, says of a threshold.
  func threshold<R: Rule>(_ name: String, of rule: R.Type) -> Int {
    thresholds[rule.id]?[name] ?? rule.description.thresholds.first { $0.name == name }?.value ?? 0
  }
}

// MARK: - Machines

extension LintSubject {
  /// Where the machines start.
  var startingStates: StartingStates { sharedStarts.value { StartingStates(self) } }
  /// The enums whose cases are states of machines that hold no open questions.
  var stateEnums: [StateEnum] { sharedEnums.value { StateEnum.all(in: self) } }
  /// The machines in the shape of TCA-SM.
  var pureMachines: [PureMachine] { sharedPure.value { PureMachine.all(in: self) } }
}

// MARK: - Features

extension LintSubject {
  /// Whether a protocol of another package may ask for the cases of an enum, and answer them.
  func mayBeWitness(_ action: TypeInfo) -> Bool {
    action.inherited.map { Naming.typeName($0) }.contains { name in
      !Self.plainProtocols.contains(name)
        && index.resolve(name: name, in: action, module: action.module) == nil
    }
  }

  /// Protocols of the language and of the library that ask for no case of an action but `binding`.
  private static let plainProtocols: Set = [
    "BindableAction", "CaseIterable", "Codable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable",
    "Sendable",
    "ViewAction",
  ]

  /// The features of The Composable Architecture, also those that are no machine.
  var features: [Feature] {
    sharedFeatures.value {
      let domains = FeatureDomains(index)
      let infos = index.keys.compactMap { index.info($0) }.filter { domains.isFeature($0) }
      let names = Set(infos.map(\.name))
      return infos.filter { !$0.file.isGenerated && !Self.isTutorial($0.file.path) }.map {
        Feature($0, domains, among: names)
      }
    }
  }

  /// The features that reduce a state; one for most.
  func features(reducing state: TypeInfo) -> [Feature] {
    let all = sharedDomains.value {
      Dictionary(grouping: features.filter { $0.state != nil }) { $0.state?.key ?? "" }
    }
    return all[state.key] ?? []
  }

  /// What the features of a state compose.
  func composed(_ state: TypeInfo) -> [Composed] {
    features(reducing: state).filter { $0.info.kind != .enum }.map {
      Composed($0.info, state: state, in: index)
    }
  }
}

// MARK: - The library

extension LintSubject {
  /// The newest version of The Composable Architecture that the files cannot do without; nothing in
  /// the library's own repository.
  var library: LibraryVersion.Evidence? {
    sharedLibrary.value {
      LibraryVersion.isDeclared(in: files) ? nil : LibraryVersion.evidence(in: files)
    }
  }

  /// Where a state is observed by itself; nothing where none is.
  var observableState: OrreryModel.SourceLocation? {
    sharedObservation.value { files.firstAttribute("ObservableState") }
  }

  /// Whether the library is one in which states are observed by themselves, from version 1.7 on.
  var usesObservableState: Bool { observableState != nil }
  /// Whether the library is new enough for `@Reducer`: some feature has it.
  var usesReducerMacro: Bool { features.contains { $0.info.has(attribute: "Reducer") } }

  /// Whether the library has what came with a version, as far as the files tell.
  func hasLibrary(_ version: LibraryVersion) -> Bool {
    library.map { $0.version >= version } ?? false
  }
}

// MARK: - Views

extension LintSubject {
  /// The views and view controllers that hold a store.
  var storeViews: [StoreView] {
    sharedViews.value { StoreView.all(in: files, features, index) }
  }

  /// Whether the files declare a type `Store` themselves: the stores of views are no others then.
  var declaresStore: Bool {
    sharedStoreDeclaration.value {
      files.contains { $0.words.declared.contains(Word("Store")) && $0.declaresStore }
    }
  }

  /// The view or view controller with a store whose declaration or extension a node stands in.
  func storeView(around node: some SyntaxProtocol) -> StoreView? {
    let views = sharedViewParts.value {
      let parts = storeViews.flatMap { view in view.parts.map { ($0.node.id, view) } }
      return Dictionary(parts) { first, _ in first }
    }
    return node.typeAround.flatMap { views[$0] }
  }
}

extension SourceFile {
  /// Whether it declares, and does not only extend, a type `Store` at its top level.
  fileprivate var declaresStore: Bool {
    tree.statements.contains { item in
      guard let type = item.item.asProtocol((any NamedDeclSyntax).self) else { return false }
      return type.name.text == "Store"
    }
  }
}
