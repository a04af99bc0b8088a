package import Bytes

/// Reads the exchanges of a proxy's log in any supported format.
package enum LogReader {
    /// Reads a log from its first exchange to its last.
    ///
    /// - Parameters:
    ///   - source: the log's bytes, unread except for peeking.
    ///   - format: a format that holds exchanges.
    ///   - password: the password of an archive that is encrypted.
    ///   - memory: the memory of the capture.
    ///   - handler: receives the exchanges and the log's faults.
    /// - Throws: where the source is not a log of that format; damage is reported to the handler, not thrown.
    package static func read(
        _ source: inout ByteSource,
        format: CaptureFormat,
        password: String? = nil,
        memory: MemoryBudget = MemoryBudget(),
        into handler: inout some LoggedExchangeHandler
    ) throws(CaptureReader.Failure) {
        let store: ByteStore
        do throws(ByteSource.Failure) {
            store = try source.stored()
        } catch {
            throw .source(error)
        }
        try read(store, of: source.name, format: format, password: password, memory: memory, into: &handler)
        if let problem = source.problem { handler.problem(problem) }
    }

    /// Reads a log of which the bytes are stored; `name` is its path.
    static func read(
        _ store: ByteStore,
        of name: String,
        format: CaptureFormat,
        password: String? = nil,
        memory: MemoryBudget = MemoryBudget(),
        into handler: inout some LoggedExchangeHandler
    ) throws(CaptureReader.Failure) {
        do throws(CaptureProblem) {
            switch format {
            case .charles:
                var reader = CharlesSessionReader(store, memory: memory)
                try reader.read(into: &handler)
            case .charlesJSON:
                var reader = CharlesJSONReader(store)
                try reader.read(into: &handler)
            case .charlesZip: try CharlesZipReader(store, password: password).read(into: &handler)
            case .charlesXML:
                var reader = CharlesXMLReader(store)
                try reader.read(into: &handler)
            case .har:
                var reader = try HARReader(store, path: name, password: password)
                try reader.read(into: &handler)
            case .mitmproxy:
                var reader = FlowFileReader(store)
                try reader.read(into: &handler)
            case .saz: try SessionArchiveReader(store, password: password).read(into: &handler)
            case .burpXML:
                var reader = BurpReader(store)
                try reader.read(into: &handler)
            case .curlTrace:
                var reader = TraceReader(store)
                try reader.read(into: &handler)
            case .pcap, .pcapng, .http, .body:
                throw CaptureProblem(.notUnderstood, "is \(format.title), which is not a log", at: nil)
            }
        } catch {
            throw .log(name: name, error)
        }
        if let failure = store.failure { throw .source(failure) }
    }
}
