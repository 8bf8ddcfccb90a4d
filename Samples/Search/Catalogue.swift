/// What can be searched: a few planets behind a slow line.
actor Catalogue {
  /// Why a search failed.
  enum Failure: Error {
    case offline
  }

  private let planets = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn"]
  private var isOffline = true

  /// The planets whose names begin with a text; a single letter takes long, `?` fails once.
  func search(_ query: String) async throws -> [String] {
    if query == "?", isOffline {
      isOffline = false
      throw Failure.offline
    }
    if query.count == 1, query != "?" { try await Task.sleep(for: .seconds(60)) }
    return planets.filter { $0.hasPrefix(query) }
  }
}
