/// The calls of a path, the outermost first.
///
/// Paths are copied at each branch, and mostly the innermost call changes: that copies no other one.
package struct Frames: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  private var frames: [CopyOnWrite<Frame>] = []

  package init() {}

  package init(arrayLiteral frames: Frame...) { self.init(frames) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { frames.count }

  package subscript(index: Int) -> Frame {
    _read { yield frames[index].wrappedValue }
    _modify { yield &frames[index].wrappedValue }
  }

  package mutating func replaceSubrange(
    _ range: Range<Int>, with others: some Collection<Frame>
  ) {
    frames.replaceSubrange(range, with: others.map(CopyOnWrite.init))
  }

  package mutating func append(_ frame: Frame) { frames.append(CopyOnWrite(wrappedValue: frame)) }

  package mutating func removeLast(_ count: Int) { frames.removeLast(count) }
}
