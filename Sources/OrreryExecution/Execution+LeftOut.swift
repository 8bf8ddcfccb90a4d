import OrreryProgram

/// Code that is not understood: what it does to the state is not told, and the rest goes on.
extension Execution {
  /// The path behind it.
  func leavingOut(_ reason: String, _ path: Path) -> Path {
    note("the source does not tell Orrery what happens here: \(reason)", at: path.trail.location)
    findings.isCut = true
    var path = path
    path.clock.version += 1
    path.doubts.isGuess = true
    path.meetStranger()
    forgetProperties(&path)
    if let watched = setting.state.place {
      path.set(fresh("?", path), at: watched)
      wrote(&path)
    }
    return path
  }

  /// The path behind it, where it gives a value.
  func leavingOut(_ node: Expression, _ reason: String, _ path: Path) -> [Way] {
    let path = leavingOut(reason, path)
    return [Way(path, fresh(node.text, path))]
  }
}
