import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The states of a machine that an enum declares.
struct StateEnum {
  var index: MachineIndex
  var type: TypeInfo
  /// The names of its states in the machine, by the names of the cases.
  var states: [(name: String, item: EnumCase)]
  var initial: String

  var machine: Machine { index.machine }

  func location(of item: EnumCase) -> OrreryModel.SourceLocation {
    type.file.location(of: item.element)
  }

  /// The rows of its states that lead somewhere.
  func rows(from state: String) -> [Transition] {
    index.transitions(from: state).map { machine.transitions[$0] }
  }

  /// Whether values may come from where no case is named: archives, raw values, other modules.
  var isMadeElsewhere: Bool {
    let makers: Set = [
      "Codable", "Decodable", "CaseIterable", "RawRepresentable", "String", "Int", "UInt8", "UInt",
    ]
    let isPublic =
      type.node.as(EnumDeclSyntax.self)?.modifiers
      .contains { ["public", "open"].contains($0.name.text) } ?? false
    return type.inherited.contains { makers.contains(Naming.typeName($0)) }
      || (isPublic && machine.style != .composable)
  }
}

extension StateEnum {
  private typealias Places = [OrreryModel.SourceLocation: TypeInfo]

  /// An enum that is the state of a machine, and enums that are regions of one.
  ///
  /// - Complexity: Linear in the number of types and states.
  static func all(in subject: LintSubject) -> [StateEnum] {
    var places: Places = [:]
    for info in subject.index.keys.compactMap({ subject.index.info($0) }) where info.kind == .enum {
      for item in info.cases { places[info.file.location(of: item.element)] = info }
    }
    let starts = subject.startingStates
    return subject.machines.filter { $0.machine.isWhole }.flatMap { index -> [StateEnum] in
      guard index.machine.stateKind == .enum else { return regions(of: index, subject.index) }
      let initial = starts.initial(of: index.machine)
      return initial.flatMap { whole(index, from: $0, places) }.map { [$0] } ?? []
    }
  }

  private static func whole(
    _ index: MachineIndex, from initial: String, _ places: Places
  ) -> StateEnum? {
    let known = index.machine.states.compactMap(\.location)
    guard let type = known.lazy.compactMap({ places[$0] }).first else { return nil }
    let states = index.machine.states.compactMap { state in
      type.enumCase(state.name).map { (state.name, $0) }
    }
    return StateEnum(index: index, type: type, states: states, initial: initial)
  }

  private static func regions(of index: MachineIndex, _ source: SourceIndex) -> [StateEnum] {
    let machine = index.machine
    guard let owner = source.type(ofMachine: machine.id),
      let state = source.info(source.resolve(name: "State", in: owner, module: owner.module))
    else { return [] }
    return machine.regions.compactMap { region in
      guard let initial = region.initial, let property = state.property(region.name)?.property,
        let type = source.info(source.type(of: property, in: state)), type.kind == .enum
      else { return nil }
      // A region has only the values that somebody writes or asks for.
      let states = type.cases.map { (machine.state($0.name, in: region.name), $0) }
      return StateEnum(
        index: index, type: type, states: states,
        initial: region.states.contains(initial)
          ? initial : machine.state(initial, in: region.name))
    }
  }
}

extension LintSubject {
  /// Where cases of some names are made, and not only asked for.
  ///
  /// - Complexity: Linear in the size of the files that say one of the names.
  func places(makingCasesOf names: Set<String>) -> [String: [CasePlace]] {
    guard !names.isEmpty else { return [:] }
    var found: [String: [CasePlace]] = [:]
    for file in files(naming: names.sorted()) {
      for node in file.tree.descendants(MemberAccessExprSyntax.self) {
        let name = Naming.identifier(node.declName.baseName.text)
        guard names.contains(name), !node.isPattern, !node.isCompared else { continue }
        let base = node.base?.trimmedText.split(separator: ".").last.map(String.init)
        found[name, default: []].append(
          CasePlace(base: base, location: file.location(of: node), arguments: node.argumentCount))
      }
    }
    return found
  }
}

/// A place that makes a case: `.idle`, `State.idle`.
struct CasePlace {
  /// The last part of what it is a member of.
  var base: String?
  var location: OrreryModel.SourceLocation
  /// How many values it is handed; nothing where it is not called.
  var arguments: Int?

  /// Whether it may make a case, as far as names and values tell.
  func mayMake(_ item: EnumCase) -> Bool {
    if let arguments, arguments > item.values.count || item.values.isEmpty { return false }
    guard let base else { return true }
    // A value has properties, but no cases; another type may be this one by another name.
    return base.first?.isUppercase ?? false
  }
}

extension MemberAccessExprSyntax {
  /// How many values it is called with; nothing where it is not called.
  var argumentCount: Int? {
    guard let call = parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(self).id
    else { return nil }
    return call.arguments.count + (call.trailingClosure == nil ? 0 : 1)
  }

  /// Whether it is part of a pattern: it asks, and makes nothing.
  var isPattern: Bool {
    var current = parent
    while let node = current {
      if node.is(ExpressionPatternSyntax.self) { return true }
      if node.is(CodeBlockItemSyntax.self) || node.is(ClosureExprSyntax.self) { return false }
      current = node.parent
    }
    return false
  }

  /// Whether it stands beside `==` or `!=`.
  var isCompared: Bool {
    guard let list = parent?.as(ExprListSyntax.self) else { return false }
    let elements = Array(list)
    guard let place = elements.firstIndex(where: { $0.id == ExprSyntax(self).id }) else {
      return false
    }
    return [place - 1, place + 1].filter(elements.indices.contains).contains { number in
      let sign = elements[number].as(BinaryOperatorExprSyntax.self)?.operator.text
      return sign == "==" || sign == "!="
    }
  }
}
