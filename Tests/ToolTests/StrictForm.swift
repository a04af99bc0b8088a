import Cryptography
import Foundation
import TestSupport

/// The parts of a request that is right to the last byte, taken apart without the project's readers.
struct StrictForm {
    /// Why a request is not such a one.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The parts.
    let parts: [TutorialCase.Part]

    /// Takes a request apart by its Content-Type, in any letter case, and its Content-Length alone.
    init(_ request: [UInt8]) throws {
        let bytes = Data(request)
        let blank = Data("\r\n\r\n".utf8)
        guard let end = bytes.range(of: blank) else { throw Fault(description: "no end of the head") }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let body = bytes[end.upperBound...]
        let lengths = Self.values(of: "content-length", in: head)
        guard lengths == ["\(body.count)"] else {
            throw Fault(description: "Content-Length \(lengths) of \(body.count) bytes")
        }
        let types = Self.values(of: "content-type", in: head)
        let prefix = "multipart/form-data; boundary="
        guard types.count == 1, let type = types.first, type.lowercased().hasPrefix(prefix) else {
            throw Fault(description: "Content-Type \(types)")
        }
        let boundary = type.dropFirst(prefix.count).trimmingCharacters(in: ["\"", ";"])
        var pieces: [Data] = []
        var rest = Data("\r\n".utf8) + body
        let delimiter = Data("\r\n--\(boundary)".utf8)
        while let place = rest.range(of: delimiter) {
            pieces.append(Data(rest[..<place.lowerBound]))
            rest = Data(rest[place.upperBound...])
        }
        guard pieces.first == Data(), [Data("--\r\n".utf8), Data("--".utf8)].contains(rest) else {
            throw Fault(description: "bytes before the first or after the last delimiter")
        }
        parts = try pieces.dropFirst().map(Self.part)
    }

    private static func part(_ piece: Data) throws -> TutorialCase.Part {
        guard piece.starts(with: [0x0D, 0x0A]), let end = piece.range(of: Data("\r\n\r\n".utf8)) else {
            throw Fault(description: "a part without header or blank line")
        }
        let header = String(decoding: piece[2..<max(2, end.lowerBound)], as: UTF8.self)
        let dispositions = values(of: "content-disposition", in: header)
        guard dispositions.count == 1, let value = dispositions.first,
            value.lowercased().hasPrefix("form-data;")
        else { throw Fault(description: "Content-Disposition \(dispositions)") }
        let content = Data(piece[end.upperBound...])
        return TutorialCase.Part(
            name: quoted("; name=", in: value),
            filename: quoted("; filename=", in: value),
            size: content.count,
            sha256: HashFunction.sha256.digest(of: Array(content)).text
        )
    }

    private static func values(of field: String, in lines: String) -> [String] {
        lines.components(separatedBy: "\r\n").compactMap { line in
            guard line.lowercased().hasPrefix(field + ":") else { return nil }
            return line.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces)
        }
    }

    private static func quoted(_ parameter: String, in value: String) -> String? {
        guard let start = value.range(of: parameter + "\"") else { return nil }
        return String(value[start.upperBound...].prefix { $0 != "\"" })
    }
}
