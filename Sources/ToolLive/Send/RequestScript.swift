import NIOCore

/// What is to be done next to send a request.
enum RequestStep {
    /// Send these bytes, of which so many are content.
    case bytes(ByteBuffer, content: Int)
    /// Have the system send a range of a file.
    case file((descriptor: Int32, offset: Int, count: Int))
    /// Send nothing until so long after the request began.
    case pause(until: TimeAmount)
    /// Give the server time to say that it takes the content (RFC 9110 §10.1.1).
    case awaitContinue
    /// All is sent.
    ///
    /// - Parameter closes: whether the stream is ended, so that nothing more can follow.
    case end(closes: Bool)
}

/// A request in steps, from its first byte to its last.
protocol RequestScript: AnyObject {
    /// The next step; what it needs is read now.
    ///
    /// - Parameter allocator: makes buffers.
    /// - Returns: the step.
    /// - Throws: where the content cannot be read.
    func next(_ allocator: ByteBufferAllocator) throws -> RequestStep
}
