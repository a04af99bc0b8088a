/// A form as an asynchronous sequence of chunks, each read on demand.
///
/// It can be iterated any number of times. Where the task is cancelled, the next chunk throws
/// ``MultipartFailure/cancelled``, and open files are closed. Files are read with blocking calls.
public struct MultipartBody: AsyncSequence, Sendable {
    /// The default size of chunks in bytes: large enough to make system calls and task switches cheap.
    public static let defaultChunkSize = 64 * 1024

    private let writer: MultipartWriter
    private let chunkSize: Int

    /// Makes the sequence.
    init(_ writer: MultipartWriter, chunkSize: Int = MultipartBody.defaultChunkSize) {
        self.writer = writer
        self.chunkSize = chunkSize
    }

    /// The same body in chunks of at most `size` bytes, at least 1.
    public func chunks(ofAtMost size: Int) -> MultipartBody {
        MultipartBody(writer, chunkSize: Swift.max(size, 1))
    }

    /// Starts to read, from the first byte.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pull: writer.pull(), chunkSize: chunkSize)
    }

    /// One iteration over the form.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let pull: MultipartPull
        private let chunkSize: Int

        /// Reads from a pull.
        init(pull: MultipartPull, chunkSize: Int) {
            self.pull = pull
            self.chunkSize = chunkSize
        }

        /// The next chunk; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(MultipartFailure) -> [UInt8]? {
            if Task.isCancelled { pull.cancel() }
            let chunk = try pull.chunk(ofAtMost: chunkSize)
            return chunk.isEmpty ? nil : chunk
        }
    }
}
