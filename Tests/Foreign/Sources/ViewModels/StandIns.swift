import Combine
import Foundation

// What the view models need of Apple's systems and of their own apps.

// MARK: - NotchDrop

struct Animation {
  static func interactiveSpring(
    duration: Double, extraBounce: Double, blendDuration: Double
  ) -> Animation {
    Animation()
  }
}

enum Language { case system }

extension NotchViewModel {
  func setupCancellables() {}
  func destroy() {}
}

enum NSApp {
  static func activate(ignoringOtherApps: Bool) {}
}

@propertyWrapper struct PublishedPersist<Value> {
  var wrappedValue: Value

  init(key: String, defaultValue: Value) { wrappedValue = defaultValue }
}

// MARK: - Supabase

struct RequestError: Error {
  init(from: [String: Any]) {}
}

struct AppMetadata {
  let name: String
  let url: String
}

struct EthereumRequest {
  enum Method { case personalSign }
  let method: Method
  let params: [String]
}

/// A wallet that answers what the program has told it to.
@MainActor final class MetaMaskSDK {
  enum Transport { case deeplinking(dappScheme: String) }

  private static let only = MetaMaskSDK()
  static var accounts: Result<[String], RequestError> = .success([])
  static var signature: Result<String, RequestError> = .success("")

  static func shared(
    _ metadata: AppMetadata, transport: Transport, sdkOptions: Never?
  ) -> MetaMaskSDK {
    only
  }

  let chainId = "0x1"

  func handleUrl(_ url: URL) {}

  func connect() async -> Result<[String], RequestError> {
    await Task.yield()
    return Self.accounts
  }

  func request(_ request: EthereumRequest) async -> Result<String, RequestError> {
    await Task.yield()
    return Self.signature
  }
}

@MainActor final class UIApplication {
  static let shared = UIApplication()
  static var hasWallet = true

  func canOpenURL(_ url: URL) -> Bool { Self.hasWallet }
}

struct Session {}

struct Web3Credentials {
  enum Chain { case ethereum }
  let chain: Chain
  let message: String
  let signature: String
}

@MainActor let supabase = Supabase()

struct Supabase {
  let auth = Auth()

  struct Auth {
    func signInWithWeb3(credentials: Web3Credentials) async throws -> Session {
      await Task.yield()
      if credentials.signature.isEmpty { throw RequestError(from: [:]) }
      return Session()
    }
  }
}
