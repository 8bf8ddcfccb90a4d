import FlyingFox
import FlyingSocks
import Foundation
import OrreryInspector
import OrreryTrace

/// Serves the page of a run that goes on, and takes the records of programs that have no log.
///
/// Whoever asks has to know the token, and the name by which the server was reached has to be its own: a
/// page of somebody else can do neither (https://en.wikipedia.org/wiki/DNS_rebinding). Nothing of the disk
/// is served. FlyingFox was chosen because it is a small server on the system's sockets that depends on
/// nothing; what is needed is four kinds of request from this computer.
public struct InspectorServer: Sendable {
  /// Why there is no server.
  public struct AddressError: Error, CustomStringConvertible {
    public let description: String
  }

  private let server: HTTPServer
  private let token: String
  private let host: String
  private let feed: RunFeed
  private let records: RecordQueue
  private let title: String

  /// - Parameters:
  ///   - host: An IPv4 or IPv6 address, or `localhost`.
  ///   - port: Zero for any that is free.
  /// - Throws: ``AddressError`` where the host is none.
  public init(
    host: String, port: UInt16, title: String, feed: RunFeed, records: RecordQueue
  ) throws {
    (self.host, self.title, self.feed, self.records) = (host, title, feed, records)
    token = Self.newToken()
    server = HTTPServer(config: try Self.configuration(host: host, port: port))
  }

  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func configuration(
    host: String, port: UInt16
  ) throws -> HTTPServer.Configuration {
    // What a program sends ends when the program does.
    let timeout = 1e9
    let logger: any Logging = .disabled
    do {
      if host.contains(":") {
        return .init(
          address: try .inet6(ip6: host, port: port), timeout: timeout, logger: logger)
      }
      let name = host == "localhost" ? "127.0.0.1" : host
      return .init(address: try .inet(ip4: name, port: port), timeout: timeout, logger: logger)
    } catch {
      throw AddressError(description: "'\(host)' is no address of this computer")
    }
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter ready: Gets the address of the page, and the one that programs send records to.
  /// - Throws: Where nobody can listen there.
  public func run(ready: @escaping @Sendable (_ page: String, _ records: String) -> Void)
    async throws
  {
    await server.appendRoute("GET /") { try await answer($0) { _ in page() } }
    await server.appendRoute("GET /events") { try await answer($0, events) }
    await server.appendRoute("POST /records") { try await answer($0, take) }
    await server.appendRoute("*") {
      try await answer($0) { _ in Self.plain(.notFound, "not found") }
    }
    async let running: Void = server.run()
    try await server.waitUntilListening()
    let base = "http://\(authority(port: await port))"
    ready("\(base)/?token=\(token)", "\(base)/records?token=\(token)")
    try await running
  }

  private var port: UInt16 {
    get async {
      switch await server.listeningAddress {
      case .ip4(_, let port), .ip6(_, let port): port
      default: 0
      }
    }
  }

  /// How this computer reaches the server.
  private func authority(port: UInt16) -> String {
    guard !isWildcard else { return "127.0.0.1:\(port)" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

// MARK: - Who may ask

extension InspectorServer {
  private func answer(
    _ request: HTTPRequest,
    _ body: (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard isOwn(request.headers[.host] ?? "", port: await port) else {
      return Self.plain(.forbidden, "this server has another name")
    }
    guard Self.isSame(request.query["token"] ?? "", token) else {
      return Self.plain(.forbidden, "the address lacks the token that `orrery inspect` printed")
    }
    return try await body(request)
  }

  /// Whether a `Host` header names this server.
  ///
  /// A page of somebody else can have a name of its own lead here, and no address: where the server listens
  /// at all addresses of the computer, any address is its own.
  private func isOwn(_ header: String, port: UInt16) -> Bool {
    let text = header.lowercased()
    let end = text.lastIndex(of: ":").flatMap { text[$0...].contains("]") ? nil : $0 }
    let name = String(text[..<(end ?? text.endIndex)])
    guard port == end.map({ UInt16(text[text.index(after: $0)...]) ?? 0 }) ?? 80 else {
      return false
    }
    let own = host.contains(":") ? "[\(host)]" : host.lowercased()
    return [own, "localhost", "127.0.0.1", "[::1]"].contains(name)
      || (isWildcard && name.allSatisfy { $0.isHexDigit || ".:[]".contains($0) })
  }

  private var isWildcard: Bool { ["0.0.0.0", "::"].contains(host) }

  /// Compares in a time that does not depend on where the texts differ.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (left, right) = (Array(one.utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func plain(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: headers("text/plain; charset=utf-8"),
      body: Data("\(text)\n".utf8))
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    headers[HTTPHeader("Cache-Control")] = "no-store"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("X-Frame-Options")] = "DENY"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    return headers
  }
}

// MARK: - What is served

extension InspectorServer {
  /// The page with all that is known by now.
  private func page() -> HTTPResponse {
    let news = feed.news(from: 0)
    let page = InspectorPage(title: title, follows: news.next, dropped: news.dropped)
    let body =
      [page.head] + news.items.map { InspectorPage.element($0.bytes, packing: .none) } + [page.tail]
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers("text/html; charset=utf-8"),
      body: Data(body.joined().utf8))
  }

  private func events(_ request: HTTPRequest) -> HTTPResponse {
    let last = request.headers[HTTPHeader("Last-Event-ID")].flatMap { Int($0) }.map { $0 + 1 }
    let first = last ?? request.query["from"].flatMap { Int($0) } ?? 0
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers("text/event-stream"),
      body: HTTPBodySequence(
        from: EventStream(feed: feed, first: first), suggestedBufferSize: 1 << 16))
  }

  /// Takes records as they come, a line each, until the program ends.
  private func take(_ request: HTTPRequest) async throws -> HTTPResponse {
    let connection = records.connect()
    defer { records.add([.init(connection: connection, record: nil)]) }
    var lines = RecordLines()
    do {
      for try await data in request.bodySequence {
        records.add(lines.take(data).map { .init(connection: connection, record: $0) })
        while !records.isOpen { try await Task.sleep(for: .milliseconds(20)) }
      }
    } catch is SocketError {
      // The program was killed; what it sent is kept.
    }
    return Self.plain(.ok, lines.broken == 0 ? "taken" : "\(lines.broken) lines are no records")
  }
}
