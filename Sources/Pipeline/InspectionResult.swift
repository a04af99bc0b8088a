package import Exchanges

/// What comes out of a connection while its bytes go in.
///
/// What is large stands apart, so that the others are moved with few steps.
package enum InspectionResult: Sendable {
    /// The head of a request is complete: the number of its exchange, and the head. Sent only where
    /// ``InspectionOptions/answersRequests`` is set.
    indirect case requestHead(exchange: Int, MessageHead)
    /// The framing of a request's content is damaged, so that its end will not be known. Sent as its head is.
    case requestBroken(exchange: Int)
    /// The next bytes of a request's content, without the transfer coding; sent only where
    /// ``InspectionOptions/handsOnBody`` wants them.
    case requestContent(exchange: Int, [UInt8])
    /// A request has ended: the number of its exchange, and the request. Sent as its head is.
    case requestEnded(exchange: Int, Message)
    /// The request of an exchange has ended, and this is what rules say of it so far; sent only where
    /// ``InspectionOptions/reportsRequests`` is set.
    case judged(InspectedExchange)
    /// The head of a final response is complete: the number of its exchange, and the head. Sent only where
    /// ``InspectionOptions/handsOnResponses`` is set, as the content, or ``InspectionOptions/reportsResponses``.
    indirect case responseHead(exchange: Int, MessageHead)
    /// The next bytes of a response's content, without the transfer coding.
    case responseContent(exchange: Int, [UInt8])
    /// A response has ended: the number of its exchange, and over HTTP/1 the offset of its end in the server's stream, the
    /// greatest number where that is not known.
    case responseEnded(exchange: Int, end: Int)
    /// The response of an exchange has ended, and its request had before: what is known of it so far. Sent only where
    /// ``InspectionOptions/reportsAnswers`` is set.
    case answered(InspectedExchange)
    /// Nothing more of an exchange follows: its final form.
    case completed(InspectedExchange)
    /// The next bytes of a part's content, where they were asked for.
    case content(exchange: Int, part: Int, [UInt8])
    /// The content of a part after redaction, where it was asked for.
    indirect case storedContent(exchange: Int, part: Int, SpooledBytes)
    /// The rest of a connection, or of a direction of it, is not read as HTTP; what goes through a tunnel is read as a
    /// connection of its own.
    case opaque(OpaqueReason)
    /// Something goes through a tunnel that is too deep in others to be read.
    case unreadTunnel
    /// Something about a connection that a user may wonder about: which one, and the frame in which it showed.
    indirect case diagnostic(ConnectionDiagnostic, connection: Int, frame: Int?)
    /// A multipart upload was not accepted, and the next completed exchange is its: later ones may follow from it. Sent only
    /// by a workspace without a history.
    indirect case refused(PriorRequest)
}
