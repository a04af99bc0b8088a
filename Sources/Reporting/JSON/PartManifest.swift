import Bytes
import Forms
package import Pipeline

/// Lists the files to which the parts of a form were extracted.
package enum PartManifest {
    /// The name of the schema.
    package static let schema = "partwise.extract/1"

    /// Writes the manifest as one JSON document.
    ///
    /// - Parameters:
    ///   - inspected: the exchange, with the digests of its parts.
    ///   - path: the path of its capture.
    ///   - files: the names of the files, one for each part, in order.
    ///   - sink: receives the document.
    package static func write(
        _ inspected: InspectedExchange,
        path: String,
        files: [String],
        to sink: any TextSink
    ) {
        let parts = zip(inspected.form?.parts ?? [], files).map { part, file -> JSONValue in
            let index = part.number - 1
            let digest = inspected.digests.indices.contains(index) ? inspected.digests[index] : nil
            return [
                "number": .integer(part.number),
                "name": text(part.name),
                "filename": text(part.filename),
                "contentType": text(part.mediaType.map { part.header[$0.line.value] }),
                "length": .integer(part.content.count),
                "missingBytes": .integer(part.facts.missingBytes),
                "sha256": JSONValue(digest),
                "file": .string(file),
            ]
        }
        let value: JSONValue = [
            "schema": .string(schema), "capture": .string(path), "exchange": .integer(inspected.number),
            "parts": .array(parts),
        ]
        sink.line(JSONText.indented(value))
    }

    private static func text(_ bytes: ArraySlice<UInt8>?) -> JSONValue {
        JSONValue(bytes.map { String(decoding: $0, as: UTF8.self) })
    }
}
