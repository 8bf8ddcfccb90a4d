import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "orrery-benchmarks")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
switch CommandLine.arguments.dropFirst().first {
case "summary": try Reading.runAlone(CommandLine.arguments.dropFirst(2).first)
case "store": await Sending.run()
case "record": try Recording.run(in: folder)
case "network": try Network.run(in: folder)
case "trace": try Tracing.run(in: folder)
case "read": try Reading.run(in: folder)
case "draw": try Drawing.run(in: folder)
case "draw-often": try Drawing.runAlone(Array(CommandLine.arguments.dropFirst(2)))
case "tool": try ToolRuns.run(in: folder)
default:
  await Sending.run()
  try Recording.run(in: folder)
  try Network.run(in: folder)
  try Tracing.run(in: folder)
  try Reading.run(in: folder)
  try Drawing.run(in: folder)
  try ToolRuns.run(in: folder)
}
