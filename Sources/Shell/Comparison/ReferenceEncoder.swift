import Bytes
import Exchanges
import Forms
import Inspection
package import Pipeline
package import Profiles

/// An encoder that is known to be right, or widely used: what it would have sent for the same form.
package enum ReferenceEncoder: String, CaseIterable {
    /// curl, as it was recorded.
    case curl
    /// Chromium, as it was recorded.
    case browser
    /// RFC 7578 to the letter, under the request's own head.
    case rfc

    /// Bytes of a field up to which it is taken for typed text, whose line breaks browsers write as CR LF.
    private static let textLimit = 1024 * 1024

    private var dialect: MultipartDialect {
        let name =
            switch self {
            case .curl: "like:curl"
            case .browser: "like:chromium"
            case .rfc: "rfc7578"
            }
        return MultipartDialect(named: name) ?? .whatwg
    }

    private var title: String {
        switch self {
        case .curl: "what curl would have sent"
        case .browser: "what Chromium would have sent"
        case .rfc: "what RFC 7578 asks for"
        }
    }

    /// What the encoder would have sent in the place of a request.
    ///
    /// - Parameters:
    ///   - inspected: the exchange of the request.
    ///   - spool: the contents of its parts.
    /// - Returns: the request, read and judged as a recorded one is.
    /// - Throws: a ``CommandFailure`` where it cannot be told what the form was meant to be, or the encoder refuses it.
    package func request(for inspected: InspectedExchange, contents spool: ContentSpool) throws
        -> ComparedRequest
    {
        let meant = try IntendedForm(inspected, contents: spool)
        let writer: MultipartWriter
        do throws(MultipartFailure) {
            // The same boundary each time, so that reports are: it is never sent.
            var generator = FixedGenerator()
            writer = try MultipartWriter(
                meant.parts.map { Self.typed($0, spool: spool) },
                dialect: dialect,
                using: &generator
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        return try read(
            writer,
            under: head(of: inspected.exchange, meant.request, for: writer),
            inspected.exchange
        )
    }

    /// A part whose content, where it is the value of a field, is text that was typed.
    private static func typed(_ part: FormPart, spool: ContentSpool) -> FormPart {
        guard part.filename == nil, case .stream(let length?, let open) = part.content, length <= textLimit
        else { return part }
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        do {
            let source = try open()
            while filled < length {
                let count = try bytes.withUnsafeMutableBytes { buffer in
                    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                }
                if count == 0 { return part }
                filled += count
            }
        } catch {
            return part
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return part }
        var typed = part
        typed.content = .text(text)
        return typed
    }

    /// The head: the encoder's own fields in its order, then those of the request that no client sends by itself.
    private func head(of exchange: Exchange, _ request: Message, for writer: MultipartWriter) throws
        -> [UInt8]
    {
        guard self != .rfc else { return RepairedHead.bytes(of: exchange, request, for: writer) }
        let url = exchange.url() ?? "http://\(exchange.authority ?? "localhost")\(exchange.target)"
        let head: [UInt8]
        do throws(RequestHead.Failure) {
            head = try RequestHead(method: exchange.method, url: url)
                .bytes(for: writer, dialect: dialect, isChunked: false)
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        let own = FieldSection(parsing: Self.lines(of: head), base: 0)
        let known = Set(own.lines.map { own.text($0.name).lowercased() })
        var result = head.dropLast(2)
        for line in request.fields.lines where line.colon != nil {
            let name = request.fields.text(line.name).lowercased()
            guard !name.hasPrefix(":"), !known.contains(name), !Self.isClientsOwn(name) else { continue }
            result += request.fields[line.range]
        }
        return result + [0x0D, 0x0A]
    }

    /// Whether a field is one that clients send by themselves, each in its own way.
    private static func isClientsOwn(_ name: String) -> Bool {
        let names: Set<String> = [
            "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection",
            "content-length", "content-type", "dnt", "expect", "host", "http2-settings", "keep-alive",
            "mime-version",
            "origin", "pragma", "priority", "proxy-connection", "te", "transfer-encoding", "upgrade",
            "upgrade-insecure-requests", "user-agent",
        ]
        return names.contains(name) || name.hasPrefix("sec-")
    }

    /// The field lines of a head, without its start line and blank line.
    private static func lines(of head: [UInt8]) -> [UInt8] {
        Array(head.drop { $0 != 0x0A }.dropFirst().dropLast(2))
    }

    /// Reads what was written as a capture of it would be read.
    private func read(_ writer: MultipartWriter, under head: [UInt8], _ exchange: Exchange) throws
        -> ComparedRequest
    {
        var message = Message()
        message.startLine = Array(head.prefix { $0 != 0x0D })
        message.version = "HTTP/1.1"
        message.fields = FieldSection(parsing: Self.lines(of: head), base: message.startLine.count + 2)
        message.contentStart = head.count
        message.framing = writer.contentLength == nil ? .chunked : .contentLength
        message.declaredLength = writer.declaredLength
        let spool = ContentSpool()
        var reader = FormReader(declared: [Array(writer.boundary.utf8)])
        reader.content = { spool.write($1, part: $0) }
        let pull = writer.pull()
        do throws(MultipartFailure) {
            while true {
                let chunk = try pull.chunk(ofAtMost: MultipartBody.defaultChunkSize)
                if chunk.isEmpty { break }
                reader.push(chunk.span.bytes)
                message.bodyLength += chunk.count
            }
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        let form = reader.finish()
        if let failure = spool.failure { throw failure }
        message.wireLength = message.bodyLength
        var written = Exchange(connection: 0, client: nil, server: nil)
        written.method = exchange.method
        written.target = exchange.target
        written.request = message
        return ComparedRequest(
            label: title,
            role: .reference,
            exchange: written,
            form: form,
            findings: Inspector.standard.judge(RuleContext(exchange: written, request: message, form: form)),
            contents: form.parts.map { spool.content(of: $0.number) }
        )
    }
}

/// Gives the same numbers each time.
private struct FixedGenerator: RandomNumberGenerator {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
