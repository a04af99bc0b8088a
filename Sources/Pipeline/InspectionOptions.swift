import Bytes
package import Decryption
package import Exchanges
package import Forms
package import Inspection

/// What to do with the exchanges of a capture besides judging them.
package struct InspectionOptions: Sendable {
    /// An expression in libpcap's filter language; packets that do not match are not read.
    package var packetFilter: String?
    /// The keys with which TLS is decrypted, besides those in a capture and beside it.
    package var keyLog = KeyLog()
    /// The password of archives that are encrypted.
    package var archivePassword: String?
    /// Whether the SHA-256 of each part's content is wanted.
    package var wantsDigests = false
    /// Whether the sizes of the pieces in which bodies were sent are wanted.
    package var wantsPieces = false
    /// Whether bodies are kept, up to ``bodyLimit``.
    package var keepsBodies = false
    /// The exchanges whose bodies are kept; `nil` stands for all.
    package var keptExchanges: Set<Int>?
    /// The greatest number of bytes of a body that are kept: 16 MiB is more than a person reads.
    package var bodyLimit = 16 * 1024 * 1024
    /// The exchanges of whose parts the contents are handed on; `nil` stands for all.
    package var contentExchanges: Set<Int>? = []
    /// Whether the contents of a request's parts are handed on although ``contentExchanges`` does not name its exchange, by
    /// the request's head.
    package var wantsContent: (@Sendable (MessageHead) -> Bool)?
    /// Whether the content of a request is handed on as it comes, without the transfer coding, by the request's head: for a
    /// proxy, which writes it anew.
    package var handsOnBody: (@Sendable (MessageHead) -> Bool)?
    /// Whether the bytes of messages are kept, so that they can be written anew.
    package var keepsMessages = false
    /// Whether the times at which the bytes of kept requests were delivered are kept too.
    package var keepsDeliveries = false
    /// Whether what is found in an upload is handed on when its request has ended, before its exchange is complete; where
    /// ``answersRequests`` is set, of any other request too.
    package var reportsRequests = false
    /// Whether the head of each request is handed on once it is complete, and each request when it has ended: for a server,
    /// which has to answer them, or a proxy, which has to pass them on.
    package var answersRequests = false
    /// Whether the exchange of an upload is handed on once its response is over, where its request was over before; where
    /// ``answersRequests`` is set, any other one too.
    ///
    /// The ends of responses are handed on besides. An exchange is complete only when no bytes can follow that belong to
    /// neither message.
    package var reportsAnswers = false
    /// Whether the heads and the contents of responses are handed on as they come: for a client, which has to act on them.
    package var handsOnResponses = false
    /// Whether the forms of pages are read, and requests joined with the forms that made them.
    package var readsPages = false
    /// Whether pages are handed on with their bytes.
    package var keepsPageBytes = false
    /// Whether the heads and the ends of responses are handed on as they come: for a proxy, which has to know when an
    /// exchange is over.
    package var reportsResponses = false
    /// Bytes that are kept of the beginning of a body that is no form; 0 for none.
    package var openingBytes = 0
    /// Bytes after the end that Content-Length declares that are kept of a message without a wire of its own, in a raw
    /// file or in a log; of others ``keepsMessages`` keeps all.
    package var excessBytes = ExchangeLimits().excessBytes
    /// What is made unreadable before anything is handed on; `nil` for nothing.
    package var redaction: Redaction?
    /// Whether the bytes of bodies come without their content codings, whatever their heads say.
    var takesDecodedBodies = false
    /// Limits of the form reader.
    package var formLimits = FormLimits()
    /// Judges the exchanges.
    package var inspector: Inspector
    /// Exchanges that may wait for an earlier one to be complete, so that results come in order.
    package var waitingExchanges = 100_000
    /// Whether another thread reads a long file while its bytes are inspected; no result depends on it.
    package var readsAhead = false
    /// The threads that inspect the connections of a long capture of packets.
    ///
    /// One more reads the packets; 1 stands for a single thread that does both. No result depends on it.
    package var threads = 1
    /// Whole uploads in which nothing of this severity or a greater one was found may be counted in place of being handed
    /// on; `nil` for none.
    package var countsUploadsBelow: Severity?
    /// How the connections of a capture are spread over these.
    package var spread = SpreadLimits()

    /// Bytes of a body that is no multipart form in which the names of a form are looked for.
    private static let formBytes = 16 << 10

    /// The options of `partwise check` without options, with what judges the exchanges.
    package init(_ inspector: Inspector) { self.inspector = inspector }

    /// The responses whose contents are looked at.
    var responseContents: ResponseContents {
        if keepsMessages || handsOnResponses { return .all }
        return readsPages ? .pages : .none
    }

    /// Whether connections may be inspected on different threads: only what comes out of completed exchanges is wanted, and
    /// none of it by an exchange's number.
    var allowsSpread: Bool {
        let wantsCompleted =
            !reportsRequests && !answersRequests && !reportsAnswers && !handsOnResponses && !reportsResponses
        let wantsContents = contentExchanges?.isEmpty != true || wantsContent != nil || handsOnBody != nil
        return wantsCompleted && !wantsContents && keptExchanges == nil && !keepsMessages && redaction == nil
    }

    /// How much is kept of messages in raw files and in logs.
    var messageLimits: ExchangeLimits {
        var limits = ExchangeLimits()
        // More than is usual is asked for where it is needed whatever memory it takes.
        if excessBytes > limits.excessBytes { limits.freeExcessBytes = excessBytes }
        limits.excessBytes = excessBytes
        return limits
    }

    /// What inspections of requests keep and judge by, with the memory that they share.
    func settings(_ memory: MemoryBudget) -> InspectionSettings {
        var settings = InspectionSettings(inspector)
        settings.formLimits = formLimits
        settings.formLimits.memory = memory
        settings.takesDecodedBodies = takesDecodedBodies
        settings.bodyLimit = bodyLimit
        // The names of a form that is not multipart are in the body's beginning.
        settings.openingBytes = readsPages ? max(openingBytes, Self.formBytes) : openingBytes
        settings.decoder = { ContentDecoder($0, memory: memory) }
        return settings
    }
}

/// Takes exchanges as they are judged, in the order of their numbers.
package protocol InspectionHandler {
    /// The next exchange.
    mutating func inspected(_ exchange: consuming InspectedExchange)

    /// Whether it makes texts of exchanges that have to wait for earlier ones.
    var makesTexts: Bool { get }

    /// The text by which an exchange waits, in little memory; `nil` where the exchange itself is needed at its turn.
    mutating func text(of exchange: InspectedExchange) -> [UInt8]?

    /// The next exchange, by the text that was made of it.
    mutating func inspected(text: [UInt8])

    /// The capture is read again from its beginning: texts that were made and did not come are void.
    mutating func restarted()

    /// An exchange comes again that came before the capture is read again.
    mutating func repeated(_ exchange: InspectedExchange)

    /// Takes uploads that were counted, and are not handed on; called only where ``InspectionOptions/countsUploadsBelow`` is
    /// set.
    mutating func counted(_ uploads: CountedUploads)

    /// The next bytes of a part's content; called only for ``InspectionOptions/contentExchanges``.
    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan)

    /// The request of an exchange has ended: what is found in it so far. Called only where
    /// ``InspectionOptions/reportsRequests`` is set, in the order in which requests end.
    mutating func requestEnded(_ exchange: InspectedExchange)

    /// The response of an exchange has ended, and its request had before: what is known of it so far. Called only where
    /// ``InspectionOptions/reportsAnswers`` is set.
    mutating func answered(_ exchange: InspectedExchange)
}

extension InspectionHandler {
    /// Exchanges are needed.
    package var makesTexts: Bool { false }

    /// None is made.
    package mutating func text(of exchange: InspectedExchange) -> [UInt8]? { nil }

    /// Passes over it: none is made.
    package mutating func inspected(text: [UInt8]) {}

    /// What came stays.
    package mutating func restarted() {}

    /// Passes over it.
    package mutating func repeated(_ exchange: InspectedExchange) {}

    /// Passes over it: there is none.
    package mutating func counted(_ uploads: CountedUploads) {}

    /// Passes over the bytes.
    package mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {}

    /// Waits for the complete exchange.
    package mutating func requestEnded(_ exchange: InspectedExchange) {}

    /// Waits for the complete exchange.
    package mutating func answered(_ exchange: InspectedExchange) {}
}
