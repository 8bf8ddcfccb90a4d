import Foundation
import OrreryTrace

// Records steps on four threads until it is killed: `RecordingChild LOG COUNTS`. After each call that
// has returned, the number of the thread's steps is in the file COUNTS, which is mapped, so that it
// survives as well.

let threads = 4
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: RecordingChild LOG COUNTS\n".utf8))
  exit(64)
}
let size = threads * MemoryLayout<UInt64>.stride
let file = open(arguments[2], O_RDWR | O_CREAT, 0o644)
guard file >= 0, ftruncate(file, off_t(size)) == 0,
  let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
else {
  FileHandle.standardError.write(Data("cannot map '\(arguments[2])'\n".utf8))
  exit(74)
}
// Each thread writes its own number only.
nonisolated(unsafe) let counts = memory.bindMemory(to: UInt64.self, capacity: threads)
let recorder = TraceRecorder(sink: try FileSink(path: arguments[1]))
let states = ["idle", "loading", "a \"quoted\" state that is longer than a word"]

for number in 0..<threads {
  Thread.detachNewThread {
    let trace = TraceInstance(machine: "Thread\(number)", state: states[0], recorder: recorder)
    for step in 0... {
      trace.record(event: "next", from: states[step % 3], to: states[(step + 1) % 3])
      counts[number] = UInt64(step + 1)
    }
  }
}
while true { sleep(60) }
