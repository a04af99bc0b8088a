/// How much the decryption holds and tries at most.
///
/// Only a hostile or badly broken capture reaches them; what is then given up is reported as not read.
package struct DecryptionLimits: Hashable, Sendable {
    /// Bytes of one stream's records that wait for a hello of the other side, or for the answer to early data:
    /// servers in use take 16 KiB of early data.
    package var waitingBytes = 128 << 10
    /// Bytes of unfinished and waiting records of all connections.
    package var heldBytes = 64 << 20
    /// How many record numbers are tried after a gap: enough for a gap of 16 MB in full records.
    package var numbersTried = 1_024
    /// The work of trying records without success, over the whole capture, in bytes: a tenth of a second.
    package var triedBytes = 64 << 20
    /// How much more of it each byte of the records is worth, so that a long capture may have many gaps, and all that
    /// is done stays proportional to its length.
    package var triesPerByte = 4
    /// How many records of a stream may fail, before any was decrypted, until its keys are taken for wrong.
    package var failures = 16
    /// How deep tunnels may be nested in tunnels: a load balancer before a proxy that is reached through TLS, and TLS to the
    /// server.
    package var layers = 5

    /// Makes the default limits.
    package init() {}
}

/// How much is left of the limits that all connections share.
struct DecryptionBudget {
    /// The limits.
    let limits: DecryptionLimits
    /// Bytes of unfinished and waiting records.
    var heldBytes = 0
    /// The work that was done in vain or in search, in bytes.
    private(set) var triedBytes = 0
    /// Bytes of the protected records that came.
    private var recordBytes = 0

    /// What it costs to try a record of no bytes, in bytes: keys are set up anew for each attempt.
    static let attemptBytes = 2_048

    /// Makes the budget of a capture.
    init(limits: DecryptionLimits) {
        self.limits = limits
    }

    /// Counts a protected record of `count` bytes.
    mutating func met(_ count: Int) { recordBytes += count }

    /// Whether a record of `count` bytes may be tried again.
    mutating func mayTry(_ count: Int) -> Bool {
        guard triedBytes < limits.triedBytes + limits.triesPerByte * recordBytes else { return false }
        triedBytes += Self.attemptBytes + count
        return true
    }
}
