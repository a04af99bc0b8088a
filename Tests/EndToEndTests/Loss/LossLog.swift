import Foundation
import TestSupport

/// A kind of log in which uploads are written down, to be damaged.
enum LossLog: String, CaseIterable, Sendable {
    /// A HAR of a browser: bodies are text.
    case har
    /// A HAR with bodies in base64.
    case harBase64
    /// A HAR of mitmproxy: bodies are Latin-1.
    case harMitmproxy
    /// A HAR in a zip archive, its bodies in files beside it.
    case harZip
    /// Fiddler's archive of sessions.
    case saz
    /// Charles's native session.
    case charles
    /// Charles's session in JSON.
    case charlesJSON
    /// Charles's session in a zip archive.
    case charlesZip
    /// Charles's session in XML.
    case charlesXML
    /// Burp's items in base64.
    case burp
    /// Burp's items as they are.
    case burpText
    /// mitmproxy's flows.
    case mitmproxy
    /// What curl writes for `--trace`.
    case trace
    /// What curl writes for `--trace-ascii`.
    case traceText
    /// What curl writes for `-v`.
    case traceVerbose

    /// Whether an upload is judged as far as the log has it; in others it is left out with its record.
    var keepsCutUploads: Bool {
        switch self {
        case .trace, .traceText: true
        default: false
        }
    }

    /// Whether the end of the log is marked, so that any other end shows that it was cut.
    var hasEndMark: Bool {
        switch self {
        case .charles, .mitmproxy, .trace, .traceText, .traceVerbose: false
        default: true
        }
    }

    /// The log of an upload of each form.
    func file(of forms: [ConformingForm]) -> LogFile {
        let uploads = forms.map(LoggedUpload.init)
        switch self {
        case .har: return json(uploads, by: "Firefox") { #"{"text":\#(LoggedUpload.quoted($0.bodyText))}"# }
        case .harBase64:
            return json(uploads, by: "x") {
                #"{"encoding":"base64","text":\#(LoggedUpload.quoted($0.form.body.base64))}"#
            }
        case .harMitmproxy:
            return json(uploads, by: "mitmproxy") {
                let text = String(String.UnicodeScalarView($0.form.body.map { Unicode.Scalar($0) }))
                return #"{"text":\#(LoggedUpload.quoted(text))}"#
            }
        case .harZip:
            let archive = json(uploads, by: "Playwright") { _ in #"{"_file":"1.bin"}"# }.bytes
            return .zip([("a.har", archive), ("1.bin", forms.first?.body ?? [])])
        case .saz:
            return .zip(
                uploads.enumerated().flatMap { index, upload in
                    [
                        ("raw/\(index)_c.txt", upload.request),
                        ("raw/\(index)_s.txt", LoggedUpload.response),
                        ("raw/\(index)_m.xml", Array("<Session></Session>".utf8)),
                    ]
                }
            )
        case .charles: return .records(uploads.map(\.javaObject), after: [0xAC, 0xED, 0, 5])
        case .charlesJSON:
            return .list(uploads.map { "{\($0.transaction(hasBody: true))}" }, "[", ",\n", "]")
        case .charlesZip:
            return .zip(
                uploads.enumerated().flatMap { index, upload in
                    [
                        ("\(index)-meta.json", Array("{\(upload.transaction(hasBody: false))}".utf8)),
                        ("\(index)-req.bin", upload.form.body), ("\(index)-res.txt", Array("ok".utf8)),
                    ]
                }
            )
        case .charlesXML:
            return .list(uploads.map(\.transactionElement), "<charles-session>\n", "\n", "</charles-session>")
        case .burp, .burpText:
            let items = uploads.map { $0.item(isBase64: self == .burp) }
            return .list(items, "<?xml version=\"1.0\"?>\n<items burpVersion=\"1\">\n", "\n", "</items>")
        case .mitmproxy: return .records(uploads.map(\.flow), after: [])
        case .trace: return .records(uploads.map { $0.trace(isHexadecimal: true) }, after: [])
        case .traceText: return .records(uploads.map { $0.trace(isHexadecimal: false) }, after: [])
        case .traceVerbose: return .records(uploads.map(\.verboseTrace), after: [])
        }
    }

    private func json(
        _ uploads: [LoggedUpload],
        by creator: String,
        _ body: (LoggedUpload) -> String
    ) -> LogFile {
        .list(
            uploads.map { $0.entry(postData: body($0)) },
            #"{"log":{"version":"1.2","creator":{"name":"\#(creator)","version":"1"},"entries":["#,
            ",\n",
            "]}}"
        )
    }
}

/// A log as records that can be left out.
struct LogFile {
    /// The records, or the members of an archive.
    let records: [[UInt8]]
    private let names: [String]
    private let edges: (before: [UInt8], between: [UInt8], after: [UInt8])

    /// A log in which texts stand between others.
    static func list(_ records: [String], _ before: String, _ between: String, _ after: String) -> LogFile {
        LogFile(
            records: records.map { Array($0.utf8) },
            names: [],
            edges: (Array(before.utf8), Array(between.utf8), Array(after.utf8))
        )
    }

    /// A log in which records follow each other.
    static func records(_ records: [[UInt8]], after header: [UInt8]) -> LogFile {
        LogFile(records: records, names: [], edges: (header, [], []))
    }

    /// A zip archive.
    static func zip(_ members: [(String, [UInt8])]) -> LogFile {
        LogFile(records: members.map(\.1), names: members.map(\.0), edges: ([], [], []))
    }

    /// Whether it is an archive, whose members can be damaged.
    var isArchive: Bool { !names.isEmpty }

    /// The whole log.
    var bytes: [UInt8] { bytes(of: Array(records.indices)) }

    /// The log without one of its records.
    func without(_ record: Int) -> [UInt8] { bytes(of: records.indices.filter { $0 != record }) }

    /// The log with a byte of one record's content changed, so that its checksum shows it.
    func damaging(_ record: Int, at place: Int) -> [UInt8] {
        var file = bytes
        let name = Array(names[record].utf8)
        // A member's header has 30 bytes, and the name before its content.
        let header = [0x50, 0x4B, 3, 4].count + 26
        let start = records[..<record].indices.reduce(0) {
            $0 + header + names[$1].utf8.count + records[$1].count
        }
        file[start + header + name.count + place] ^= 0x20
        return file
    }

    private func bytes(of indices: [Int]) -> [UInt8] {
        guard names.isEmpty else {
            var archive = ZipBuilder()
            for index in indices { archive.add(names[index], records[index]) }
            return archive.bytes
        }
        return edges.before + indices.map { records[$0] }.joined(separator: edges.between) + edges.after
    }
}

extension [UInt8] {
    /// The bytes in base64.
    fileprivate var base64: String { Data(self).base64EncodedString() }
}
