import Testing

@Suite("Code stays small and safe")
struct CodeRules {
  @Test("No file has more than 500 lines, no function more than 60, and no type is a drawer of all")
  func sizes() {
    for file in Repository.everything {
      for finding in Sizes.findings(in: file) { finding.record() }
    }
  }

  @Test("Nothing in Sources traps, and only the command line prints")
  func safety() {
    for file in Repository.sources {
      for finding in Safety.findings(in: file) { finding.record() }
    }
  }

  @Test(
    "What the runtime of Swift has is declared in one place: two types of it stop an optimised build"
  )
  func runtimeFunctions() {
    let names = Repository.sources.flatMap { file in
      "\(file.tree)".matches(of: /@_silgen_name\("(\w+)"\)/).map { String($0.1) }
    }
    #expect(names.count == Set(names).count)
    #expect(!names.isEmpty)
  }

  @Test("Every exception is still needed")
  func exceptions() {
    for exception in Safety.exceptions {
      let isNeeded = Repository.sources.contains { file in
        file.path == exception.file
          && Safety.constructs(in: file).contains { $0.construct == exception.construct }
      }
      #expect(isNeeded, "\(exception.file) has no `\(exception.construct)` any more")
    }
  }
}

@Suite("The rules for code")
struct CodeRuleChecks {
  private func file(_ text: String, module: String = "M") -> SourceFile {
    SourceFile(path: "Sources/\(module)/F.swift", text: text)
  }

  @Test(
    "find each way to trap or print",
    arguments: [
      ("fatalError(\"no\")", "fatalError"), ("let x = try! f()", "try!"), ("let x = a.b!", "!"),
      ("let x = a as! Int", "as!"), ("print(1)", "print"), ("g { dump(1) }", "dump"),
    ])
  func traps(text: String, construct: String) {
    #expect(Safety.constructs(in: file(text)).map(\.construct) == [construct])
  }

  @Test(
    "leave alone what only looks like one",
    arguments: [
      "let text = \"fatalError() try! x! as! print(1)\"", "let x = !a", "let x = try? f()",
      "let x = a as? Int", "printer.print(1)", "// print(1)", "if a != b {}",
    ])
  func innocent(text: String) {
    #expect(Safety.constructs(in: file(text)).map(\.construct) == [])
  }

  @Test("let the command line speak")
  func speakers() {
    #expect(Safety.constructs(in: file("print(1)", module: "OrreryCommandLine")).isEmpty)
  }

  @Test("measure a function from its keyword to its brace, without its documentation")
  func functions() {
    func function(lines: Int) -> String {
      let body = String(repeating: "  f()\n", count: lines - 2)
      return "/// One.\n///\n/// Two.\nfunc long() {\n\(body)}\n"
    }
    #expect(Sizes.findings(in: file(function(lines: 60))) == [])
    let findings = Sizes.findings(in: file(function(lines: 61)))
    #expect(findings.map(\.line) == [4])
    #expect(findings.first?.message.contains("`long` has 61 lines") == true)
  }

  @Test("do not count the text that a test quotes")
  func quotations() {
    let text =
      "func f() {\n  let text = \"\"\"\n\(String(repeating: "    x\n", count: 70))    \"\"\"\n}"
    #expect(Sizes.findings(in: SourceFile(path: "Tests/M/F.swift", text: text)) == [])
    #expect(Sizes.findings(in: file(text)).count == 1)
  }

  @Test("measure initialisers, subscripts and computed properties as well")
  func otherFunctions() {
    let body = "{\n\(String(repeating: "f()\n", count: 60))}"
    let text = "struct S {\ninit() \(body)\nsubscript(i: Int) -> Int \(body)\nvar p: Int \(body)\n}"
    #expect(Sizes.findings(in: file(text)).count == 3)
  }

  @Test("count what a type of the symbolic execution keeps, and not what it works out")
  func properties() {
    func type(_ count: Int) -> String {
      let stored = (1..<count).map { "  var p\($0) = 0\n" }.joined() + "  var o = 0 { didSet {} }\n"
      return "struct S {\n\(stored)  static let s = 0\n  var c: Int { 0 }\n}\n"
    }
    let path = "Sources/OrreryExecution/S.swift"
    #expect(Sizes.findings(in: SourceFile(path: path, text: type(15))) == [])
    #expect(Sizes.findings(in: SourceFile(path: path, text: type(16))).map(\.line) == [1])
    #expect(Sizes.findings(in: file(type(16))) == [])
  }

  @Test("count the lines of a file")
  func files() {
    #expect(file("let a = 1\nlet b = 2\n").lineCount == 2)
    #expect(Sizes.findings(in: file(String(repeating: "\n", count: 500))) == [])
    #expect(Sizes.findings(in: file(String(repeating: "\n", count: 501))).map(\.line) == [1])
  }
}
