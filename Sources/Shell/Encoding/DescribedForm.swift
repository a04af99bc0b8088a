import Bytes
import Forms

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A form that is described in JSON, as `partwise trial` gives it to drivers: names and values that no argument can hold.
///
/// ```json
/// {"parts": [{"name": "a=b", "value": "1"},
///            {"name": "photo", "file": "part-2.bin", "filename": "photo.png", "type": "image/png"},
///            {"name": "none", "file": null}]}
/// ```
struct DescribedForm {
    private struct Description: Decodable {
        var parts: [Part]
    }

    private struct Part: Decodable {
        enum CodingKeys: String, CodingKey, CaseIterable { case name, value, file, filename, type }

        var name: String
        var value: String?
        var file: String?
        var filename: String?
        var type: String?

        init(from decoder: any Decoder) throws {
            for key in try decoder.container(keyedBy: AnyKey.self).allKeys
            where CodingKeys(stringValue: key.stringValue) == nil {
                let known = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(path: decoder.codingPath + [key], text: "is none of \(known)")
            }
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.decode(String.self, forKey: .name)
            value = try values.decodeIfPresent(String.self, forKey: .value)
            file = try values.decodeIfPresent(String.self, forKey: .file)
            filename = try values.decodeIfPresent(String.self, forKey: .filename)
            type = try values.decodeIfPresent(String.self, forKey: .type)
            if value != nil, values.contains(.file) || filename != nil {
                throw Fault(path: decoder.codingPath, text: "is a value and a file")
            }
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// What is wrong, and where.
    private struct Fault: Error, CustomStringConvertible {
        var path: [any CodingKey]
        var text: String

        var description: String {
            let place = path.reduce("") { place, key in
                if let index = key.intValue { return "\(place)[\(index)]" }
                return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
            }
            return place.isEmpty ? text : "`\(PrintableText.text(Array(place.utf8), limit: 80))` \(text)"
        }

        /// What a decoder says.
        init(_ error: DecodingError) {
            switch error {
            case .typeMismatch(_, let context): self.init(path: context.codingPath, text: "has another type")
            case .valueNotFound(_, let context): self.init(path: context.codingPath, text: "is null")
            case .keyNotFound(let key, let context):
                self.init(path: context.codingPath + [key], text: "is missing")
            case .dataCorrupted(let context):
                let cause = context.underlyingError.map { "\($0)" } ?? context.debugDescription
                self.init(path: context.codingPath, text: PrintableText.text(Array(cause.utf8), limit: 200))
            @unknown default: self.init(path: [], text: "it cannot be read")
            }
        }

        init(path: [any CodingKey], text: String) {
            self.path = path
            self.text = text
        }
    }

    /// The parts to write.
    let parts: [FormPart]

    /// Reads a description; the files that it names stand beside it.
    ///
    /// - Throws: a ``CommandFailure`` where there is none.
    init(at path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure.unreadable("\(path): cannot be read")
        }
        let description: Description
        do {
            description = try JSONDecoder().decode(Description.self, from: data)
        } catch {
            let fault = (error as? Fault) ?? (error as? DecodingError).map { Fault($0) }
            throw CommandFailure.unreadable(
                "\(path): is no form in JSON: {\"parts\": [{\"name\": …, \"value\": …}, {\"name\": …, \"file\": …}]}"
                    + (fault.map { ": \($0)" } ?? "")
            )
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        parts = description.parts.map { part in
            if let value = part.value {
                return FormPart(name: part.name, contentType: part.type, content: .text(value))
            }
            // A file field in which none was chosen is an empty file without a name (WHATWG HTML §4.10.22.4).
            guard let file = part.file else {
                return FormPart(name: part.name, filename: "", contentType: part.type, content: .bytes([]))
            }
            let filePath = URL(fileURLWithPath: file, relativeTo: folder).path
            return FormPart(
                name: part.name,
                filename: part.filename ?? String(file.split(separator: "/").last ?? ""),
                contentType: part.type,
                content: .file(path: filePath)
            )
        }
    }
}
