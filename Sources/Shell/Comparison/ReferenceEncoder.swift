import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
package import Pipeline
package import Profiles
package import Repair

/// Generates what a correct or widely used encoder would have sent for the same form.
package enum ReferenceEncoder: String, CaseIterable {
    /// curl, as recorded.
    case curl
    /// Chromium, as recorded.
    case browser
    /// Exactly RFC 7578, with the request's own head.
    case rfc

    /// The greatest length in bytes of a field that counts as typed text, whose line breaks browsers write as
    /// CR LF.
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

    /// Generates what the encoder would have sent instead of a request.
    ///
    /// - Parameters:
    ///   - inspected: the exchange of the request.
    ///   - spool: the contents of its parts.
    /// - Returns: the request, read and judged like a recorded one.
    /// - Throws: a ``CommandFailure`` where the intended form cannot be determined, or the encoder refuses
    ///   it.
    package func request(for inspected: InspectedExchange, contents spool: ContentSpool) throws
        -> ComparedRequest
    {
        let meant = try IntendedForm(inspected, contents: spool)
        let writer: MultipartWriter
        do throws(MultipartFailure) {
            // The boundary is constant, so that reports are: it is never sent.
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

    /// The part; the content of a field that is not a file becomes typed text.
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

    /// The head: the encoder's fields in its order, then the request's fields that HTTP clients do not add
    /// themselves.
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
        for line in request.head.fields.lines where line.colon != nil {
            let name = request.head.fields.text(line.name).lowercased()
            guard !name.hasPrefix(":"), !known.contains(name), !Self.isClientsOwn(name) else { continue }
            result += request.head.fields[line.range]
        }
        return result + [0x0D, 0x0A]
    }

    /// Whether a field is one that each HTTP client adds in its own way.
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

    /// Reads the generated bytes like a capture of them.
    private func read(_ writer: MultipartWriter, under head: [UInt8], _ exchange: Exchange) throws
        -> ComparedRequest
    {
        var message = MessageDraft()
        message.head.startLine = Array(head.prefix { $0 != 0x0D })
        message.head.version = "HTTP/1.1"
        message.head.fields = FieldSection(
            parsing: Self.lines(of: head),
            base: message.head.startLine.count + 2
        )
        message.head.contentStart = head.count
        message.head.framing = writer.contentLength == nil ? .chunked : .contentLength
        message.head.declaredLength = writer.declaredLength
        let spool = ContentSpool()
        var inspection = RequestInspection(InspectionSettings(.standard))
        inspection.begin(message.head.fields, collectsContent: true)
        let pull = writer.pull()
        do throws(MultipartFailure) {
            while true {
                let chunk = try pull.chunk(ofAtMost: MultipartBody.defaultChunkSize)
                if chunk.isEmpty { break }
                inspection.push(chunk.span.bytes)
                for piece in inspection.takeContent() {
                    spool.write(piece.bytes.span.bytes, part: piece.part)
                }
                message.content.bodyLength += chunk.count
            }
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        inspection.finish()
        for piece in inspection.takeContent() { spool.write(piece.bytes.span.bytes, part: piece.part) }
        if let failure = spool.failure { throw failure }
        message.content.wireLength = message.content.bodyLength
        var written = Exchange(connection: 0, client: nil, server: nil)
        written.method = exchange.method
        written.target = exchange.target
        written.request = Message(message)
        let verdict = inspection.judge(written)
        return ComparedRequest(
            label: title,
            role: .reference,
            exchange: written,
            form: verdict.form,
            findings: verdict.findings,
            contents: verdict.form?.parts.map { spool.content(of: $0.number) } ?? []
        )
    }
}
