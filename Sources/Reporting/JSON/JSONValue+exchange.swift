package import Bytes
package import Exchanges
import Forms
import Inspection
import Pipeline

extension Outcome {
    /// Its name in reports.
    fileprivate var name: String {
        switch self {
        case .ordinary: "ordinary"
        case .rejectedEarly: "rejected-early"
        case .cutOff: "cut-off"
        }
    }
}

extension JSONValue {
    /// A judged exchange, as in `exchanges` of the report.
    init(_ inspected: InspectedExchange) {
        let exchange = inspected.exchange
        self = [
            "number": .integer(inspected.number),
            "capture": .integer(inspected.capture),
            "fidelity": .string(exchange.fidelity.name),
            "comment": JSONValue(exchange.comment),
            "connection": [
                "client": JSONValue(exchange.client.map { "\($0)" }),
                "server": JSONValue(exchange.server.map { "\($0)" }),
                "protocol": inspected.isBareBody || exchange.request?.namesVersion == false
                    ? nil : .string(exchange.applicationProtocol.rawValue),
                "tls": JSONValue(exchange.tls.map { "\($0)" }),
            ],
            "request": exchange.request.map { request in
                JSONValue(request: request, of: inspected)
            } ?? .null,
            "response": exchange.response.map { JSONValue(response: $0, of: inspected) } ?? .null,
            "form": inspected.form.map { form in
                JSONValue(form, request: exchange.request, digests: inspected.digests)
            } ?? .null,
            "findings": .array(inspected.findings.map { JSONValue($0, in: inspected.files) }),
            "outcome": .string(exchange.outcome.name),
        ]
        if let origin = inspected.origin?.value { append("origin", JSONValue(origin)) }
    }

    private init(request: Message, of inspected: InspectedExchange) {
        let exchange = inspected.exchange
        self = [
            "method": JSONValue(known: exchange.method),
            "target": JSONValue(known: exchange.target),
            "url": JSONValue(exchange.url()),
            "version": JSONValue(known: request.head.version),
            "fields": JSONValue(request.head.fields, unknown: request.http2?.unknownFields ?? []),
            "startedAt": JSONValue(request.arrival.startedAt?.text),
            "firstFrame": JSONValue(inspected.frame(request.arrival.firstFrame)),
            "lastFrame": JSONValue(inspected.frame(request.arrival.lastFrame)),
            "body": JSONValue(bodyOf: request, decoding: inspected.decoding),
        ]
        appendFiles(of: request, inspected)
        appendElidedBytes(of: request)
    }

    private init(response: Message, of inspected: InspectedExchange) {
        let exchange = inspected.exchange
        self = [
            "status": JSONValue(exchange.status),
            "reason": .string(exchange.reason),
            "fields": JSONValue(response.head.fields, unknown: response.http2?.unknownFields ?? []),
            "startedAt": JSONValue(response.arrival.startedAt?.text),
            "firstFrame": JSONValue(inspected.frame(response.arrival.firstFrame)),
            "lastFrame": JSONValue(inspected.frame(response.arrival.lastFrame)),
            "body": JSONValue(bodyOf: response),
            "informational": .array(exchange.informational.map { .integer($0) }),
        ]
        appendFiles(of: response, inspected)
        appendElidedBytes(of: response)
    }

    /// The files that hold the first and the last frame of a message, where there are several.
    private mutating func appendFiles(of message: Message, _ inspected: InspectedExchange) {
        let ends = [("firstFile", message.arrival.firstFrame), ("lastFile", message.arrival.lastFrame)]
        for (name, frame) in ends {
            if let file = inspected.files?.place(of: frame)?.file {
                append(name, .string(SystemPath.lossyText(file)))
            }
        }
    }

    /// The number of bytes of the head that were left out for want of memory, where there are any.
    private mutating func appendElidedBytes(of message: Message) {
        guard let count = message.http2?.elidedBytes, count > 0 else { return }
        append("elidedBytes", .integer(count))
    }

    private init(bodyOf message: Message, decoding: ContentDecoding? = nil) {
        let coding = message.head.fields.value(named: "content-encoding")
        self = [
            "length": .integer(message.content.bodyLength),
            "wireLength": .integer(message.content.wireLength),
            "framing": .string(message.head.framing.name),
            "declaredLength": JSONValue(message.head.declaredLength),
            "complete": .bool(message.content.completion == .complete && message.content.missingBytes == 0),
            "missingBytes": .integer(message.content.missingBytes),
            "contentCoding": JSONValue(coding.map { String(decoding: $0, as: UTF8.self) }),
        ]
        if let decoding, decoding.isDecoded { append("decodedLength", .integer(decoding.decodedLength)) }
        if let stream = message.http2?.stream { append("stream", .integer(stream)) }
    }

    /// The field lines of a section: bytes that are not valid UTF-8 are replaced, and also written as base64.
    ///
    /// Unknown values of HTTP/2 lines are null.
    package init(_ section: FieldSection, unknown: [UnknownFieldLine] = []) {
        var values = section.lines.map { line -> JSONValue in
            .object(
                [Member("name", .string(section.text(line.name)))]
                    + Member.text("value", section[line.value], raw: "raw")
            )
        }
        for line in unknown.reversed() {
            let value = line.value.map { $0[...] }
            let members = [Member("name", nil)] + Member.text("value", value, raw: "raw")
            values.insert(.object(members), at: min(line.index, values.count))
        }
        self = .array(values)
    }

    private init(_ form: Form, request: Message?, digests: [String]) {
        let type = request.flatMap { request in
            MediaType(request.head.fields).map { request.head.fields.text($0.value.leading) }
        }
        let boundary = form.boundary.map { $0[...] }
        self = .object(
            [Member("mediaType", JSONValue(type))]
                + Member.text("boundary", boundary, raw: "rawBoundary")
                + [
                    Member("closed", .bool(form.close != nil)),
                    Member("preambleLength", .integer(form.preamble.count)),
                    Member("epilogueLength", .integer(form.epilogue.count)),
                    Member("partCount", .integer(form.partCount)),
                    Member(
                        "parts",
                        .array(
                            form.parts.map { part in
                                let index = part.number - 1
                                return JSONValue(
                                    part,
                                    digest: digests.indices.contains(index) ? digests[index] : nil
                                )
                            }
                        )
                    ),
                ]
        )
    }

    private init(_ part: BodyPart, digest: String?) {
        let star = part.disposition?.filenameStar.map { part.header[$0.value] }
        let type = part.mediaType.map { part.header[$0.line.value] }
        var members = [Member("number", .integer(part.number))]
        members += Member.text("name", part.name, raw: "rawName")
        members += Member.text("filename", part.filename, raw: "rawFilename")
        members += Member.text("filenameStar", star, raw: "rawFilenameStar")
        members += Member.text("contentType", type, raw: "rawContentType")
        members += [
            Member("fields", JSONValue(part.header)),
            Member("offset", .integer(part.delimiter.text.lowerBound)),
            Member("contentOffset", .integer(part.content.lowerBound)),
            Member("contentLength", .integer(part.content.count)),
        ]
        if let digest { members.append(Member("sha256", .string(digest))) }
        self = .object(members)
    }

    /// A finding.
    init(_ located: LocatedFinding, in files: FrameFiles? = nil) {
        let finding = located.finding
        let place = files?.place(of: located.frame)
        var members = [
            Member("rule", .string(finding.rule)),
            Member("severity", .string(finding.severity.rawValue)),
            Member("message", .string(finding.message)),
            Member("offset", .integer(finding.range.lowerBound)),
            Member("length", .integer(finding.range.count)),
            Member("part", JSONValue(finding.part)),
            Member("frame", JSONValue(files == nil ? located.frame : place?.frame)),
            Member("hint", .string(finding.hint)),
            Member("source", .string(finding.source)),
        ]
        if let file = place?.file { members.append(Member("file", .string(SystemPath.lossyText(file)))) }
        if let coding = located.coding { members.append(Member("contentCoding", .string(coding))) }
        if let place = located.http2 {
            members.append(Member("stream", .integer(place.stream)))
            members.append(Member("dataFrame", JSONValue(place.dataFrame)))
        }
        if let record = located.record { members.append(Member("tlsRecord", .integer(record))) }
        if finding.place != .body { members.append(Member("in", .string(finding.place.rawValue))) }
        if finding.isSecondary { members.append(Member("secondary", true)) }
        if !finding.consequences.isEmpty {
            let consequences = finding.consequences.map { consequence -> JSONValue in
                [
                    "rule": .string(consequence.rule),
                    "message": .string(consequence.message),
                    "offset": .integer(consequence.offset),
                ]
            }
            members.append(Member("consequences", .array(consequences)))
        }
        self = .object(members)
    }

    /// Adds a member to an object.
    mutating func append(_ name: String, _ value: JSONValue) {
        guard case .object(let members) = self else { return }
        self = .object(members + [Member(name, value)])
    }

    /// A text that is empty where it is not known.
    private init(known text: String) {
        self = text.isEmpty ? .null : .string(text)
    }
}

extension JSONValue.Member {
    /// Bytes as text; where they are not valid UTF-8, a second member has them as base64.
    package static func text(_ name: String, _ bytes: ArraySlice<UInt8>?, raw: String) -> [JSONValue
        .Member]
    {
        guard let bytes else { return [JSONValue.Member(name, nil)] }
        if let text = String(validating: bytes, as: UTF8.self) {
            return [JSONValue.Member(name, .string(text))]
        }
        return [
            JSONValue.Member(name, .string(String(decoding: bytes, as: UTF8.self))),
            JSONValue.Member(raw, .string(ByteText.base64(bytes))),
        ]
    }
}

extension Message {
    /// Whether the head names a version of which the protocol is known.
    fileprivate var namesVersion: Bool {
        guard !head.version.isEmpty else { return false }
        let isUnknown = content.faults.contains { $0.kind == .requestLineVersion }
        return !isUnknown || head.version.uppercased().hasPrefix("HTTP/1.")
    }
}

extension InspectedExchange {
    /// The number of a frame in the file that holds it; `nil` where none does.
    fileprivate func frame(_ frame: Int?) -> Int? {
        guard let files else { return frame }
        return files.place(of: frame)?.frame
    }
}
