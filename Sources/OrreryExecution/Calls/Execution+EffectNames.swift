import OrreryProgram

/// What calls of others are called as effects.
extension Execution {
  /// The name of the effect that a call is, in the words of the machine: what a closure is lent is called
  /// by the property that it is.
  func effectName(of call: Call, _ path: Path) -> String {
    let name = effectName(of: call)
    guard let root = call.head.base?.root, case .variable(let variable) = root.form,
      name.hasPrefix(variable.name + ".")
    else { return name }
    let rest = name.dropFirst(variable.name.count)
    // Another name for a property.
    if let place = path.place(of: variable), place.root == .me, !place.path.isEmpty {
      return place.path.joined(separator: ".") + rest
    }
    return root.isNumbered ? String(rest.dropFirst()) : name
  }

  /// What a call asks for, without arguments and marks: `delegate.didStop` of
  /// `self.delegate?.didStop(self)`, `Device.current.play` of `Device.current().play(.click)`; of what is
  /// made of a publisher the subscription, and of what is made of a request that.
  func effectName(of call: Call) -> String {
    let made = call.isMadeOfOthers ? call.subscription ?? firstCallee(of: call) : nil
    let callee = made ?? call.calleeText
    return callee.withoutArgumentLists.filter { $0 != "?" && $0 != "!" }.withoutSelf
  }
}

extension Expression {
  /// Whether it is a parameter that has no name: `$0`.
  var isNumbered: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.name.hasPrefix("$") && variable.name.dropFirst().allSatisfy(\.isNumber)
  }
}

extension String {
  /// `name` of `self.name`.
  var withoutSelf: String { hasPrefix("self.") ? String(dropFirst(5)) : self }

  /// `Packet.send` of `Packet(number).send`.
  var withoutArgumentLists: String {
    var depth = 0
    return filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
  }
}
