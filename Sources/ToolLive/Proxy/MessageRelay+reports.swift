import Pipeline

/// How what is known of exchanges is reported, and recorded.
extension MessageRelay {
    /// Reports what is known of exchanges; those of a stream are reported by its connection.
    func report(_ results: [InspectionResult]) {
        if stream == nil { proxy.take(results) }
    }

    /// Prints a remark on a request.
    func note(_ text: String, on request: Int) {
        let number = stream.flatMap { $0.relay.exchange(ofStream: $0.number) } ?? request
        proxy.note("request \(number)\(text)")
    }

    /// Adds a comment to the recording of the connection whose stream this is.
    func noteOnStream(_ comment: String) {
        if let stream { stream.relay.add(comment, ofStream: stream.number) }
    }
}
