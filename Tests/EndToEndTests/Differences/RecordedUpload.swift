import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Profiles
import TestSupport
import Testing

/// An upload of a recording, read once for all comparisons: as the comparison sees it, and as its server wrote it down.
final class RecordedUpload: Sendable, CustomTestStringConvertible {
    /// The uploads by real clients in the captures of the project.
    static let project = uploads(CaptureFolder.captures.filter { !$0.name.hasPrefix("faulty/") })
    /// Those in the folder of further captures.
    static let further = uploads(Corpora.captures.files.filter { !$0.name.hasPrefix("faulty-") })

    /// The file's name and the number of the upload in its truth, such as `curl/plain.pcap#1`.
    let name: String
    /// The request as it is compared; `nil` where the recording does not show it.
    let request: ComparedRequest?
    /// What it is paired by.
    let key: UploadKey?
    /// The request as its server wrote it down, as far as its recorder shows it.
    let truth: TruthTraits

    var testDescription: String { name }

    /// Takes an upload of a recording; `found` is what was read of it.
    init(_ name: String, _ found: InspectedExchange?, _ truth: TruthTraits) {
        self.name = name
        self.truth = truth
        key = found.map { UploadKey($0.exchange, $0.form) }
        request = found.map { found in
            ComparedRequest(
                label: name,
                exchange: found.exchange,
                form: found.form,
                findings: found.findings.map(\.finding),
                digests: found.digests,
                pieces: found.pieces
            )
        }
    }

    /// The name of the recording's file, without the number.
    var file: Substring { name.prefix { $0 != "#" } }

    /// What tells forms apart: the fields of the form that was sent, but for those that a client adds or loses.
    var form: Set<String> {
        Set(truth.keys.map { $0.hasPrefix("tags") ? "tags" : $0 }).subtracting(["multipart"])
    }

    /// The uploads of recordings, in order; a file that cannot be read gives uploads that it does not show.
    static func uploads(_ files: [CaptureFile]) -> [RecordedUpload] {
        files.flatMap { file -> [RecordedUpload] in
            guard let truth = try? file.truth() else { return [] }
            let found = (try? posts(file.path)) ?? []
            return truth.requests.enumerated().map { index, request in
                RecordedUpload(
                    "\(file.name)#\(index + 1)",
                    exchange(of: request, among: found),
                    TruthTraits(request, of: truth, in: file)
                )
            }
        }
    }

    /// The exchange of a request: the one with its boundary, which no two requests share, else the only one.
    private static func exchange(of request: TruthRequest, among found: [InspectedExchange])
        -> InspectedExchange?
    {
        let boundary = request.boundary.map { Array($0.utf8) }
        let match = found.first { exchange in
            let type = exchange.exchange.request.flatMap { MediaType($0.head.fields) }
            return boundary != nil && type?.declaredBoundaries.first == boundary
        }
        return match ?? (found.count == 1 ? found.first : nil)
    }

    /// The exchanges by which something was sent, with all that a comparison takes.
    private static func posts(_ path: String) throws -> [InspectedExchange] {
        var options = InspectionOptions(.standard)
        options.wantsDigests = true
        options.wantsPieces = true
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            path: path,
            as: .capture(format: nil),
            into: &collected
        )
        return collected.posts
    }
}
