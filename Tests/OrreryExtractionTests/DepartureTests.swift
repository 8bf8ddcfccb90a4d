import OrreryModel
import Testing

@Suite("Ways that leave by a wait, a trap or an error") struct DepartureTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Installer {
        enum State { case ready, installing, failed }
        private(set) var state: State = .ready
        func reset() { state = .ready }
      \(members)
      }
      """
    ).transitions.filter { $0.from == "ready" && $0.event.name == "install" }.map(describe)
  }

  @Test("a way that waits leaves the opposite of its conditions to the others")
  func waits() throws {
    #expect(
      try rows(
        """
          func install() async {
            if isFull {
              if isOld {
                await disk.free()
                state = .failed
                return
              }
            }
            state = .installing
          }
        """) == [
          "ready install[!(isFull && isOld)] installing",
          "ready install[isFull && isOld]/disk.free ready",
        ])
  }

  @Test("so does one that traps")
  func traps() throws {
    #expect(
      try rows(
        """
          func install() {
            if isFull {
              if isOld { fatalError() }
            }
            state = .installing
          }
        """) == [
          "ready install[!(isFull && isOld)] installing", "ready install[isFull && isOld] trap",
        ])
  }

  @Test("so does one that a helper ends by an error")
  func helpers() throws {
    #expect(
      try rows(
        """
          func install() throws {
            if isFull { try check() }
            state = .installing
          }
          private func check() throws {
            if isOld {
              state = .failed
              throw Failure.old
            }
          }
        """) == [
          "ready install[!(isFull && isOld)] installing", "ready install[isFull && isOld] failed",
        ])
  }

  @Test("a helper that others leave goes on where they do not")
  func severalEnds() throws {
    #expect(
      try rows(
        """
          func install() async {
            await prepare()
            state = .installing
          }
          private func prepare() async {
            if isOld { return }
            if isFull {
              state = .failed
              await disk.free()
              return
            }
            log()
          }
        """) == [
          "ready install[!(!(isOld) && isFull)] installing",
          "ready install[!(isOld) && isFull]/disk.free failed",
        ])
  }

  @Test("so does one under a condition of the build")
  func builds() throws {
    #expect(
      try rows(
        """
          func install() async {
            #if DEBUG
            if isFake {
              await clock.tick()
              state = .failed
              return
            }
            #endif
            state = .installing
          }
        """) == [
          "ready install[!(#if DEBUG && isFake)] installing",
          "ready install[#if DEBUG && isFake]/clock.tick ready",
        ])
  }

  @Test("of a switch only the clause that leaves is denied, each for itself")
  func clauses() throws {
    #expect(
      try rows(
        """
          func install(_ kind: Kind) {
            switch kind {
            case .old: fatalError()
            case .new: log(kind)
            case .torn: if isStrict { fatalError() }
            case .other: break
            }
            state = .installing
          }
        """) == [
          "ready install[!(case .old = kind) && !(case .torn = kind && isStrict)] installing",
          "ready install[case .old = kind] trap",
          "ready install[case .torn = kind && isStrict] trap",
        ])
  }

  @Test("two ways that leave by opposite conditions leave by what they share")
  func opposites() throws {
    #expect(
      try rows(
        """
          func install() async {
            if isFull {
              if isOld {
                if isSlow { await disk.free() } else { await disk.drop() }
                return
              }
            }
            state = .installing
          }
        """
      ).first == "ready install[!(isFull && isOld)] installing")
  }

  @Test("a call that may throw leaves no condition of that to the way where it does not")
  func calls() throws {
    #expect(
      try rows(
        """
          func install(_ kind: Kind) {
            do {
              switch kind {
              case .old: try disk.free()
              case .new: log(kind)
              case .other: break
              }
              state = .installing
            } catch {
              state = .failed
            }
          }
        """) == [
          "ready install[case .old = kind]/disk.free installing",
          "ready install[case .new = kind] installing",
          "ready install[case .other = kind] installing",
          "ready install[case .old = kind && disk.free() throws] failed",
        ])
  }

  @Test("that it throws stays a condition of the others beside a way that waits behind it")
  func callsBeforeWaits() throws {
    #expect(
      try rows(
        """
          func install() async {
            do {
              guard isFull else { throw Full() }
              try disk.free()
              await disk.settle()
              state = .installing
            } catch {
              state = .failed
            }
          }
        """) == [
          "ready install[(isFull && disk.free() throws) || (!(isFull))] failed",
          "ready install[isFull]/concat(disk.free, disk.settle) ready",
        ])
  }

  @Test("whatever the calls have changed of what they are called on")
  func callsOnProperties() throws {
    #expect(
      try rows(
        """
          private let disk = Disk()
          func install() {
            do {
              try disk.free()
              try disk.mount(.fast)
              try disk.check()
              state = .installing
            } catch {
              state = .failed
            }
          }
        """) == [
          "ready install/concat(disk.free, disk.mount, disk.check) installing",
          "ready install[disk.free() throws || disk.mount(.fast) throws || disk.check() throws]"
            + "/concat(disk.free?, disk.mount?) failed",
        ])
  }

  @Test("a property that has to be tried may throw as a call may")
  func properties() throws {
    #expect(
      try rows(
        """
          func install() {
            do {
              let disk = try volume.disk
              state = disk.isFull ? .failed : .installing
            } catch {
              state = .ready
            }
          }
        """) == [
          "ready install[disk.isFull] failed", "ready install[!(disk.isFull)] installing",
          "ready install[volume.disk throws] ignored",
        ])
  }

  /// A helper that chooses a disk, and stops the program by two conditions which are long.
  private let chooser = """
      private func disk(for kind: Kind) -> Disk {
        if kind.origin == .network {
          if Registry.isMounted(named: kind.name) { return Remote() }
          if Registry.isCached(named: kind.name) { return Cached() }
          guard let mirror else { fatalError("no mirror of the volume") }
          return mirror
        }
        guard let volume = Registry.volume(named: kind.name), let disk = volume.disk(for: kind) else {
          fatalError("no such volume")
        }
        return disk
      }
    """

  @Test("a write before a helper that may stop the program by many conditions is made on any way")
  func written() throws {
    let found = try rows(
      """
        func install(_ kind: Kind) async throws {
          state = .installing
          let disk = disk(for: kind)
          try await disk.load()
          state = .ready
        }
      \(chooser)
      """)
    #expect(found.filter { !$0.hasSuffix("trap") } == ["ready install/disk.load installing"])
    #expect(found.filter { $0.hasSuffix("trap") }.count == 2)
  }

  @Test("a write behind such a helper says what must not hold, long as that is")
  func unwritten() throws {
    let found = try rows(
      """
        func install(_ kind: Kind) {
          let disk = disk(for: kind)
          state = .installing
          disk.load()
        }
      \(chooser)
      """
    ).filter { $0.hasSuffix("installing") }
    #expect(
      found == [
        "ready install[!(kind.origin == .network && !(Registry.isMounted(named: kind.name)) "
          + "&& !(Registry.isCached(named: kind.name)) && !(let mirror)) "
          + "&& !(!(kind.origin == .network) && !(let volume = Registry.volume(named: kind.name) "
          + "&& let disk = volume.disk(for: kind)))]/disk.load installing"
      ])
  }

  @Test("what is tried under a condition is told as long as it is")
  func triedUnderCondition() throws {
    let found = try rows(
      """
        func install(_ location: URL) {
          do {
            var manager = FileManager.default
            if manager.fileExists(atPath: self.target) {
              try manager.removeItem(atPath: self.target)
            }
            try manager.moveItem(at: location, to: URL(fileURLWithPath: self.target))
            state = .installing
          } catch {
            state = .failed
          }
        }
      """)
    #expect(found.contains("ready install installing"))
    #expect(
      found.filter { $0.hasSuffix("failed") } == [
        "ready install[(manager.fileExists(atPath: self.target) "
          + "&& manager.removeItem(atPath: self.target) throws) "
          + "|| (manager.moveItem(at: location, to: URL(fileURLWithPath: self.target)) throws)] failed"
      ])
  }
}
