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
            let isKnown = part.facts.missingBytes == 0 && inspected.digests.indices.contains(index)
            let digest = isKnown ? inspected.digests[index] : nil
            let type = part.mediaType.map { part.header[$0.line.value] }
            var members = [JSONValue.Member("number", .integer(part.number))]
            members += JSONValue.Member.text("name", part.name, raw: "rawName")
            members += JSONValue.Member.text("filename", part.filename, raw: "rawFilename")
            members += JSONValue.Member.text("contentType", type, raw: "rawContentType")
            let facts: JSONValue = [
                "length": .integer(part.content.count),
                "missingBytes": .integer(part.facts.missingBytes),
                "sha256": JSONValue(digest),
                "file": .string(file),
            ]
            if case .object(let rest) = facts { members += rest }
            return .object(members)
        }
        let value: JSONValue = [
            "schema": .string(schema), "capture": .string(SystemPath.lossyText(path)),
            "exchange": .integer(inspected.number),
            "parts": .array(parts),
        ]
        sink.line(JSONText.indented(value))
    }
}
