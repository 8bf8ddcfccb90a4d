import Foundation

/// The part of `orrery extract --format json` that these tests read.
struct ModelFile: Decodable {
  struct Machine: Decodable {
    var id: String
    var file: String
    var line: Int
    var states: [State]
    var initial: String?
    var events: [Event]
    var transitions: [Transition]
    var actions: [Action]
    var unresolved: [Unresolved]
  }

  struct State: Decodable {
    var name: String
  }

  struct Event: Decodable {
    var name: String
    var origin: String
  }

  struct Transition: Decodable {
    var from: String
    var origin: String
    var event: String
    var to: String?
    var file: String
    var line: Int
    var kind: String
    var certainty: String
  }

  struct Action: Decodable {
    var action: String
  }

  struct Unresolved: Decodable {
    var file: String
    var line: Int
    var why: String
  }

  struct Diagnostic: Decodable {
    var id: String
    var file: String
    var line: Int
    var message: String
  }

  var schema: String
  var machines: [Machine]
  var diagnostics: [Diagnostic]

  /// The model of both packages, extracted once for all tests.
  static let corpus = Result { try extract(Orrery.sources).model }

  /// Extracts a model and keeps its bytes.
  static func extract(_ paths: [String]) throws -> (model: ModelFile, bytes: Data) {
    let outcome = try Orrery.run(["extract", "--format", "json", "--quiet"] + paths)
    guard outcome.status == 0 else {
      throw Failure(message: "orrery extract ended with \(outcome.status): \(outcome.messages)")
    }
    return (try JSONDecoder().decode(ModelFile.self, from: outcome.output), outcome.output)
  }

  func machine(_ listed: ListedMachine) -> Machine? {
    machines.first { $0.id == listed.id }
  }

  /// Why a listed machine is not in the model, in the tool's own words.
  func explanation(of listed: ListedMachine) -> String? {
    diagnostics.first { diagnostic in
      diagnostic.file.hasSuffix(listed.file) && diagnostic.message.contains(listed.shortName)
    }?.message
  }
}

/// A run of the tool that gave no answer to judge.
struct Failure: Error, CustomStringConvertible {
  var message: String
  var description: String { message }
}
