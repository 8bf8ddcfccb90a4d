import Foundation
import Testing

@testable import OrreryCommandLine

/// What the page does is tested in a browser: `Tests/Inspector`.
@Suite("orrery inspect")
struct InspectTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench(["run.jsonl": Log.text(Log.family)])
  }

  @Test("writes one file that needs nothing else, named by the log")
  func page() throws {
    let outcome = bench.run("inspect", "run.jsonl")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("5 steps written to run.html"))
    #expect(try bench.files() == ["run.html", "run.jsonl"])
    let page = try bench.read("run.html")
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    #expect(page.contains("connect-src 'none'"))
    // Names of formats are no places that are asked.
    let places = page.matches(of: /(?:src|href|url)\s*[=(]\s*["']?(?!data:)[a-z]+:/)
    #expect(places.isEmpty)
  }

  @Test("writes the page to the standard output for -")
  func output() throws {
    let outcome = bench.run("inspect", "run.jsonl", "--output", "-")
    #expect(outcome.output.hasPrefix("<!doctype html>"))
    #expect(outcome.output.hasSuffix("</html>\n"))
    #expect(try bench.files() == ["run.jsonl"])
  }

  @Test(
    "refuses what makes no sense, and says what to do",
    arguments: [
      (["inspect"], "Name a trace, or --listen"),
      (["inspect", "run.jsonl", "--from", "5", "--to", "2"], "'--from' must not be after '--to'"),
      (["inspect", "run.jsonl", "--listen", "nowhere"], "'nowhere' is no address such as"),
      (
        ["inspect", "run.jsonl", "--follow", "--output", "a.html"], "are for a page that is written"
      ),
    ])
  func wrongUsage(arguments: [String], message: String) {
    let outcome = bench.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("has nothing to show of a part without steps")
  func nothing() {
    let outcome = bench.run("inspect", "run.jsonl", "--from", "100")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("no step to show"))
  }

  @Test("cannot listen where it may not, and says where")
  func listening() {
    let outcome = bench.run("inspect", "--listen", "192.0.2.1:1")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("cannot listen at 192.0.2.1:1"), "\(outcome.messages)")
  }

  @Test("addresses are read, those of IPv6 in brackets")
  func addresses() {
    #expect(
      ListenAddress("127.0.0.1:80").map { [$0.host, $0.text] } == ["127.0.0.1", "127.0.0.1:80"])
    #expect(ListenAddress("[::1]:0").map { [$0.host, $0.text] } == ["::1", "[::1]:0"])
    #expect(ListenAddress("127.0.0.1:80")?.isLoopback == true)
    #expect(ListenAddress("0.0.0.0:80")?.isLoopback == false)
    for text in ["", ":1", "host", "host:", "host:70000", "host:-1"] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
  }
}
