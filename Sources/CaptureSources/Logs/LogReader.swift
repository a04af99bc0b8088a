/// Reads the exchanges of a proxy's log, whatever the format that holds them.
package enum LogReader {
    /// Reads a log from its first exchange to its last.
    ///
    /// - Parameters:
    ///   - source: the log's bytes, unread but for a look at the first.
    ///   - format: a format that holds exchanges.
    ///   - password: the password of an archive that is encrypted.
    ///   - handler: what is told of the exchanges and of the log's problems.
    /// - Throws: where it is no log of that format at all; a damaged one is told of, not thrown.
    package static func read(
        _ source: inout ByteSource,
        format: CaptureFormat,
        password: String? = nil,
        into handler: inout some LoggedExchangeHandler
    ) throws(CaptureReader.Failure) {
        let store: StoredBytes
        do throws(ByteSource.Failure) {
            store = try source.stored()
        } catch {
            throw .source(error)
        }
        do throws(CaptureProblem) {
            switch format {
            case .charles:
                var reader = CharlesSessionReader(store)
                try reader.read(into: &handler)
            case .charlesJSON:
                var reader = CharlesJSONReader(store)
                try reader.read(into: &handler)
            case .charlesZip: try CharlesZipReader(store, password: password).read(into: &handler)
            case .charlesXML:
                var reader = CharlesXMLReader(store)
                try reader.read(into: &handler)
            case .har:
                var reader = try HARReader(store, path: source.name, password: password)
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
                throw CaptureProblem(.notUnderstood, "is \(format.title), which is no log", at: nil)
            }
        } catch {
            throw .log(name: source.name, error)
        }
        if let failure = store.failure { throw .source(failure) }
        if let problem = source.problem { handler.problem(problem) }
    }
}
