import OrreryTrace
import Testing

/// Vectors of NIST's example computations for FIPS 180-4.
@Suite struct DigestTests {
  @Test(
    "SHA-256 of the published examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func published(text: String, digest: String) {
    #expect(Digest.sha256Hex(of: text.utf8) == digest)
  }

  @Test("SHA-256 of a million times the letter a")
  func million() {
    let digest = Digest.sha256Hex(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000))
    #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("The vocabulary hash is that of its sorted lines")
  func vocabularyLines() {
    let hash = VocabularyHash.hash(
      states: ["loading", "idle"], events: [("ioResult", "loaded"), ("input", "load")])
    let lines = "event input load\nevent ioResult loaded\nstate idle\nstate loading\n"
    #expect(hash == Digest.sha256Hex(of: lines.utf8))
  }

  @Test("Order, repetition and white space do not change the vocabulary hash; a name does")
  func vocabularyNormalisation() {
    let hash = VocabularyHash.hash(states: ["a b", "c"], events: [])
    #expect(VocabularyHash.hash(states: ["c", "a \n b", "c"], events: []) == hash)
    #expect(VocabularyHash.hash(states: ["ab", "c"], events: []) != hash)
    #expect(VocabularyHash.hash(states: ["a b"], events: [("input", "c")]) != hash)
  }
}
