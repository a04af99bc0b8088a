/// What came of sending a request.
struct UploadOutcome {
    /// The status of the response; `nil` where there was none.
    var status: Int?
    /// Its reason phrase.
    var reason = ""
    /// The fields that say what to do next, by their names in lower case.
    var fields: [String: String] = [:]
    /// The bytes of its content that were kept.
    var content: [UInt8] = []
    /// Whether there was more.
    var isCut = false
    /// The bytes of the body that were sent.
    var sentBytes = 0
    /// Whether all of it was.
    var isSent = false
}

/// Why there is no response.
enum SendFailure: Error, CustomStringConvertible {
    /// Nothing moved for too long.
    case timedOut

    var description: String { "nothing was sent or received for too long" }
}
