func run() {
  var connection = ConnectionStateMachine()
  print("connect:", connection.connect())
  print("connection failed:", connection.connectionFailed())
  print("connect again:", connection.connect())
  print("handshake succeeded:", connection.handshakeSucceeded())
  print("request started:", connection.requestStarted())
  print("request started:", connection.requestStarted())
  print("close:", connection.close())
  print("request started:", connection.requestStarted())
  print("request finished:", connection.requestFinished())
  print("request finished:", connection.requestFinished())
}

run()
