/// The state of one SHA-256 computation (FIPS 180-4, section 6.2).
struct SHA256 {
  private var hash: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The words of the block, of which the first sixteen are filled byte by byte, and what is made of
  /// them.
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var filled = 0
  private var length: UInt64 = 0

  mutating func update(_ byte: UInt8) {
    // Four bytes shift out what stood there before.
    schedule[filled / 4] = schedule[filled / 4] << 8 | UInt32(byte)
    filled += 1
    length &+= 1
    if filled == 64 { compress() }
  }

  /// Takes bytes in a row, whole blocks of them at once.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      if filled == 0, bytes.count - position >= 64 {
        for word in 0..<16 {
          let bytes = bytes.loadUnaligned(fromByteOffset: position + 4 * word, as: UInt32.self)
          schedule[word] = UInt32(bigEndian: bytes)
        }
        length &+= 64
        position += 64
        compress()
      } else {
        update(bytes[position])
        position += 1
      }
    }
  }

  /// The eight words of the digest.
  mutating func finish() -> [UInt32] {
    let bits = length &* 8
    update(0x80)
    while filled != 56 { update(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      update(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    return hash
  }

  private mutating func compress() {
    let (hash, constants) = (self.hash, Self.constants)
    self.hash = schedule.withUnsafeMutableBufferPointer { schedule in
      Self.expand(schedule)
      return constants.withUnsafeBufferPointer { Self.mixed(hash, schedule, $0) }
    }
    filled = 0
  }

  private static func mixed(
    _ hash: [UInt32], _ schedule: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>
  ) -> [UInt32] {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for round in 0..<64 {
      let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constants[round] &+ schedule[round]
      let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    return zip(hash, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
  }

  private static func expand(_ schedule: UnsafeMutableBufferPointer<UInt32>) {
    for index in 16..<64 {
      let (near, far) = (schedule[index - 2], schedule[index - 15])
      let sigma1 = near.rotated(17) ^ near.rotated(19) ^ near >> 10
      let sigma0 = far.rotated(7) ^ far.rotated(18) ^ far >> 3
      schedule[index] = sigma1 &+ schedule[index - 7] &+ sigma0 &+ schedule[index - 16]
    }
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
