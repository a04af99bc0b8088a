/// How much of a connection is kept while its messages are read, however hostile or broken it is.
///
/// None of these limits concerns content, which is passed on and never collected.
package struct ExchangeLimits: Hashable, Sendable {
    /// The greatest length of a start line, in bytes.
    ///
    /// RFC 9112 §3 recommends that 8,000 be supported. Many servers refuse lines above 8 to 16 KiB, and proxies take 64.
    package var startLineBytes: Int = 64 << 10
    /// The greatest length of a start line with its field section, or of a trailer section, in bytes; for HTTP/2 that
    /// of a header block as sent, and of its field lines.
    ///
    /// Servers in use refuse sections above 8 to 128 KiB; a capture may hold what a server refused.
    package var headBytes: Int = 256 << 10
    /// The greatest number of lines in a field section: a line costs some 70 bytes besides its text.
    package var fieldLines: Int = 4_000
    /// The greatest length of a method, in bytes; the longest one registered has 17.
    package var methodBytes: Int = 32
    /// The greatest length of a line with a chunk size and its extensions, in bytes (RFC 9112 §7.1.1 asks for
    /// a limit on them).
    package var chunkLineBytes: Int = 4 << 10
    /// The number of exchanges of one connection that wait for their responses whatever memory there is; beyond it, as many
    /// as there is memory for.
    ///
    /// Where there is none, as where only one direction of a long connection was captured, those that have waited for longest
    /// are completed without a response.
    package var pipelinedRequests: Int = 64
    /// The greatest number of streams of an HTTP/2 connection that are open at once.
    ///
    /// Servers in use allow 100 to 250; in a capture of one direction every stream seems open.
    package var openStreams: Int = 256
    /// How many bytes that follow a message's content are kept, from the first on, as far as there is memory for them: of a
    /// Content-Length that is too small they tell how it was counted.
    package var excessBytes: Int = 1 << 20
    /// How many of them are kept whatever memory there is.
    package var freeExcessBytes: Int = 1_024
    /// The greatest number of faults of one kind that are kept of one message: with fewer than eight kinds,
    /// no kind can fill all 64 places that a message has.
    package var faultsOfAKind: Int = 8
    /// The greatest number of runs in each of a message's maps, at some 4 bytes a run.
    ///
    /// Enough for a body of 6 GB in segments of 1,460 bytes; bytes after that have no exact frame.
    package var mapRuns: Int = 4 << 20
    /// The greatest number of informational responses that are kept of one exchange.
    package var informationalResponses: Int = 64
    /// How many bytes of a connection seen from its handshake on may pass before a first start line, after
    /// which the connection is taken for another protocol.
    package var unrecognizedBytes: Int = 8 << 10
    /// The same for a connection whose beginning was not captured: an upload may be on its way there.
    package var unrecognizedBytesMidStream: Int = 64 << 20

    /// Makes the default limits.
    package init() {}
}
