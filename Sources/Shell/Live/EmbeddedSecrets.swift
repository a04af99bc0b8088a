import Decryption

/// Which secrets of TLS sessions are written into a recording: those of the sessions that it holds, once they are known.
struct EmbeddedSecrets {
    /// The number of sessions that are looked up again when the key log has grown: the secrets of one come one after the
    /// other, and soon.
    private static let limit = 4_096

    /// The sessions, the latest last, and how many secrets of each were written.
    private var sessions: [(random: ClientRandom, count: Int)] = []

    /// The lines of a key log that are to be written for sessions that have begun.
    mutating func lines(
        for begun: [ClientRandom],
        _ secrets: (ClientRandom) -> SessionSecrets?
    ) -> [UInt8] {
        let start = sessions.count
        sessions += begun.map { ($0, 0) }
        let lines = lines(from: start, secrets)
        if sessions.count > 2 * Self.limit { sessions.removeFirst(sessions.count - Self.limit) }
        return lines
    }

    /// The lines that are to be written since the key log has grown.
    mutating func newLines(_ secrets: (ClientRandom) -> SessionSecrets?) -> [UInt8] {
        lines(from: 0, secrets)
    }

    private mutating func lines(
        from start: Int,
        _ secrets: (ClientRandom) -> SessionSecrets?
    ) -> [UInt8] {
        var lines: [UInt8] = []
        for index in sessions[start...].indices {
            guard let known = secrets(sessions[index].random), known.count > sessions[index].count else {
                continue
            }
            sessions[index].count = known.count
            lines += known.lines(of: sessions[index].random)
        }
        return lines
    }
}
