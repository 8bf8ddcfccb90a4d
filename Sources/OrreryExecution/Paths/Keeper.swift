/// What a machine's property keeps its state in.
package struct Keeper {
  package enum Kind {
    /// A mutex or its like: its methods lend the state to a closure, which runs at once.
    case box
    /// A store, which lends the state by one method alone; its owner has that too.
    case store(lender: String)
    /// A subject, which publishes the state: what it is sent is the next one.
    case subject
  }

  package var kind: Kind
  /// The property.
  package var place: Place

  package init(_ kind: Kind, at place: Place) { (self.kind, self.place) = (kind, place) }
}
