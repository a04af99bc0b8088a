import Bytes
import CaptureSources
import Exchanges
import Pipeline
import Reporting

/// Writes an HTTP Archive 1.2, entry by entry.
///
/// HAR 1.2 cannot represent a request body that is not text: it is written in base64, with
/// `postData.encoding` as in the draft of HAR 1.3.
package final class HARTarget: ConversionTarget {
    /// The greatest length, in bytes, of content that is decoded in memory.
    private static let decodedLimit = 8 << 20

    private let output: OutputFile
    /// What could not be held, so far.
    package private(set) var remarks = ConversionRemarks()
    /// The number of exchanges that were written.
    package private(set) var writtenCount = 0

    /// Writes to a file; `source` is the name of the capture.
    package init(_ output: OutputFile, source: String) throws {
        self.output = output
        let version = ProductVersion.current
        try output.write(
            """
            {"log":{"version":"1.2","creator":{"name":"Partwise","version":"\(version)"},\
            "comment":\(JSONText.quoted("from \(source)")),"entries":[
            """
        )
    }

    /// Writes the next exchange, or remarks why it is left out.
    package func write(_ converted: ConvertedExchange) throws {
        let number = converted.number
        guard let request = converted.exchange.request, let kept = converted.kept.request else {
            remarks.add("left out, because the request is not in the capture", of: number)
            return
        }
        try output.write(writtenCount > 0 ? ",\n" : "\n")
        let entry = HAREntryHead(converted.exchange, request)
        if !entry.hasTime {
            remarks.add("HAR demands a time, and 1970 stands for the one that is not known", of: number)
        }
        try output.write("{\(entry.times),\"request\":{\(entry.request)")
        try writeBody(kept.content, of: converted, entry)
        try output.write("},\"response\":{\(entry.response)")
        try writeContent(converted, entry)
        try output.write("},\"cache\":{},\"comment\":\"exchange \(number)\"}")
        remarkLosses(converted, request)
        writtenCount += 1
    }

    /// Ends the output after the last exchange.
    package func finish() throws {
        try output.write("\n]}}\n")
        try output.finish()
    }

    private func writeBody(
        _ content: SpooledBytes,
        of converted: ConvertedExchange,
        _ entry: HAREntryHead
    ) throws {
        let account = converted.exchange.request?.content
        let isAbsent = converted.exchange.fidelity == .heads && account?.completion == .captureEnded
        guard content.count > 0 || isAbsent else { return }
        try output.write(",\"postData\":{\"mimeType\":\(entry.bodyType)")
        if content.count == 0 {
            remarks.add(
                "the body is left out: the source holds no byte of it, at most the values of its fields",
                of: converted.number
            )
            try output.write(",\"params\":[],\"comment\":\"the body is not in the capture\"")
        } else if content.missingBytes > 0 {
            remarks.add(
                "the body is left out, because bytes of it are not in the capture",
                of: converted.number
            )
            let lack = "\(content.missingBytes) bytes of the body are not in the capture"
            try output.write(",\"params\":[],\"comment\":\(JSONText.quoted(lack))")
        } else {
            try writeText(content, account?.representation ?? .sent)
        }
        try output.write("}")
    }

    private func writeContent(_ converted: ConvertedExchange, _ entry: HAREntryHead) throws {
        guard let response = converted.exchange.response, let content = converted.kept.response?.content,
            content.count > 0, content.missingBytes == 0
        else {
            remarkLackOfContent(converted)
            try output.write(
                ",\"content\":{\"size\":\(entry.contentLength),\"mimeType\":\(entry.contentType)}"
            )
            return
        }
        let decoded = try decoded(content, of: response, number: converted.number)
        try output.write(",\"content\":{\"size\":\(decoded.count),\"mimeType\":\(entry.contentType)")
        try writeText(decoded, response.content.representation)
        try output.write("}")
    }

    private func remarkLackOfContent(_ converted: ConvertedExchange) {
        guard let response = converted.exchange.response, let kept = converted.kept.response else { return }
        let cut = "the content of the response is left out, because the capture does not hold all of it"
        guard let remark = HeldContent(kept, response).remark(cut: cut) else { return }
        remarks.add(remark, of: converted.number)
    }

    /// Writes bytes as text where they are valid UTF-8 without replacement characters, else in base64.
    ///
    /// What the source holds as text stays text: base64 would say that the bytes are those that were sent.
    private func writeText(_ bytes: SpooledBytes, _ representation: KeptRepresentation) throws {
        let output = output
        guard try representation == .text || HARText.isPlain(bytes) else {
            try output.write(",\"encoding\":\"base64\",\"text\":\"")
            try HARText.writeBase64(bytes) { try output.write($0) }
            return try output.write("\"")
        }
        try output.write(",\"text\":\"")
        try HARText.writeEscaped(bytes) { try output.write($0) }
        try output.write("\"")
    }

    /// The content of a response without its content codings, as HAR requires; still coded where it is too
    /// long.
    private func decoded(_ content: SpooledBytes, of response: Message, number: Int) throws -> SpooledBytes {
        guard response.content.representation == .sent, let decoder = ContentDecoder(response.head.fields)
        else {
            return content
        }
        var bytes: [UInt8] = []
        if content.count <= Self.decodedLimit {
            try content.forEachPiece { piece in
                guard case .bytes(let coded) = piece else { return }
                decoder.push(coded.span.bytes) { decoded in
                    guard bytes.count <= Self.decodedLimit else { return }
                    decoded.withUnsafeBytes { bytes.append(contentsOf: $0) }
                }
            }
            decoder.finish()
            if decoder.result.outcome == .complete, bytes.count <= Self.decodedLimit {
                return SpooledBytes(bytes)
            }
        }
        remarks.add("the content of the response is written under its content coding", of: number)
        return content
    }

    private func remarkLosses(_ converted: ConvertedExchange, _ request: Message) {
        let number = converted.number
        let exchange = converted.exchange
        if request.head.framing == .chunked {
            remarks.add("HAR holds the body without its chunks", of: number)
        }
        if request.http2 != nil { remarks.add("HAR holds the body without its frames", of: number) }
        if request.content.excessLength > 0 {
            remarks.add("HAR has no place for the bytes after the body", of: number)
        }
        if request.content.trailers.lineCount > 0 || exchange.response?.content.trailers.lineCount ?? 0 > 0 {
            remarks.add("HAR has no place for trailer fields", of: number)
        }
        if !exchange.informational.isEmpty {
            remarks.add("HAR has no place for informational responses", of: number)
        }
        if request.content.completion != .complete, exchange.fidelity > .heads {
            remarks.add("HAR does not tell that the request broke off", of: number)
        }
        if exchange.client != nil { remarks.add("HAR has no place for the client's address", of: number) }
    }
}

extension OutputFile {
    /// Writes text in UTF-8.
    fileprivate func write(_ text: String) throws { try write(Array(text.utf8)) }
}
