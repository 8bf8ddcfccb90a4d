import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Something in a state that changes without an action.
enum ReferenceTypeInState: SourceRule {
  static let description = RuleDescription(
    "reference-type-in-state", .features,
    "A class, an actor or a closure in the state of a feature.",
    why: """
      An object can change without an action: no view is drawn again, both sides of a test's \
      comparison are the same object, and an earlier state changes with the later one. A closure \
      cannot be compared. Classes that have only constants are values, and not meant.
      """,
    sources: [
      .playbook("Anti-Patterns and Fixes: reference types in state"),
      .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "The cache is shared by all copies of the state.",
        """
        final class ImageCache {
          var images: [String: Data] = [:]
        }
        @Reducer
        struct GalleryFeature {
          struct State {
            var cache = ImageCache()  // wrong
            var page: Page
          }
          struct Page {
            var number = 1
            var onEnd: () -> Void  // wrong
          }
          enum Action { case loaded }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
      RuleExample(
        "What goes on while the state is kept.",
        """
        @Reducer
        struct PlayerFeature {
          struct State {
            var player: AVPlayer?  // wrong
            var subscriptions: Set<AnyCancellable> = []  // wrong
            var title = ""
          }
          enum Action { case playTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Values alone; a class of constants is one.",
        """
        final class Country: Sendable {
          let name: String
          init(name: String) { self.name = name }
        }
        @Reducer
        struct GalleryFeature {
          struct State {
            var country: Country?
            var images: [String: Data] = [:]
            @Shared(.inMemory("page")) var page = 1
          }
          enum Action { case loaded(() -> Void) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let features = subject.features.filter(\.ownsDomain)
    var search = ReferenceSearch(
      index: subject.index, clients: DependencyClients(in: subject),
      states: Set(features.compactMap { $0.state?.key }))
    return features.flatMap { feature -> [Finding] in
      guard let state = feature.state else { return [] }
      return search.references(in: state).map { found in
        finding(
          at: found.location, machine: feature.id,
          "`\(found.name)` in the state of \(feature.name) is \(found.what)",
          remedy: found.isClosure
            ? "send an action, or keep what the closure needs as values"
            : "keep what it tells as values, and the object behind a dependency")
      }
    }
  }
}

/// Looks for references in states and in the types of the sources that they hold; each place is
/// found once.
private struct ReferenceSearch {
  struct Found {
    var name: String
    var what: String
    var location: OrreryModel.SourceLocation
    var isClosure = false
  }

  let index: SourceIndex
  let clients: DependencyClients
  /// The states of features: each is searched for its own feature.
  let states: Set<String>
  private var seen: Set<String> = []

  /// Classes of Apple's frameworks whose objects change or run.
  private static let known: Set = [
    "AnyCancellable", "PassthroughSubject", "CurrentValueSubject", "Timer", "DispatchQueue",
    "OperationQueue", "URLSession", "URLSessionTask", "UserDefaults", "NotificationCenter",
    "FileManager", "NSManagedObject", "NSManagedObjectContext", "NSMutableArray", "NSMutableData",
    "NSMutableDictionary", "NSMutableSet", "NSMutableString", "NSMutableAttributedString", "UIView",
    "UIViewController", "NSView", "AVPlayer", "AVAudioPlayer", "AVAudioRecorder",
    "AVCaptureSession",
    "WKWebView",
  ]
  /// What the library wraps is its own matter.
  private static let wrappers: Set = ["Shared", "SharedReader", "Dependency", "Fetch", "FetchAll"]

  init(index: SourceIndex, clients: DependencyClients, states: Set<String>) {
    (self.index, self.clients, self.states) = (index, clients, states)
  }

  mutating func references(in type: TypeInfo) -> [Found] {
    guard seen.insert(type.key).inserted, !type.file.words.contains(Self.copying) else { return [] }
    let properties = type.stored.filter { !$0.property.isStatic }.flatMap { stored -> [Found] in
      guard Self.wrappers.isDisjoint(with: stored.property.wrappers) else { return [] }
      let place = stored.file.location(of: stored.property.declaration)
      let written = stored.property.type ?? stored.property.initializer?.madeType
      return written.map { references(in: $0, of: stored.property.name, place, type) } ?? []
    }
    let values = type.cases.flatMap { item -> [Found] in
      let place = type.file.location(of: item.element)
      return (item.element.parameterClause?.parameters.map(\.type) ?? []).flatMap {
        references(in: $0, of: item.name, place, type)
      }
    }
    return properties + values
  }

  /// What a struct says that copies its storage when it is changed.
  private static let copying = Word("isKnownUniquelyReferenced")

  private mutating func references(
    in written: TypeSyntax, of name: String, _ place: OrreryModel.SourceLocation, _ scope: TypeInfo
  ) -> [Found] {
    written.elements.flatMap { type -> [Found] in
      if type.is(FunctionTypeSyntax.self) {
        return [Found(name: name, what: "a closure", location: place, isClosure: true)]
      }
      guard !clients.isClient(type, in: index, from: scope) else { return [] }
      guard let info = index.info(index.resolve(type, in: scope, module: scope.module)) else {
        guard let last = type.lastName, Self.known.contains(last) else { return [] }
        return [Found(name: name, what: "of the class `\(last)`", location: place)]
      }
      if info.isReference {
        guard !info.isConstant else { return [] }
        let word = info.kind == .actor ? "actor" : "class"
        return [Found(name: name, what: "of the \(word) `\(info.name)`", location: place)]
      }
      let isOther = states.contains(info.key) || info.kind == .protocol
      return isOther ? [] : references(in: info)
    }
  }
}

extension TypeInfo {
  /// Whether objects of a class never change: all that they store are constants, and they inherit
  /// nothing that is known to change.
  fileprivate var isConstant: Bool {
    let own = stored.map(\.property).filter { !$0.isStatic }
    return kind == .class && !own.isEmpty && own.allSatisfy(\.isLet) && ancestors.isEmpty
      && !inherited.contains("NSObject")
  }
}
