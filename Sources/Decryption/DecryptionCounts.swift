package import Connections

/// A session that was not read, as far as it can be named.
package struct UnreadSession: Hashable, Sendable {
    /// Why a session was not read.
    package enum Reason: Hashable, Sendable {
        /// The key log has no keys of it.
        case noKeys
        /// Its first messages are not in the capture: without them its keys cannot be told from others.
        case noHandshake
        /// Its cipher suite, by its number, is not supported.
        case unsupportedSuite(UInt16)
        /// There are keys of it, but they open none of its records.
        case wrongKeys
        /// It was given up because too much had to be held.
        case limit
    }

    /// The number of the connection, from 1.
    package var connection: Int
    /// Why.
    package var reason: Reason
    /// The version, where it was agreed on.
    package var version: TLSVersion?
    /// The server's name as the client gave it.
    package var serverName: String?
    /// The protocols that the client offered, or the one that the server chose.
    package var protocols: [String]

    /// Names a session.
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

/// What was met between streams and plain streams.
package struct DecryptionCounts: Sendable {
    /// How many unread sessions are named.
    package static let namedSessions = 3

    /// TLS sessions.
    package var sessions = 0
    /// Those of which records were opened.
    package var readSessions = 0
    /// How many were not read although they held protected records.
    package var unreadSessions = 0
    /// The first of these.
    package var firstUnread: [UnreadSession] = []
    /// Records that could not be opened although others of their session were.
    package var failedRecords = 0
    /// The first connection with such a record.
    package var firstFailure: Int?
    /// Sessions that an alert ended before any data was sent, by the alert's number (RFC 8446 §6).
    package var alerts: [UInt8: Int] = [:]
    /// Tunnels whose content was read as a connection of its own.
    package var followedTunnels = 0
    /// How many sessions the key log has, those of the capture itself included.
    package var knownSessions = 0

    /// Counts nothing yet.
    package init() {}

    /// Takes in a session that is over.
    mutating func add(_ session: borrowing TLSSession, connection: Int) {
        sessions += 1
        if let alert = session.fatalAlert, !session.hasData { alerts[alert, default: 0] += 1 }
        guard session.openedCount == 0 else {
            readSessions += 1
            guard session.failedCount > 0 else { return }
            failedRecords += session.failedCount
            firstFailure = firstFailure ?? connection
            return
        }
        guard session.sealedCount > 0 || session.isOverLimit else { return }
        unreadSessions += 1
        guard firstUnread.count < Self.namedSessions else { return }
        let names = session.chosenProtocol.map { [$0] } ?? session.clientHello?.protocols ?? []
        firstUnread.append(
            UnreadSession(
                connection: connection,
                reason: Self.reason(session),
                version: session.parameters?.version,
                serverName: session.clientHello?.serverName.map { String(decoding: $0, as: UTF8.self) },
                protocols: names.prefix(8).map { String(decoding: $0, as: UTF8.self) }
            )
        )
    }

    private static func reason(_ session: borrowing TLSSession) -> UnreadSession.Reason {
        if session.isOverLimit { return .limit }
        guard let parameters = session.parameters, session.isAgreed else { return .noHandshake }
        guard parameters.suite != nil else { return .unsupportedSuite(parameters.suiteNumber) }
        return session.failedCount > 0 ? .wrongKeys : .noKeys
    }
}
