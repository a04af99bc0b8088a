import Bytes
import Exchanges
import Forms
import Pipeline
import Reporting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes a shell script that repeats the requests with curl, with the contents in files beside it.
///
/// ```
///   upload.curl            sh upload.curl
///   upload-parts/3/…       contents of the parts of exchange 3, or its body
/// ```
package final class CurlTarget: ConversionTarget {
    private let output: OutputFile
    private let folder: String
    private let folderName: String
    /// What could not be held, so far.
    package private(set) var remarks = ConversionRemarks()
    /// The number of exchanges that were written.
    package private(set) var writtenCount = 0

    /// Writes to the file at `path`; `source` is the name of the capture.
    package init(path: String, source: String) throws {
        guard path != "-" else {
            throw CommandFailure.usage(
                "curl needs files beside its script: name one with -o, as in -o upload.curl"
            )
        }
        output = try OutputFile(replacing: path)
        let start =
            path.lastIndex(ofScalar: "/").map { path.unicodeScalars.index(after: $0) } ?? path.startIndex
        let name = path[start...]
        let stem = name.lastIndex(ofScalar: ".").flatMap { $0 > name.startIndex ? name[..<$0] : nil } ?? name
        folderName = "\(stem)-parts"
        folder = path[..<start] + folderName
        try write(
            "#!/bin/sh\n# Written by partwise \(ProductVersion.current) from \(PrintableText.text(source)).\n"
                + "CDPATH= cd -- \"$(dirname -- \"$0\")\" || exit\n"
        )
    }

    /// Writes the next exchange, or remarks why it is left out.
    package func write(_ converted: ConvertedExchange) throws {
        let number = converted.number
        let exchange = converted.exchange
        guard let request = exchange.request, let content = converted.kept.request?.content else {
            remarks.add("left out, because the request is not in the capture", of: number)
            return
        }
        let url: CurlURL
        do throws(CurlURL.Obstacle) {
            url = try CurlURL(of: exchange, request)
        } catch {
            remarks.add("left out, because \(error.reason)", of: number)
            return
        }
        guard !exchange.method.isEmpty, exchange.method.utf8.allSatisfy(\.isTokenCharacter) else {
            remarks.add("left out, because its method is not a token", of: number)
            return
        }
        guard content.missingBytes == 0, !converted.inspected.lacksEnd,
            request.content.completion != .captureEnded
        else {
            remarks.add("left out, because bytes of the request are not in the capture", of: number)
            return
        }
        var command = CurlCommand(url)
        let body = try bodyOptions(converted, request, content)
        command.add(
            heads: exchange,
            request,
            hasBody: !body.options.isEmpty,
            buildsForm: body.buildsForm
        )
        for option in body.options { command.add(option.name, option.value) }
        for remark in command.remarks { remarks.add(remark, of: number) }
        try write("\n# exchange \(number)\n")
        try output.write(command.bytes)
        writtenCount += 1
    }

    /// Ends the output after the last exchange.
    package func finish() throws { try output.finish() }

    // MARK: Bodies

    private struct Body {
        var options: [(name: String, value: [UInt8])] = []
        var buildsForm = false
    }

    private func bodyOptions(
        _ converted: ConvertedExchange,
        _ request: Message,
        _ content: SpooledBytes
    ) throws -> Body {
        if request.content.trailers.lineCount > 0 {
            remarks.add("curl does not send the trailer fields", of: converted.number)
        }
        if converted.inspected.form != nil {
            do throws(CurlForm.Obstacle) {
                let form = try CurlForm(converted.inspected)
                return try formOptions(form, content, number: converted.number)
            } catch {
                remarks.add(
                    "-F cannot build the form, because \(error.reason); its bytes are sent as they are",
                    of: converted.number
                )
            }
        }
        guard content.count > 0 || request.head.framing != .none else { return Body() }
        let file = try store(content, 0..<content.count, as: "body", number: converted.number)
        if request.content.excessLength > 0 {
            remarks.add("curl does not send the bytes after the body", of: converted.number)
        }
        return Body(options: [("--data-binary", Array("@\(file)".utf8))])
    }

    private func formOptions(
        _ form: CurlForm,
        _ content: SpooledBytes,
        number: Int
    ) throws(CurlForm.Obstacle) -> Body {
        var body = Body(buildsForm: true)
        var names = SafeFileName()
        for part in form.parts {
            do {
                let isShort = part.content.count <= 200
                if isShort, let literal = part.literal(try content.bytes(in: part.content)) {
                    body.options.append(("--form-string", literal))
                    continue
                }
                let wanted = String(decoding: part.filename ?? part.name + Array(".txt".utf8), as: UTF8.self)
                let name = names.next(wanted, fallback: "part-\(part.number)")
                let file = try store(content, part.content, as: name, number: number)
                body.options.append(("--form", part.option(file: file)))
            } catch {
                throw CurlForm.Obstacle(reason: "\(error)")
            }
        }
        return body
    }

    /// Writes bytes to a file; returns its path relative to the script.
    private func store(
        _ content: SpooledBytes,
        _ range: Range<Int>,
        as name: String,
        number: Int
    ) throws -> String {
        if let reason = SystemFile.makeDirectory("\(folder)/\(number)") {
            throw CommandFailure.unreadable("\(folder)/\(number): cannot be made: \(reason)")
        }
        let file = try OutputFile(replacing: "\(folder)/\(number)/\(name)")
        try content.forEachPiece(in: range) { if case .bytes(let bytes) = $0 { try file.write(bytes) } }
        try file.finish()
        return "./\(folderName)/\(number)/\(name)"
    }

    private func write(_ text: String) throws { try output.write(Array(text.utf8)) }
}
