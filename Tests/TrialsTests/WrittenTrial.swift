import Bytes
import Connections
import Exchanges
import Forms
import InspectionRules
import Pipeline
import Recording

@testable import Trials

/// A case whose form the reference encoder writes, and whose request is read as if a client had sent it.
struct WrittenTrial {
    /// The case.
    let trial: TrialCase
    /// The form as a driver would get it.
    let form: WrittenForm
    /// The bytes of the form's body.
    private(set) var body: [UInt8]
    /// What Content-Type declares.
    var contentType: String
    /// The bytes that Content-Length declares and that never come.
    var missingBytes = 0
    private let boundary: String

    /// Writes the form of a case.
    ///
    /// - Throws: a ``MultipartFailure`` where the encoder refuses it.
    init(_ trial: TrialCase, in folder: String, dialect: MultipartDialect = .whatwg, boundary: String? = nil)
        throws
    {
        self.trial = trial
        form = try WrittenForm(trial, in: folder, certificate: "", lastBoundary: Array("last".utf8))
        let parts = try trial.form.enumerated().map { index, part in
            FormPart(
                name: part.name,
                filename: part.isFile ? part.filename ?? "" : nil,
                contentType: part.type,
                content: try Self.content(part, at: WrittenForm.path(ofPart: index + 1, in: folder))
            )
        }
        let writer = try MultipartWriter(parts, dialect: dialect, boundary: boundary)
        contentType = writer.contentType
        self.boundary = writer.boundary
        body = []
        let pull = writer.pull()
        while case let piece = try pull.chunk(ofAtMost: 1 << 20), !piece.isEmpty { body += piece }
    }

    private static func content(_ part: TrialPart, at path: String) throws -> PartContent {
        switch part.content {
        case .text(let text): .text(text)
        case .unpairedSurrogate: .text("\u{FFFD}")
        case .lastDelimiter:
            .text("a\r\n--last\r\nContent-Disposition: form-data; name=\"smuggled\"\r\n\r\nb\r\n--last--\r\n")
        case .bytes, .random, .zeros: .file(path: path)
        case .noFile: .bytes([])
        }
    }

    /// The same with other bytes in the body.
    func changed(_ change: (inout [UInt8]) -> Void) -> WrittenTrial {
        var other = self
        change(&other.body)
        return other
    }

    /// How the case goes where the request arrives, as often as the case asks for if not said otherwise, is answered with a
    /// status, and the client ends so.
    func result(
        status: Int = 200,
        requests: Int? = nil,
        _ end: DriverEnd = DriverEnd(.exited(0), output: "200")
    ) throws -> TrialResult {
        let request = try exchange(status: status)
        return TrialJudge.result(
            of: trial,
            form,
            TrialRecord(requests: Array(repeating: request, count: requests ?? trial.uploads), end: end)
        )
    }

    private func exchange(status: Int) throws -> InspectedExchange {
        var options = InspectionOptions(.standard)
        options.wantsDigests = true
        var workspace = try InspectionWorkspace(options: options)
        var connection = ConnectionInspection(
            ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
        )
        let head =
            "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(contentType)\r\n"
            + "Content-Length: \(body.count + missingBytes)\r\n\r\n"
        let bytes = Array(head.utf8) + body
        connection.received(bytes.span.bytes, from: .initiator, ByteOrigin(offset: 0), &workspace)
        if missingBytes > 0 {
            connection.ended(.finished, from: .initiator, ByteOrigin(offset: bytes.count), &workspace)
        }
        connection.closed(&workspace)
        for result in workspace.takeResults() {
            guard case .completed(var exchange) = result else { continue }
            exchange = exchange.changed { $0.exchange.status = status }
            return exchange
        }
        throw WrittenForm.Failure(description: "no request was read")
    }
}
