import Bytes
import Exchanges
import Inspection

extension FormCheck {
    /// Judges an upload that arrives piece by piece, in bounded memory.
    ///
    /// ```swift
    /// var stream = FormCheck.Stream(contentType: type)
    /// for try await chunk in body { stream.push(chunk) }
    /// let check = stream.finish()
    /// ```
    /// The verdict does not depend on how the bytes are divided.
    public struct Stream: Sendable {
        private var request: JudgedRequest
        /// Reads the head, and the framing of the body; `nil` where the body comes by itself.
        private var messages: RawMessages?

        /// Begins a body.
        ///
        /// - Parameters:
        ///   - contentType: the value of its Content-Type field.
        ///   - rules: what it is judged by.
        public init(contentType: String, rules: Rules = .standard) {
            request = JudgedRequest(contentType: contentType, inspector: rules.inspector)
        }

        /// Begins a whole request of HTTP/1, of which the request line comes first.
        ///
        /// - Parameter rules: what it is judged by.
        public init(rules: Rules = .standard) {
            request = JudgedRequest(inspector: rules.inspector)
            messages = RawMessages(numbers: ExchangeNumbers())
        }

        /// Takes the next bytes.
        public mutating func push(_ bytes: some Collection<UInt8>) {
            let pushed: Void? = bytes.withContiguousStorageIfAvailable { push($0.span.bytes) }
            if pushed == nil { push(Array(bytes).span.bytes) }
        }

        /// Takes the next bytes, which are valid during the call only.
        public mutating func push(_ bytes: RawSpan) {
            guard var messages = messages.take() else { return request.push(bytes) }
            messages.push(bytes, &request)
            self.messages = messages
        }

        /// Judges what came; there are no more bytes.
        public consuming func finish() -> FormCheck {
            if var messages { messages.finish(&request) }
            request.finish()
            return FormCheck(request)
        }
    }
}
