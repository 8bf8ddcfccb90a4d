import OrreryProgram
import OrrerySyntax
import SwiftSyntax

/// The types and functions of the sources, each lowered when it is first asked for.
///
/// It belongs to one thread. What it tells of the same source is the same on another one, numbers
/// included.
package final class LoweredProgram: Program {
  package let index: SourceIndex
  let origins: Origins
  private var types: [String: Recorded<NominalType>] = [:]
  private var functions: [MemberKey: Function] = [:]
  /// The handlers that are no functions of their own: they are executed from each state.
  private var handlers: [HandlerKey: Function] = [:]
  var globalVariables: [String: (variable: NominalType.Property, path: String)?] = [:]

  private struct HandlerKey: Hashable {
    var place: MemberKey
    var name: String
    var kind: Function.Kind
    var parameters: [String]
    var around: [NodeID]
    var isValue: Bool
  }

  package init(_ index: SourceIndex) {
    self.index = index
    origins = Origins(index.placesOfFiles)
  }

  package func type(_ key: String) -> NominalType? {
    Dependencies.note(type: key)
    if let known = types[key] { return known.value }
    guard let info = index.info(key) else { return nil }
    let type = Recorded { nominal(info) }
    types[key] = type
    return type.value
  }

  package func globals(named name: String) -> [Function] {
    index.globals(named: name).map(function)
  }

  package func functions(_ kind: CallKind, named name: String) -> [Function] {
    SourceIndex.read(index.signatures[kind]?[name] ?? []).map(function)
  }

  /// The functions of an operator that the program declares.
  package func operators(named name: String) -> [Function] {
    SourceIndex.read(index.operatorFunctions[name] ?? []).map(function)
  }

  /// The functions, initializers, getters and accessors that have a name, with the type before it or
  /// without: `load`, `Machine.load`.
  package func functions(named name: String) -> [Function] {
    let parts = name.split(separator: ".").map(String.init)
    guard let last = parts.last else { return [] }
    let outer = parts.dropLast()
    let members = index.keys.compactMap { type($0) }.filter { type in
      type.key.split(separator: ".").suffix(outer.count).elementsEqual(outer.map { $0[...] })
    }.flatMap { type in
      (type.functions + type.initializers + type.getters + type.accessors).filter {
        $0.name == last
      }
    }
    return members + (outer.isEmpty ? globals(named: last) : [])
  }

  /// The number of the function that a declaration is lowered to.
  package func id(of function: FunctionInfo) -> NodeID { id(of: function.node, in: function.file) }

  /// The number of what a node is lowered to.
  package func id(of node: some SyntaxProtocol, in file: SourceFile) -> NodeID {
    LoweringContext(index, origins, file: file, owner: nil).id(node)
  }

  /// The statement that has a number, once it has been lowered.
  package func item(of id: NodeID) -> CodeBlockItemSyntax? { origins.items[id] }

  /// Whether the statements of a branch, once it has been lowered, assign variables, or it leaves them
  /// all as they are.
  package func choosesVariables(in branch: BranchPlace) -> Bool {
    guard let (items, file) = origins.branches[branch.id] else { return false }
    if items.count == 1, items.first?.item.is(BreakStmtSyntax.self) == true { return true }
    let function = function(body: items, parameters: [], owner: nil, file: file)
    return function.body?.contains { node in
      guard case .assign(let place, "=", _) = node.form else { return false }
      switch place.form {
      case .name, .variable: return true
      default: return false
      }
    } ?? false
  }

  /// The declaration of a function that was lowered.
  package func declaration(of function: Function) -> FunctionInfo? {
    var found = origins.declarations[function.id]
    // A method that is inherited is one for each type that has it.
    found?.owner = function.owner
    return found
  }
}

// MARK: - Functions

extension LoweredProgram {
  /// A function, an initializer or an accessor.
  package func function(_ info: FunctionInfo) -> Function {
    let context = context(of: info.owner, in: info.file).inside(info)
    let key = MemberKey(info.node, of: info.owner)
    if let known = functions[key] { return known }
    origins.declarations[context.id(info.node)] = info
    let function = context.function(info)
    functions[key] = function
    return function
  }

  /// What a property gives that is worked out whenever it is read.
  package func getter(_ info: ComputedInfo) -> Function {
    let context = context(of: info.owner, in: info.file)
    let key = MemberKey(info.body, of: info.owner)
    if let known = functions[key] { return known }
    let function = context.getter(info)
    functions[key] = function
    return function
  }

  /// A handler that is no function of its own: a part of one, or a closure that others call.
  ///
  /// - Parameters:
  ///   - parameters: The names that are bound by whoever interprets it: variables from slot 0 on.
  ///   - around: The functions that are declared in those around it.
  ///   - isValue: Whether it returns the value of its only expression.
  package func function(
    body: CodeBlockItemListSyntax, name: String = "", kind: Function.Kind = .closure,
    parameters: [String], owner: TypeInfo?, file: SourceFile, around: [FunctionDeclSyntax] = [],
    isValue: Bool = false
  ) -> Function {
    let context = LoweringContext(index, origins, file: file, owner: owner)
    let key = HandlerKey(
      place: MemberKey(body, of: owner?.key), name: name, kind: kind, parameters: parameters,
      around: around.map(context.id), isValue: isValue)
    if let known = handlers[key] { return known }
    let statement = context.statement(body)
    let made = Function(
      id: statement.id, name: name, kind: kind, owner: owner?.key, location: statement.location
    ) {
      let lowering = FunctionLowering(context, names: Names(), level: 0, statement: statement)
      lowering.declareAhead(around)
      let parameters = parameters.map {
        Function.Parameter(label: nil, variable: lowering.declare($0), type: nil)
      }
      lowering.lower(body, to: isValue ? .result : .nothing)
      return (parameters, lowering.finished())
    }
    handlers[key] = made
    return made
  }

  /// A function without parameters that gives what an expression is.
  package func function(
    giving value: ExprSyntax, owner: TypeInfo?, file: SourceFile
  ) -> Function {
    LoweringContext(index, origins, file: file, owner: owner).function(giving: value, at: value)
  }

  func context(of owner: String?, in file: SourceFile) -> LoweringContext {
    LoweringContext(index, origins, file: file, owner: index.info(owner))
  }
}

// MARK: - Types

extension LoweredProgram {
  private func nominal(_ info: TypeInfo) -> NominalType {
    let context = LoweringContext(index, origins, file: info.file, owner: info)
    let type = NominalType(
      key: info.key, name: info.name, module: info.module, kind: info.kind,
      cases: info.cases.map { context.enumCase($0, rawNumber: info.rawNumber(of: $0.name)) },
      properties: info.stored.map { property($0, of: info) },
      functions: info.functions.map(function), overridden: info.overridden.map(function),
      initializers: info.initializers.map(function),
      getters: info.computed.map(getter), accessors: info.accessors.map(function),
      inherited: info.inherited, genericNames: info.genericNames,
      supertypes: info.ancestors + index.bases(of: info).map(\.key))
    type.isFinal = info.isFinal
    type.changedByElements = info.changedByElements
    return type
  }

  private func property(_ stored: StoredInfo, of info: TypeInfo) -> NominalType.Property {
    let context = LoweringContext(index, origins, file: stored.file, owner: info)
    let property = stored.property
    let start = property.initializer.map { value in
      context.function(giving: value, at: value.parent ?? Syntax(value))
    }
    return NominalType.Property(
      name: property.name, type: property.type.map { context.reference($0) },
      key: index.type(of: property, in: info), isLet: property.isLet, isStatic: property.isStatic,
      isLazy: property.isLazy, isPrivate: property.isPrivate, isWeak: property.isWeak,
      isWrapped: property.declaration.attributes.hasWrapper, start: start)
  }
}

extension LoweringContext {
  fileprivate func enumCase(_ item: EnumCase, rawNumber: Int?) -> NominalType.Case {
    let parameters = item.element.parameterClause?.parameters.map(\.self) ?? []
    return NominalType.Case(
      name: item.name,
      values: zip(item.values, parameters).map { value, parameter in
        TypeReference.Element(value.label, reference(parameter.type))
      }, rawNumber: rawNumber)
  }
}

extension AttributeListSyntax {
  /// Whether one of them is named like a type: a property wrapper.
  fileprivate var hasWrapper: Bool { types.contains { $0.lastName.first?.isUppercase ?? false } }
}

extension StoredProperty {
  /// Whether it is `weak` or `unowned`.
  fileprivate var isWeak: Bool {
    declaration.modifiers.has(.weak) || declaration.modifiers.has(.unowned)
  }
}
