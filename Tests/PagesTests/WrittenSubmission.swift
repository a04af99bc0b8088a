import Pages

/// A submission as the recorder's browsers wrote it: with the files of `data-file`, and the boundary `BOUNDARY`.
struct WrittenSubmission {
    /// The path and the query.
    private(set) var target: String
    /// The body.
    private(set) var body: [UInt8] = []

    init(_ submission: FormSubmission, _ charset: PageCharset, tag: (Int) throws -> String) throws {
        target = String(submission.address?.text.dropFirst("http://page.test".utf8.count) ?? "")
        var entries: [(name: [UInt8], value: [UInt8], isFile: Bool)] = []
        for entry in submission.entries {
            let name = charset.encode(entry.name) ?? []
            if let value = entry.value {
                entries.append((name, charset.encode(value) ?? [], false))
            } else {
                entries += Self.files(try tag(entry.control)).map { (name, Array($0.utf8), true) }
            }
        }
        switch (submission.method, submission.enctype) {
        case (.get, _), (_, .urlencoded):
            let pairs = entries.map { Self.percent($0.name) + "=" + Self.percent($0.value) }
            let text = pairs.joined(separator: "&")
            if submission.method == .get {
                target = target.prefix { $0 != "?" } + "?" + text
            } else {
                body = Array(text.utf8)
            }
        case (_, .plain):
            for entry in entries { body += entry.name + Array("=".utf8) + entry.value + [0x0D, 0x0A] }
        case (_, .multipart):
            for entry in entries { body += Self.part(entry.name, entry.value, isFile: entry.isFile) }
            body += Array("--BOUNDARY--\r\n".utf8)
        }
    }

    /// The files that the recorder chose for an input, or the empty name of none.
    private static func files(_ tag: String) -> [String] {
        guard let start = tag.firstRange(of: "data-file=") else { return [""] }
        let names = tag[start.upperBound...].prefix { $0 != " " && $0 != ">" }.filter { $0 != "\"" }
        return names.split(separator: ",").map(String.init)
    }

    private static func part(_ name: [UInt8], _ value: [UInt8], isFile: Bool) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in name {
            switch byte {
            case 0x0A: escaped += Array("%0A".utf8)
            case 0x0D: escaped += Array("%0D".utf8)
            case 0x22: escaped += Array("%22".utf8)
            default: escaped.append(byte)
            }
        }
        var part = Array("--BOUNDARY\r\nContent-Disposition: form-data; name=\"".utf8) + escaped + [0x22]
        guard isFile else { return part + Array("\r\n\r\n".utf8) + value + [0x0D, 0x0A] }
        let name = String(decoding: value, as: UTF8.self)
        let type =
            name.isEmpty ? "application/octet-stream" : name.hasSuffix("png") ? "image/png" : "text/plain"
        part += Array("; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n".utf8)
        return part + Array((name.isEmpty ? "" : "bytes of \(name)").utf8) + [0x0D, 0x0A]
    }

    private static func percent(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: String(UnicodeScalar(byte))
            case 0x20: "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        .joined()
    }
}
