import Foundation

/// Programs of others that read the same log, where they are installed.
enum Peers {
  /// Runs a program; nothing where it is not there or does not succeed.
  static func output(_ arguments: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  /// Seconds that a program takes from start to end.
  static func seconds(_ arguments: [String]) -> Double? {
    let start = Stopwatch.now()
    return output(arguments).map { _ in Double(Stopwatch.now() - start) / 1e9 }
  }

  /// Seconds that DuckDB takes to count the steps that look the same, without its start.
  static func duckDB(_ log: String) -> Double? {
    let query = """
      import duckdb, sys, time
      # It would be printed where a query takes longer than two seconds.
      duckdb.execute('set enable_progress_bar = false')
      start = time.monotonic()
      duckdb.execute('''
        select machine, "from", origin, event, "to", verdict, count(*)
        from read_json($log, format = 'newline_delimited', columns = {
          type: 'VARCHAR', machine: 'VARCHAR', "from": 'VARCHAR', origin: 'VARCHAR',
          event: 'VARCHAR', "to": 'VARCHAR', verdict: 'VARCHAR'})
        where type = 'step' group by all''', {'log': sys.argv[1]}).fetchall()
      print(time.monotonic() - start)
      """
    return output(["python3", "-c", query, log])
      .flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }
}
