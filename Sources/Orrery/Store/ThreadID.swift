import COrreryThread

/// Tells the threads of the process apart; never zero.
@usableFromInline
enum ThreadID {
  @inlinable static var current: UInt { UInt(orrery_thread()) }
}
