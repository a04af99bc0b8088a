import Bytes

/// The secrets of an SSLKEYLOGFILE, read line by line as its bytes come (RFC 9850).
/// ```
///   CLIENT_TRAFFIC_SECRET_0 <client random, 64 hexadecimal digits> <secret, 64 or 96 digits>
/// ```
/// Blank lines, comments and labels that decrypt nothing are skipped; all other lines are counted, because a
/// log is often cut off or mixed with other text.
package struct KeyLog: Sendable {
    /// The greatest length of a line, in bytes: the longest one that is known has 195.
    package static let lineLimit = 1_024
    /// The greatest number of sessions: some 100 MB of secrets.
    package static let sessionLimit = 262_144
    /// How many bad lines are remembered by their numbers.
    private static let rememberedLines = 3

    /// How many lines are not understood.
    package private(set) var badLineCount = 0
    /// The numbers, from 1, of the first of them.
    package private(set) var firstBadLines: [Int] = []
    /// How many lines hold the premaster secret of an RSA key exchange, which is not used.
    package private(set) var premasterLineCount = 0
    /// Whether sessions were left out because there were too many.
    package private(set) var isOverfull = false
    /// Grows with every secret, so that sessions without keys know when to look again.
    package private(set) var revision = 0

    private var sessions: [ClientRandom: SessionSecrets] = [:]
    /// How many sessions are kept, of which the oldest give way; `nil` where those beyond the limit are left out.
    private let newestSessions: Int?
    /// The sessions in the order in which they came, those before `oldest` forgotten; empty where none gives way.
    private var order: [ClientRandom] = []
    private var oldest = 0
    private var line: [UInt8] = []
    private var lineNumber = 0
    private var isLineTooLong = false

    /// Makes an empty log.
    ///
    /// - Parameter newestSessions: how many sessions are kept of a log that grows without an end: the oldest give way to
    ///   new ones. `nil` to keep all, up to ``sessionLimit``.
    package init(keepingNewest newestSessions: Int? = nil) {
        self.newestSessions = newestSessions.map { max($0, 1) }
    }

    /// How many sessions there are.
    package var sessionCount: Int { sessions.count }

    /// The secrets of a session, `nil` where there are none.
    package subscript(_ random: ClientRandom) -> SessionSecrets? { sessions[random] }

    /// Reads the next bytes of a log.
    package mutating func push(_ bytes: RawSpan) {
        var start = 0
        while start < bytes.byteCount {
            let feed = bytes.firstLineFeed(from: start)
            let end = feed ?? bytes.byteCount
            if line.count + (end - start) > Self.lineLimit {
                isLineTooLong = true
            } else if !isLineTooLong {
                bytes.extracting(start..<end).withUnsafeBytes { line.append(contentsOf: $0) }
            }
            if feed != nil { endLine() }
            start = end + 1
        }
    }

    /// Ends a log: the next bytes pushed are the first line of another one.
    package mutating func finish() {
        if !line.isEmpty || isLineTooLong { endLine() }
        lineNumber = 0
    }

    /// Adds a secret, unless there is one for its session and label.
    package mutating func add(_ secret: [UInt8], _ label: SessionSecrets.Label, of random: ClientRandom) {
        if sessions[random] == nil {
            if let newestSessions {
                makeRoom(for: random, limit: newestSessions)
            } else if sessions.count >= Self.sessionLimit {
                isOverfull = true
                return
            }
        }
        sessions[random, default: SessionSecrets()][label] = secret
        revision += 1
    }

    /// Forgets the oldest session where there are as many as may be.
    private mutating func makeRoom(for random: ClientRandom, limit: Int) {
        if sessions.count >= limit {
            sessions[order[oldest]] = nil
            oldest += 1
        }
        if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
        order.append(random)
    }

    private mutating func endLine() {
        lineNumber += 1
        let isTooLong = isLineTooLong
        let entry = KeyLogLine(isTooLong ? [] : line[...])
        isLineTooLong = false
        line.removeAll(keepingCapacity: true)
        switch entry {
        case _ where isTooLong, .unknown:
            badLineCount += 1
            if firstBadLines.count < Self.rememberedLines { firstBadLines.append(lineNumber) }
        case .premaster: premasterLineCount += 1
        case .ignored: break
        case .secret(let secret, let label, let random): add(secret, label, of: random)
        }
    }
}
