import Bytes

/// Looks for U+FFFD in a text that is in UTF-8, which stands where bytes could not be decoded; pieces may cut it.
struct ReplacementWatch {
    /// Whether there was one.
    private(set) var found = false
    /// How many of its bytes the last piece ended with.
    private var matched = 0

    /// Looks at the next bytes.
    mutating func push(_ bytes: RawSpan) {
        guard !found else { return }
        bytes.withUnsafeBytes { bytes in
            for byte in bytes {
                switch (matched, byte) {
                case (_, 0xEF): matched = 1
                case (1, 0xBF): matched = 2
                case (2, 0xBD):
                    found = true
                    return
                default: matched = 0
                }
            }
        }
    }
}
