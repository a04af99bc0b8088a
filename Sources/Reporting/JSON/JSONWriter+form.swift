import Bytes
import Exchanges
import Forms

/// Forms, whose parts are most of a report.
extension JSONWriter {
    /// Writes a form, optionally with the digests of its parts.
    mutating func write(_ form: Form, request: Message?, digests: [String]) {
        open("{")
        name("mediaType")
        let type = request.flatMap { MediaType.type(in: $0.head.fields) }
        text(type)
        text("boundary", form.boundary.map { $0[...] }, raw: "rawBoundary")
        name("closed")
        if form.close != nil { put("true") } else { put("false") }
        name("preambleLength")
        number(form.preamble.count)
        name("epilogueLength")
        number(form.epilogue.count)
        name("partCount")
        number(form.partCount)
        name("parts")
        open("[")
        for index in 0..<form.keptPartCount {
            element()
            let outline = form.outline(ofPartAt: index)
            if !write(plainAt: index, of: form, outline) { write(form.parts[index]) }
            if digests.indices.contains(index) {
                name("sha256")
                string(outline.missingBytes > 0 ? nil : digests[index])
            }
            close("}")
        }
        close("]")
        close("}")
    }

    /// Writes a part with a plain header, but for its digest and the end of its object; false where its header is not
    /// plain.
    ///
    /// All but a few texts of such a header is known, and there is room for the whole part at once.
    private mutating func write(plainAt index: Int, of form: Form, _ outline: PartOutline) -> Bool {
        form.withPlainTexts(ofPartAt: index) { name, filename, type in
            // Each is written twice.
            let texts = 2 * (name.byteCount + filename.byteCount + type.byteCount)
            var place = place(lines: 20, texts: texts + 64)
            place.open("{")
            place.name("number")
            place.number(index + 1)
            place.name("name")
            guard place.plain(name, inScript: isInScript) else { return false }
            place.name("filename")
            guard place.known(filename, inScript: isInScript) else { return false }
            place.name("filenameStar")
            place.put("null")
            place.name("contentType")
            guard place.known(type, inScript: isInScript) else { return false }
            place.name("fields")
            guard place.fields(name, filename, type, inScript: isInScript) else { return false }
            place.name("offset")
            place.number(outline.delimiterStart)
            place.name("contentOffset")
            place.number(outline.content.lowerBound)
            place.name("contentLength")
            place.number(outline.content.count)
            end(at: place)
            return true
        }
    }

    /// Writes a part, but for its digest and the end of its object.
    private mutating func write(_ part: BodyPart) {
        let star =
            part.hasPlainHeader
            ? nil : part.disposition?.filenameStar.map { part.header[$0.value] }
        open("{")
        name("number")
        number(part.number)
        text("name", part.name, raw: "rawName")
        text("filename", part.filename, raw: "rawFilename")
        text("filenameStar", star, raw: "rawFilenameStar")
        text("contentType", part.mediaTypeValue, raw: "rawContentType")
        name("fields")
        open("[")
        part.forEachHeaderLine { field($0, $1) }
        close("]")
        name("offset")
        number(part.delimiter.text.lowerBound)
        name("contentOffset")
        number(part.content.lowerBound)
        name("contentLength")
        number(part.content.count)
    }
}

extension JSONPlace {
    /// Writes the lines of a plain header; false where a text in them is not plain.
    @inline(__always)
    fileprivate mutating func fields(
        _ name: RawSpan,
        _ filename: RawSpan,
        _ type: RawSpan,
        inScript isInScript: Bool
    ) -> Bool {
        open("[")
        element()
        open("{")
        self.name("name")
        put("\"Content-Disposition\"")
        self.name("value")
        put("\"form-data; name=\\\"")
        guard add(plain: name, inScript: isInScript) else { return false }
        if !filename.isEmpty {
            put("\\\"; filename=\\\"")
            guard add(plain: filename, inScript: isInScript) else { return false }
        }
        put("\\\"\"")
        close("}")
        if !type.isEmpty {
            element()
            open("{")
            self.name("name")
            put("\"Content-Type\"")
            self.name("value")
            guard plain(type, inScript: isInScript) else { return false }
            close("}")
        }
        close("]")
        return true
    }

    /// Writes a text, `null` for none.
    @inline(__always)
    fileprivate mutating func known(_ text: RawSpan, inScript isInScript: Bool) -> Bool {
        guard text.isEmpty else { return plain(text, inScript: isInScript) }
        put("null")
        return true
    }
}
