import Testing

/// A machine that a reader of the two packages finds by hand.
struct ListedMachine: Sendable, CustomTestStringConvertible {
  /// The package, which is also the name of its checkout.
  var package: String
  /// The path inside the package.
  var file: String
  /// The module and the path of the type: the id that the machine must be found under.
  var id: String

  var testDescription: String { id }

  /// The last part of the type's path, which a message about it has to mention.
  var shortName: String { id.split(separator: ".").last.map(String.init) ?? id }
}

extension ListedMachine {
  static let all = asyncAlgorithms + asyncHTTPClient

  private static let asyncAlgorithms = machines(
    in: "swift-async-algorithms", module: "AsyncAlgorithms",
    [
      ("AsyncJoinedBySeparatorSequence.swift", "AsyncJoinedBySeparatorSequence.Iterator"),
      ("Buffer/BoundedBufferStateMachine.swift", "BoundedBufferStateMachine"),
      ("Buffer/UnboundedBufferStateMachine.swift", "UnboundedBufferStateMachine"),
      ("Channels/ChannelStateMachine.swift", "ChannelStateMachine"),
      ("CombineLatest/CombineLatestStateMachine.swift", "CombineLatestStateMachine"),
      ("Debounce/DebounceStateMachine.swift", "DebounceStateMachine"),
      ("FlatMapLatest/FlatMapLatestStateMachine.swift", "FlatMapLatestStateMachine"),
      ("Merge/MergeStateMachine.swift", "MergeStateMachine"),
      (
        "MultiProducerSingleConsumerChannel/MultiProducerSingleConsumerAsyncChannel+Internal.swift",
        "MultiProducerSingleConsumerAsyncChannel._Storage._StateMachine"
      ),
      ("Zip/ZipStateMachine.swift", "ZipStateMachine"),
    ])

  private static let asyncHTTPClient = machines(
    in: "async-http-client", module: "AsyncHTTPClient",
    [
      ("AsyncAwait/HTTPClient+execute.swift", "TransactionCancelHandler"),
      ("AsyncAwait/Transaction+StateMachine.swift", "Transaction.StateMachine"),
      ("\(pool)/ChannelHandler/HTTP1ProxyConnectHandler.swift", "HTTP1ProxyConnectHandler"),
      ("\(pool)/ChannelHandler/SOCKSEventsHandler.swift", "SOCKSEventsHandler"),
      ("\(pool)/ChannelHandler/TLSEventsHandler.swift", "TLSEventsHandler"),
      ("\(pool)/HTTP1/HTTP1ClientChannelHandler.swift", "IdleReadStateMachine"),
      ("\(pool)/HTTP1/HTTP1ClientChannelHandler.swift", "IdleWriteStateMachine"),
      ("\(pool)/HTTP1/HTTP1ConnectionStateMachine.swift", "HTTP1ConnectionStateMachine"),
      ("\(pool)/HTTP2/HTTP2Connection.swift", "HTTP2Connection"),
      ("\(pool)/HTTP2/HTTP2IdleHandler.swift", "HTTP2IdleHandler.StateMachine"),
      (
        "\(pool)/HTTPRequestStateMachine+Demand.swift",
        "HTTPRequestStateMachine.ResponseStreamState"
      ),
      ("\(pool)/HTTPRequestStateMachine.swift", "HTTPRequestStateMachine"),
      (
        "\(pool)/State Machine/HTTPConnectionPool+HTTP1Connections.swift",
        "HTTPConnectionPool.HTTP1ConnectionState"
      ),
      (
        "\(pool)/State Machine/HTTPConnectionPool+HTTP2Connections.swift",
        "HTTPConnectionPool.HTTP2ConnectionState"
      ),
      (
        "\(pool)/State Machine/HTTPConnectionPool+StateMachine.swift",
        "HTTPConnectionPool.StateMachine"
      ),
      ("RequestBag+StateMachine.swift", "RequestBag.StateMachine"),
    ])

  private static let pool = "ConnectionPool"

  private static func machines(
    in package: String, module: String, _ list: [(file: String, type: String)]
  ) -> [ListedMachine] {
    list.map { entry in
      ListedMachine(
        package: package, file: "Sources/\(module)/\(entry.file)", id: "\(module).\(entry.type)")
    }
  }
}
