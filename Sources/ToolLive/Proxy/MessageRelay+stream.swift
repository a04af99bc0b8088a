/// Requests that come on a stream of HTTP/2.
extension MessageRelay {
    /// The stream that the requests come on: its connection is what is recorded and reported.
    struct Stream {
        /// The relay of the connection.
        let relay: HTTP2Relay
        /// The number of the stream.
        let number: Int
        /// Writes its messages as HTTP/1.1.
        let codec: ClientStreamCodec
        /// The number of its exchange as it is reported; `nil` until its head came.
        private(set) var exchange: Int?

        /// Makes a stream of which nothing has come.
        init(_ number: Int, _ codec: ClientStreamCodec, of relay: HTTP2Relay) {
            self.number = number
            self.codec = codec
            self.relay = relay
        }

        /// The same once its head has come: when its exchange is over, its number is not known any more.
        func begun() -> Stream {
            var stream = self
            stream.exchange = relay.exchange(ofStream: number)
            return stream
        }
    }

    /// Prints a remark on a request.
    func note(_ text: String, on request: Int) {
        proxy.note("request \(stream?.exchange ?? request)\(text)")
    }

    /// Adds a comment to the recording of the connection whose stream this is.
    func noteOnStream(_ comment: String) {
        if let stream { stream.relay.add(comment, ofStream: stream.number) }
    }
}
