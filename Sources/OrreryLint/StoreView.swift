import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A SwiftUI view, or a class such as a view controller, that holds a store.
struct StoreView {
  /// A property that holds a store.
  struct Store {
    var property: StoredProperty
    /// Whether it is a `ViewStore`.
    var isViewStore: Bool
    /// The feature, where it is among the files.
    var feature: Feature?

    /// The property wrappers and other attributes, as they are written without `@` and arguments.
    var attributes: [String] {
      property.declaration.attributes.compactMap {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedText
      }
    }
  }

  var name: String
  var declaration: DeclSyntax
  var file: SourceFile
  /// Whether it is a struct, as views and scenes are; others are classes of UIKit or AppKit.
  var isSwiftUI: Bool
  var stores: [Store]
  var properties: [StoredProperty]
  /// The declaration and the extensions in files that name stores.
  let parts: [(node: DeclSyntax, file: SourceFile)]
  private var code: [(node: Syntax, file: SourceFile)] = []
  /// The names by which the code reaches stores: properties, and what `WithViewStore` hands out.
  private(set) var storeNames: Set<String> = []

  private init(
    name: String, declaration: DeclSyntax, file: SourceFile, isSwiftUI: Bool, stores: [Store],
    properties: [StoredProperty], parts: [(node: DeclSyntax, file: SourceFile)]
  ) {
    (self.name, self.declaration, self.file) = (name, declaration, file)
    (self.isSwiftUI, self.stores) = (isSwiftUI, stores)
    (self.properties, self.parts) = (properties, parts)
    walk()
  }

  /// The id of the machine that the feature is whose store it holds.
  var machine: String? { feature?.id }
  var feature: Feature? { stores.lazy.compactMap(\.feature).first }

  /// Whether its state is a generic parameter, of which nobody can say that it is observable.
  var isGeneric: Bool {
    guard let type = declaration.as(StructDeclSyntax.self) else { return false }
    let names = Set(type.genericParameterClause?.parameters.map(\.name.text) ?? [])
    return stores.contains { store in
      let written = store.property.type?.descendants(IdentifierTypeSyntax.self) ?? []
      return written.contains { names.contains($0.name.text) }
    }
  }

  /// The nodes of a kind in its code, without those of types that are declared inside.
  ///
  /// There are calls, members, assignments, `await`, `if`, lists of statements and initializers.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [(node: Node, file: SourceFile)] {
    code.compactMap { entry in entry.node.as(Node.self).map { ($0, entry.file) } }
  }

  /// - Complexity: Linear in the size of the view.
  private mutating func walk() {
    code = parts.flatMap { part in ViewCode.nodes(of: part.node).map { ($0, part.file) } }
    let handed = nodes(FunctionCallExprSyntax.self).filter { $0.node.calleeName == "WithViewStore" }
      .flatMap { $0.node.lastClosure?.parameterNames ?? [] }
    storeNames = Set(stores.map(\.property.name)).union(handed)
  }
}

extension StoreView {
  private static let types = ["Store", "StoreOf", "ViewStore", "ViewStoreOf"]

  /// - Complexity: Linear in the size of the files that name stores.
  static func all(
    in files: [SourceFile], _ features: [Feature], _ index: SourceIndex
  ) -> [StoreView] {
    let words = Set(types.map { Word($0) })
    let known = Dictionary(features.map { ($0.info.key, $0) }) { first, _ in first }
    let named = files.filter { $0.words.containsAny(of: words) }.map { file in
      (file: file, types: TypeDeclarations.all(in: file))
    }
    var extensions: [String: [(node: DeclSyntax, file: SourceFile)]] = [:]
    for (file, types) in named {
      for node in types.extensions {
        extensions[key(of: node, in: file), default: []]
          .append((DeclSyntax(node), file))
      }
    }
    return named.flatMap { file, types in
      let declared =
        types.structs.filter(\.memberBlock.declaresBody)
        .map { (DeclSyntax($0), $0.name, $0.memberBlock) }
        + types.classes.map { (DeclSyntax($0), $0.name, $0.memberBlock) }
      return declared.compactMap { node, name, block -> StoreView? in
        let key = key(of: node, in: file)
        let view = view(node, name, block, file, known, index, extensions[key] ?? [])
        // Of several types of one name, the extensions count as the first one's.
        if view != nil { extensions[key] = nil }
        return view
      }
    }
  }

  /// The module and the whole path: `extension Row` is about no `Home.Row`.
  private static func key(of node: some SyntaxProtocol, in file: SourceFile) -> String {
    ([file.module] + node.typePath(withItself: true)).joined(separator: ".")
  }

  private static func view(
    _ node: DeclSyntax, _ name: TokenSyntax, _ block: MemberBlockSyntax, _ file: SourceFile,
    _ known: [String: Feature], _ index: SourceIndex,
    _ extensions: [(node: DeclSyntax, file: SourceFile)]
  ) -> StoreView? {
    let properties = StoredProperty.all(in: block.members).filter { !$0.isStatic }
    let stores = properties.compactMap { store($0, file, known, index) }
    guard !stores.isEmpty else { return nil }
    return StoreView(
      name: name.text, declaration: node, file: file, isSwiftUI: node.is(StructDeclSyntax.self),
      stores: stores, properties: properties,
      parts: [(node, file)] + extensions)
  }

  private static func store(
    _ property: StoredProperty, _ file: SourceFile, _ known: [String: Feature], _ index: SourceIndex
  ) -> Store? {
    let written = property.type?.as(IdentifierTypeSyntax.self)
    let called = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(DeclReferenceExprSyntax.self)?.baseName.text
    guard let name = written?.name.text ?? called, types.contains(name) else { return nil }
    let key = written.flatMap { featureType(of: $0) }.flatMap {
      index.resolve($0, in: nil, module: file.module)
    }
    return Store(
      property: property, isViewStore: name.hasPrefix("View"), feature: key.flatMap { known[$0] })
  }

  /// `Counter` of `StoreOf<Counter>` and of `Store<Counter.State, Counter.Action>`.
  private static func featureType(of type: IdentifierTypeSyntax) -> TypeSyntax? {
    guard let first = type.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
    else { return nil }
    return type.name.text.hasSuffix("Of") ? first : first.as(MemberTypeSyntax.self)?.baseType
  }
}

extension MemberBlockSyntax {
  /// Whether a view, a modifier or a scene is declared: it has a `body`.
  fileprivate var declaresBody: Bool {
    members.contains { item in
      if let function = item.decl.as(FunctionDeclSyntax.self) {
        return function.name.text == "body"
      }
      return item.decl.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.trimmedText == "body"
      } ?? false
    }
  }
}

extension StoreView {
  /// The actions that code sends by one of some stores: `store.send(.loginTapped)`.
  static func sends(
    in node: some SyntaxProtocol, to stores: Set<String>
  ) -> [FunctionCallExprSyntax] {
    node.calls(of: ["send"]).filter { call in
      guard let names = call.calledExpression.dottedNames, names.count == 2 else { return false }
      return stores.contains(names[0])
    }
  }

  /// What code reads of some stores, as dotted names without the store: `isOn` of `store.isOn`.
  static func reads(in node: some SyntaxProtocol, of stores: Set<String>) -> [[String]] {
    node.descendants(MemberAccessExprSyntax.self).compactMap { member in
      guard let names = ExprSyntax(member).dottedNames, names.count > 1, stores.contains(names[0]),
        !methods.contains(names[1])
      else { return nil }
      return Array(names.dropFirst())
    }
  }

  /// The methods of a store, which are no part of its state.
  static let methods: Set = ["send", "scope", "publisher", "binding", "withState"]
}
