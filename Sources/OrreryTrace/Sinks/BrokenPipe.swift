#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The signal that ends a process which writes where nobody reads any more.
enum BrokenPipe {
  /// Writes without it: the error tells the same, and the program goes on without its log.
  ///
  /// The signal is for the thread that writes, which takes it out again. One that the program waits for
  /// itself is left where it is.
  static func ignored(_ write: () -> Int) -> Int {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    guard sigismember(&pending, SIGPIPE) == 0, pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0
    else { return write() }
    let count = write()
    let code = errno
    if count < 0, code == EPIPE {
      var signal: Int32 = 0
      sigpending(&pending)
      if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &signal) }
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return count
  }
}
