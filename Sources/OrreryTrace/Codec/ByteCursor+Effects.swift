extension ByteCursor {
  /// Passes over a tree of effects; nothing where one branch is within another, as few are.
  mutating func effects() -> UnsafeRawBufferPointer? {
    let start = next
    if take(#"{"op":"merge","of":["#) || take(#"{"op":"concat","of":["#) {
      repeat { guard isPastLeaf() else { return nil } } while take(",")
      guard take("]}") else { return nil }
    } else if !isPastLeaf() {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: next - start)
  }

  private mutating func isPastLeaf() -> Bool {
    if take(#"{"name":""#) {
      return isPastASCII() && take(#","run":"#) && number() != nil && take("}")
    }
    return take(#"{"op":"cancel","name":""#) && isPastASCII() && take("}")
  }
}
