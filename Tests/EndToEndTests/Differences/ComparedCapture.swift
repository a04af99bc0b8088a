import Exchanges
import Pipeline
import Profiles
import TestSupport
import Testing

/// A capture of one upload, read once for all comparisons: as the comparison sees it, and as its server wrote it down.
final class ComparedCapture: Sendable, CustomTestStringConvertible {
    /// The captures of the project that hold one sound upload by a real client, and what they are called.
    static let project = captures(CaptureFolder.captures.filter { !$0.name.hasPrefix("faulty/") })
    /// Those of the folder of further captures.
    static let further = captures(
        Corpora.captures.files.filter { !$0.name.hasPrefix("faulty-") && !$0.name.hasPrefix("mangled-") }
    )

    /// The file's name.
    let name: String
    /// The request as it is compared.
    let request: ComparedRequest
    /// The request as its server wrote it down.
    let truth: TruthRequest

    var testDescription: String { name }

    private init(name: String, request: ComparedRequest, truth: TruthRequest) {
        self.name = name
        self.request = request
        self.truth = truth
    }

    /// What tells forms apart: the fields of the form that was sent, but for those that a client adds or loses.
    var form: Set<String> {
        Set(TruthDifferences.keys(truth).map { $0.hasPrefix("tags") ? "tags" : $0 }).subtracting(["multipart"]
        )
    }

    private static func captures(_ files: [CaptureFile]) -> [ComparedCapture] {
        files.filter { $0.holdsPackets && $0.keysPath == nil }.compactMap { try? capture($0) }
    }

    /// `nil` for a capture of anything but one upload over HTTP/1 of which no byte is missing.
    private static func capture(_ file: CaptureFile) throws -> ComparedCapture? {
        guard file.truthPath != nil else { return nil }
        let truth = try file.truth()
        guard truth.captureDefect == nil, truth.requests.count == 1, let request = truth.requests.first,
            request.parts?.isEmpty == false, request.requestLine.hasSuffix("HTTP/1.1")
        else { return nil }
        var options = InspectionOptions()
        options.wantsDigests = true
        options.wantsPieces = true
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            path: file.path,
            as: .capture(format: nil),
            into: &collected
        )
        guard let upload = collected.uploads.first, collected.uploads.count == 1,
            upload.exchange.tls == nil, upload.exchange.applicationProtocol == .http11
        else { return nil }
        return ComparedCapture(
            name: file.name,
            request: ComparedRequest(upload, label: file.name),
            truth: request
        )
    }

    /// The pairs of captures of the same form.
    static func pairs(_ captures: [ComparedCapture]) -> [(ComparedCapture, ComparedCapture)] {
        captures.indices.flatMap { first in
            captures[(first + 1)...].filter { $0.form == captures[first].form }.map { (captures[first], $0) }
        }
    }
}

extension ComparedRequest {
    /// Takes an exchange as it was judged.
    fileprivate init(_ inspected: InspectedExchange, label: String) {
        self.init(
            label: label,
            exchange: inspected.exchange,
            form: inspected.form,
            findings: inspected.findings.map(\.finding),
            digests: inspected.digests,
            pieces: inspected.pieces
        )
    }
}
