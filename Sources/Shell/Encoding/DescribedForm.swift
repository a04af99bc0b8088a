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
        var name: String
        var value: String?
        var file: String?
        var filename: String?
        var type: String?
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
            throw CommandFailure.unreadable(
                "\(path): is no form in JSON: {\"parts\": [{\"name\": …, \"value\": …}, {\"name\": …, \"file\": …}]}"
            )
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        parts = description.parts.map { part in
            if let value = part.value { return FormPart(name: part.name, content: .text(value)) }
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
