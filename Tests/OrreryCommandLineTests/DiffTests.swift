import Foundation
import Testing

@testable import OrreryCommandLine

@Suite("The unified diff")
struct UnifiedDiffTests {
  private func diff(_ old: [String], _ new: [String]) -> String {
    UnifiedDiff(old, new, oldKeys: old, newKeys: new).text
  }

  @Test("is empty for equal texts")
  func equal() {
    #expect(diff(["a", "b"], ["a", "b"]) == "")
    #expect(diff([], []) == "")
  }

  @Test("shows three lines around a change, as diff -u does")
  func context() {
    let old = (1...12).map(String.init)
    var new = old
    new[5] = "six"
    #expect(
      diff(old, new) == """
        @@ -3,7 +3,7 @@
         3
         4
         5
        -6
        +six
         7
         8
         9

        """)
  }

  @Test("joins changes that are close, and parts those that are not")
  func hunks() {
    let old = (1...30).map(String.init)
    let near = old.map { ["5", "10"].contains($0) ? "x" : $0 }
    let far = old.map { ["5", "25"].contains($0) ? "x" : $0 }
    #expect(diff(old, near).components(separatedBy: "@@ -").count - 1 == 1)
    #expect(diff(old, far).components(separatedBy: "@@ -").count - 1 == 2)
  }

  @Test("names an empty side by the line before it")
  func ends() {
    #expect(diff([], ["a"]) == "@@ -0,0 +1,1 @@\n+a\n")
    #expect(diff(["a"], []) == "@@ -1,1 +0,0 @@\n-a\n")
  }

  @Test("shows lines of equal keys as unchanged, as they are now")
  func keys() {
    let diff = UnifiedDiff(
      ["a:1", "b", "c"], ["a:2", "b", "d"], oldKeys: ["a:#", "b", "c"], newKeys: ["a:#", "b", "d"])
    #expect(diff.text == "@@ -1,3 +1,3 @@\n a:2\n b\n-c\n+d\n")
  }
}

@Suite("Line numbers in comparisons")
struct MaskingTests {
  @Test("do not count in any format")
  func masks() {
    let texts: [(DrawingFormat, String, String)] = [
      (.text(.markdown), "| `A.swift:1` | `B.swift:20` |", "| `A.swift:9` | `B.swift:300` |"),
      (
        .model, #"{"line": 1, "column": 2, "wildcard": null}"#,
        #"{"line": 11, "column": 3, "wildcard": null}"#
      ),
      (.text(.csv), "from,line,wildcard\na,1,\n", "from,line,wildcard\na,22,\n"),
      (.text(.text), "M (reducer, A.swift:7)", "M (reducer, A.swift:77)"),
    ]
    for (format, one, two) in texts {
      #expect(Masking.lines(of: one, format) == Masking.lines(of: two, format), "\(format)")
    }
  }

  @Test("are all that does not count")
  func keeps() {
    let texts: [(DrawingFormat, String, String)] = [
      (.text(.markdown), "`A.swift:1` x > 1", "`A.swift:1` x > 2"),
      (.text(.markdown), "`A.swift:1`", "`B.swift:1`"),
      (.model, #"{"line": 1, "name": "a 1"}"#, #"{"line": 1, "name": "a 2"}"#),
      (.model, #"{"name": "\"line\": 1"}"#, #"{"name": "\"line\": 2"}"#),
      (.text(.csv), "from,line\na1,1", "from,line\na2,1"),
      (.text(.csv), "guard,line,to\n\"x, 1\ny, 2\",1,b1", "guard,line,to\n\"x, 1\ny, 3\",1,b1"),
      (.text(.csv), "guard,line,to\n\"x, 1\ny, 2\",1,b1", "guard,line,to\n\"x, 1\ny, 2\",1,b2"),
      (.text(.dot), "a1", "a2"),
    ]
    for (format, one, two) in texts {
      #expect(Masking.lines(of: one, format) != Masking.lines(of: two, format), "\(one)")
    }
  }
}
