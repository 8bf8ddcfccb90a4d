import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Sends records to `orrery inspect`, so that a run is looked at while it goes on, without a file.
///
/// The machine that is recorded never waits: records are handed to a thread of their own, and those for
/// which there is no room are lost. The log says how many, and standard error tells it once.
///
/// The records are the body of one request, in the chunked coding of
/// https://www.rfc-editor.org/rfc/rfc9112#section-7.1.
public final class NetworkSink: TraceSink {
  /// How many bytes wait at the most.
  public static let bufferSize = 4 << 20

  /// Microseconds between one piece and the next.
  private static let pause: UInt32 = 10_000

  private struct State: ~Copyable {
    var line = JSONWriter()
    var buffer: [UInt8] = []
    /// How many records were lost since the last one that was taken.
    var missing: UInt64 = 0
    var lost: UInt64 = 0
    var hasTold = false
    var isSending = false
    var isClosed = false
  }

  private let state = Lock(State())
  private let connection: HTTPConnection
  private let queue = DispatchQueue(label: "orrery.network-sink", qos: .utility)
  private let idle = DispatchSemaphore(value: 0)
  private let report: @Sendable (String) -> Void
  private let process = Fork.current

  /// Connects to the inspector, within a second.
  ///
  /// - Parameters:
  ///   - address: What `orrery inspect` printed, such as `http://127.0.0.1:8080/records?token=…`.
  ///   - report: Gets the one message about a loss; by default it goes to standard error.
  /// - Throws: ``TraceError`` where nobody listens there, or the address is none.
  public init(
    address: String, report: (@Sendable (String) -> Void)? = nil
  ) throws(TraceError) {
    connection = try HTTPConnection(posting: address)
    self.report = report ?? { StandardError.write($0) }
  }

  /// The number of records that were not sent.
  public var lost: UInt64 { state.withLock { $0.lost } }

  public func write(_ record: Record) {
    guard process.isCurrent else { return }
    let (starts, message) = state.withLock { take(record, &$0) }
    if starts { queue.async { self.send() } }
    if let message { report(message) }
  }

  /// Sends what waits, for a second at the most.
  public func close() {
    guard process.isCurrent else { return }
    let isFirst = state.withLock { state in
      guard !state.isClosed else { return false }
      if state.missing > 0 { tellLoss(&state) }
      state.isClosed = true
      return true
    }
    guard isFirst else { return }
    // The queue alone writes, so that no piece comes into the middle of another.
    queue.async {
      self.send()
      self.connection.finish()
      self.idle.signal()
    }
    if idle.wait(timeout: .now() + 1) == .timedOut { connection.abort() }
  }

  /// Whether to begin to send, and what to report.
  private func take(_ record: Record, _ state: inout State) -> (starts: Bool, message: String?) {
    guard !state.isClosed, connection.isOpen, state.buffer.count < Self.bufferSize else {
      state.missing += 1
      state.lost += 1
      defer { state.hasTold = true }
      return (false, state.hasTold ? nil : message)
    }
    if state.missing > 0 { tellLoss(&state) }
    append(record, &state)
    defer { state.isSending = true }
    return (!state.isSending, nil)
  }

  private func tellLoss(_ state: inout State) {
    append(.gap(GapRecord(lost: state.missing, reason: "the inspector was too slow")), &state)
    state.missing = 0
  }

  private var message: String {
    connection.isOpen
      ? "cannot send records: the inspector is too slow; they are lost"
      : "cannot send records: the inspector has gone or refused them; they are lost. "
        + "To fix, take the address that it prints for ORRERY_TRACE"
  }

  private func append(_ record: Record, _ state: inout State) {
    state.line.clear()
    state.line.line(record)
    state.buffer.append(contentsOf: state.line.bytes)
  }

  /// Sends until nothing waits.
  private func send() {
    while true {
      let bytes = state.withLock { state in
        let bytes = state.buffer
        state.buffer.removeAll(keepingCapacity: bytes.count < 1 << 16)
        if bytes.isEmpty { state.isSending = false }
        return bytes
      }
      guard !bytes.isEmpty else { break }
      connection.send(bytes)
      // To wake this thread costs a step more than all else: what comes meanwhile is sent together.
      if !state.withLock({ $0.isClosed }) { usleep(Self.pause) }
    }
  }
}

/// A request whose body is sent piece by piece.
private final class HTTPConnection: Sendable {
  private let descriptor: Int32
  private let isBroken = AtomicValue(false)

  var isOpen: Bool { !isBroken.load(ordering: .relaxed) }

  /// - Parameter address: `http://host:port/path?query`.
  init(posting address: String) throws(TraceError) {
    let prefix = "http://"
    guard address.hasPrefix(prefix),
      let slash = address.dropFirst(prefix.count).firstIndex(of: "/"),
      let colon = address[..<slash].lastIndex(of: ":"),
      let port = UInt16(address[address.index(after: colon)..<slash])
    else { throw .system(.open, path: address, code: EINVAL) }
    let host = address[..<colon].dropFirst(prefix.count).filter { $0 != "[" && $0 != "]" }
    descriptor = try Self.connect(to: String(host), port, address)
    let authority = address[..<slash].dropFirst(prefix.count)
    send(
      text: """
        POST \(address[slash...]) HTTP/1.1\r
        Host: \(authority)\r
        Content-Type: application/x-ndjson\r
        Transfer-Encoding: chunked\r
        \r\n
        """)
  }

  deinit { LogSpace.close(descriptor) }

  private static func connect(
    to host: String, _ port: UInt16, _ address: String
  ) throws(TraceError) -> Int32 {
    var hints = addrinfo()
    #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0 else {
      throw .system(.open, path: address, code: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(found) }
    var code = ECONNREFUSED
    var next = found
    while let info = next?.pointee {
      let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        code = Self.connect(descriptor, info)
        if code == 0 { return descriptor }
        LogSpace.close(descriptor)
      }
      next = info.ai_next
    }
    throw .system(.open, path: address, code: code)
  }

  /// Connects within a second; the error, or zero.
  private static func connect(_ descriptor: Int32, _ info: addrinfo) -> Int32 {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(descriptor, F_SETFL, flags) }
    #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    let result = Darwin.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Glibc)
    let result = Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Musl)
    let result = Musl.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #else
    let result = Android.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #endif
    if result == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, 1_000) > 0 else { return ETIMEDOUT }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  /// Sends a piece of the body; waits until it is taken.
  func send(_ bytes: [UInt8]) {
    send(text: String(bytes.count, radix: 16) + "\r\n")
    bytes.withUnsafeBytes { send($0) }
    send(text: "\r\n")
  }

  /// Ends the body.
  func finish() {
    send(text: "0\r\n\r\n")
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends what is being sent on another thread.
  func abort() {
    isBroken.store(true, ordering: .relaxed)
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func send(text: String) {
    Array(text.utf8).withUnsafeBytes { send($0) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count, isOpen {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      #if canImport(Darwin)
      let count = Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
      #elseif canImport(Glibc)
      let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      #elseif canImport(Musl)
      let count = Musl.send(descriptor, rest.baseAddress, rest.count, MSG_NOSIGNAL)
      #else
      let count = Android.send(descriptor, rest.baseAddress, rest.count, MSG_NOSIGNAL)
      #endif
      if count > 0 {
        done += count
      } else if errno != EINTR {
        isBroken.store(true, ordering: .relaxed)
      }
    }
  }
}
