import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// What a declaration says of the functions that are its reducers.
struct ReducerForm {
  enum Answer {
    case state
    /// The next state and what is to be done.
    case pair
    /// The state is handed in to be changed.
    case effect
  }

  /// The names of the declaration's generic parameters.
  var generics: [String]
  /// The types of the function's parameters.
  var parameters: [TypeSyntax]
  /// Which of them is the state.
  var place: Int
  var answer: Answer
  /// Whether what keeps the function, or takes it, is named for reducing.
  var isNamed = false
}

extension ReducerForm {
  /// What a typealias stands for: `typealias Reducer<State, Action> = (State, Action) -> State`.
  init?(_ target: TypeSyntax) {
    let alias = target.parent?.parent?.as(TypeAliasDeclSyntax.self)
    self.init(target, generics: alias.map { TypeInfo.genericNames(of: DeclSyntax($0)) } ?? [])
  }

  /// A struct or class that keeps the function, or is made with it.
  init?(of info: TypeInfo, _ index: SourceIndex) {
    guard [.struct, .class].contains(info.kind) else { return nil }
    let kept = info.stored.map(\.property).filter { !$0.isStatic }.compactMap { property in
      property.type.map { (name: property.name, type: $0) }
    }
    let handed = info.initializers.flatMap { function in
      function.parameters.map { (name: $0.firstName.text, type: $0.type) }
    }
    let forms = (kept + handed).lazy.compactMap { name, type in
      Self(index.expanded(type, in: info), generics: info.genericNames).map { (name, $0) }
    }
    guard let (name, form) = forms.first else { return nil }
    self = form
    isNamed = Self.reduces(name)
  }

  private init?(_ type: TypeSyntax, generics: [String]) {
    guard let function = type.bare.as(FunctionTypeSyntax.self),
      (2...4).contains(function.parameters.count)
    else { return nil }
    let written = function.parameters.map(\.type)
    let answer = function.returnClause.type.bare
    let pair = answer.as(TupleTypeSyntax.self)?.elements
    let next = pair.flatMap { $0.count > 1 ? $0.first?.type.bare : nil } ?? answer
    parameters = written.map(\.bare)
    if let place = written.firstIndex(where: { $0.inOutBase != nil }) {
      (self.place, self.answer) = (place, .effect)
    } else if let place = parameters.firstIndex(where: { $0.trimmedText == next.trimmedText }) {
      (self.place, self.answer) = (place, (pair?.count ?? 0) > 1 ? .pair : .state)
    } else {
      return nil
    }
    let state = parameters[place].trimmedText
    // Two of a kind are compared or merged.
    guard place < 2, parameters.prefix(2).filter({ $0.trimmedText == state }).count == 1 else {
      return nil
    }
    self.generics = generics
  }

  /// Whether a name says that what has it reduces.
  static func reduces(_ name: String) -> Bool {
    ["reduc", "transition"].contains(where: name.lowercased().contains)
  }

  /// Whether a name says that such functions reduce, or what they are handed does: many functions
  /// change one thing by another.
  func isTold(by name: String, _ types: [TypeSyntax]) -> Bool {
    if isNamed || Self.reduces(name) { return true }
    let isState = ReducerStyle.stateWords.contains(where: types[place].trimmedText.hasSuffix)
    return isState
      && types.indices.contains { $0 != place && EventWords.endsName(types[$0].trimmedText) }
  }
}

extension TypeSyntax {
  /// Without attributes, `inout`, `any`, `some`, parentheses and the mark of an optional.
  var bare: TypeSyntax {
    switch self.as(TypeSyntaxEnum.self) {
    case .attributedType(let type): type.baseType.bare
    case .optionalType(let type): type.wrappedType.bare
    case .someOrAnyType(let type): type.constraint.bare
    case .tupleType(let type) where type.elements.count == 1:
      type.elements.first?.type.bare ?? self
    default: self
    }
  }
}
