/// A value that an expression may have, with the path that leads to it.
package struct Way {
  package var path: Path
  package var value: Value

  init(_ path: Path, _ value: Value) { (self.path, self.value) = (path, value) }
}
