import Logging
import ServiceLifecycle

/// Runs groups of services to their end, into an error, and told to stop.
@main enum Services {
  static func main() async {
    await finish()
    await fail()
    await stop()
    await stopEarly()
    try? await group([]).run()
  }

  private static func finish() async {
    let group = group([Once()], success: .gracefullyShutdownGroup)
    await group.addServiceUnlessShutdown(Once())
    try? await group.run()
    try? await group.run()
    await group.addServiceUnlessShutdown(Once())
    await group.triggerGracefulShutdown()
  }

  private static func fail() async {
    try? await group([Failing(), UntilShutdown()]).run()
  }

  private static func stop() async {
    let (isRunning, running) = AsyncStream.makeStream(of: Void.self)
    let group = group([UntilShutdown { running.finish() }])
    let run = Task { try? await group.run() }
    for await _ in isRunning {}
    try? await group.run()
    await group.addServiceUnlessShutdown(UntilShutdown())
    await group.triggerGracefulShutdown()
    await run.value
  }

  private static func stopEarly() async {
    let group = group([UntilShutdown()])
    await group.triggerGracefulShutdown()
    await group.addServiceUnlessShutdown(Once())
    try? await group.run()
  }

  private static func group(
    _ services: [any Service],
    success: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior = .cancelGroup
  ) -> ServiceGroup {
    var logger = Logger(label: "services")
    logger.logLevel = .critical
    return ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map { .init(service: $0, successTerminationBehavior: success) },
        logger: logger))
  }
}

private struct Once: Service {
  func run() async throws { await Task.yield() }
}

private struct Failing: Service {
  struct Failure: Error {}

  func run() async throws { throw Failure() }
}

private struct UntilShutdown: Service {
  var isRunning: @Sendable () -> Void = {}

  func run() async throws {
    isRunning()
    try await gracefulShutdown()
  }
}
