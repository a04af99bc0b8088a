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
    /// Bytes of records that are tried without success, over the whole capture: about a second.
    package var triedBytes = 1 << 30
    /// How many records of a stream may fail, before any was decrypted, until its keys are taken for wrong.
    package var failures = 16
    /// How deep tunnels may be nested in tunnels: a proxy that is reached through TLS, and TLS to the server.
    package var layers = 4

    /// Makes the default limits.
    package init() {}
}

/// How much is left of the limits that all connections share.
struct DecryptionBudget {
    /// The limits.
    let limits: DecryptionLimits
    /// Bytes of unfinished and waiting records.
    var heldBytes = 0
    private var triedBytes = 0

    /// Makes the budget of a capture.
    init(limits: DecryptionLimits) {
        self.limits = limits
    }

    /// Whether a record of `count` bytes may be tried again.
    mutating func mayTry(_ count: Int) -> Bool {
        guard triedBytes < limits.triedBytes else { return false }
        triedBytes += count
        return true
    }
}
