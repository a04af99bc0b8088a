package import Bytes

/// A session that was not decrypted, or only in part.
package struct UnreadSession: Hashable, Sendable {
    /// Why a session was not read.
    package enum Reason: Hashable, Sendable {
        /// The key log has no keys for it.
        case noKeys
        /// The key log got its keys after its records had been read.
        case lateKeys
        /// Its first messages are not in the capture: without them its keys cannot be found in the log.
        case noHandshake
        /// The server's first message is not in the capture: without it the cipher is not known.
        case noServerHello
        /// Its cipher suite, by its number, is not supported.
        case unsupportedSuite(UInt16)
        /// The log has keys for it, but they decrypt none of its records.
        case wrongKeys
        /// The log has keys for it, but none for the data of either side.
        case noDataKeys
        /// There are no keys for the client's data: its requests cannot be read.
        case noClientKeys
        /// There are no keys for the server's data: its responses cannot be read.
        case noServerKeys
        /// It was given up because too much had to be held.
        case limit
    }

    /// The number of the connection, from 1.
    package var connection: Int
    /// The reason.
    package var reason: Reason
    /// The version, where it was agreed on.
    package var version: TLSVersion?
    /// The server's name as the client gave it.
    package var serverName: String?
    /// The protocols that the client offered, or the one that the server chose.
    package var protocols: [String]

    /// Describes a session.
    package init(
        connection: Int,
        reason: Reason,
        version: TLSVersion? = nil,
        serverName: String? = nil,
        protocols: [String] = []
    ) {
        self.connection = connection
        self.reason = reason
        self.version = version
        self.serverName = serverName
        self.protocols = protocols
    }
}

/// Counts of sessions and records, and of what could not be decrypted.
package struct DecryptionCounts: Sendable {
    /// How many unread sessions are described one by one.
    package static let namedSessions = 3

    /// TLS sessions.
    package var sessions = 0
    /// Sessions of which at least one record was decrypted.
    package var readSessions = 0
    /// Sessions that had protected records and were not read.
    package var unreadSessions = 0
    /// The first of these.
    package var firstUnread: [UnreadSession] = []
    /// Sessions that were read in part: there are keys for the data of one side only.
    package var halfReadSessions = 0
    /// The first of these.
    package var firstHalfRead: [UnreadSession] = []
    /// Records that could not be decrypted although others of their session were.
    package var failedRecords = 0
    /// The first connection with such a record.
    package var firstFailure: Int?
    /// Sessions that an alert ended before any data was sent, by the alert's number (RFC 8446 §6).
    package var alerts: [UInt8: Int] = [:]
    /// How many sessions the key log has, those of the capture itself included.
    package var knownSessions = 0

    /// All counts are 0.
    package init() {}

    /// Adds a session that is over.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - connection: the number of its connection, from 1.
    ///   - log: the keys that are known now.
    mutating func add(_ session: borrowing TLSSession, connection: Int, _ log: borrowing KeyLog) {
        sessions += 1
        if let alert = session.fatalAlert, !session.hasData { alerts[alert, default: 0] += 1 }
        let unkeyed = session.unkeyedSides
        guard session.openedCount == 0 || unkeyed.count == 2 else {
            readSessions += 1
            if let side = unkeyed.first {
                halfReadSessions += 1
                let reason = side == session.client ? Reason.noClientKeys : .noServerKeys
                Self.note(session, reason, connection, in: &firstHalfRead)
            }
            guard session.failedCount > 0 else { return }
            failedRecords += session.failedCount
            firstFailure = firstFailure ?? connection
            return
        }
        guard session.sealedCount > 0 || session.isOverLimit else { return }
        unreadSessions += 1
        Self.note(session, Self.reason(session, log), connection, in: &firstUnread)
    }

    /// Adds what was counted after these.
    mutating func add(_ other: DecryptionCounts) {
        sessions += other.sessions
        readSessions += other.readSessions
        unreadSessions += other.unreadSessions
        firstUnread += other.firstUnread.prefix(Self.namedSessions - firstUnread.count)
        halfReadSessions += other.halfReadSessions
        firstHalfRead += other.firstHalfRead.prefix(Self.namedSessions - firstHalfRead.count)
        failedRecords += other.failedRecords
        firstFailure = firstFailure ?? other.firstFailure
        for (alert, count) in other.alerts { alerts[alert, default: 0] += count }
    }

    private typealias Reason = UnreadSession.Reason

    /// Describes a session, unless enough are described already.
    private static func note(
        _ session: borrowing TLSSession,
        _ reason: Reason,
        _ connection: Int,
        in list: inout [UnreadSession]
    ) {
        guard list.count < namedSessions else { return }
        let names = session.chosenProtocol.map { [$0] } ?? session.clientHello?.protocols ?? []
        list.append(
            UnreadSession(
                connection: connection,
                reason: reason,
                version: session.parameters?.version,
                serverName: session.clientHello?.serverName.map { String(decoding: $0, as: UTF8.self) },
                protocols: names.prefix(8).map { String(decoding: $0, as: UTF8.self) }
            )
        )
    }

    private static func reason(_ session: borrowing TLSSession, _ log: borrowing KeyLog) -> Reason {
        if session.isOverLimit { return .limit }
        if session.openedCount > 0 { return .noDataKeys }
        guard session.clientHello != nil else { return .noHandshake }
        guard let parameters = session.parameters else { return .noServerHello }
        guard parameters.suite != nil else { return .unsupportedSuite(parameters.suiteNumber) }
        if session.failedCount > 0 { return .wrongKeys }
        return !session.hadKeys && session.hasKeys(in: log) ? .lateKeys : .noKeys
    }
}
