import Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
final class SearchModel {
  enum Phase: Equatable {
    case idle, searching
    case found(Int)
    case failed
  }
  private(set) var phase = Phase.idle

  func search(_ text: String) async {
    phase = .searching
    do {
      let count = try await Site.count(text)
      phase = .found(count)
    } catch {
      phase = .failed
    }
  }

  func reset() { phase = .idle }
}

enum Site {
  struct Offline: Error {}

  static func count(_ text: String) async throws -> Int {
    await Task.yield()
    guard !text.isEmpty else { throw Offline() }
    return text.count
  }
}
