package import Bytes

extension ResourceKind {
    /// The kind of resource that a request asks for, as far as its head shows it.
    ///
    /// Browsers say it in `Sec-Fetch-Dest` (https://www.w3.org/TR/fetch-metadata/), though to servers with TLS and on
    /// loopback only. Otherwise the first type in `Accept` tells pages, images and style sheets, and the extension of
    /// the path the rest.
    ///
    /// - Parameters:
    ///   - fields: the request's fields; `nil` where they are not known.
    ///   - path: the path, with or without a query.
    package init(of fields: FieldSection?, path: ArraySlice<UInt8>) {
        self =
            fields.flatMap { Self.named(by: $0) } ?? Self.byExtension(of: path) ?? .other
    }

    private static func named(by fields: FieldSection) -> ResourceKind? {
        if let upgrade = fields.value(named: "upgrade"), upgrade.equalsIgnoringCase("websocket") {
            return .websocket
        }
        if fields.first(named: "ping-to") != nil { return .ping }
        if let destination = fields.value(named: "sec-fetch-dest"),
            let kind = destinations[String(decoding: destination, as: UTF8.self)]
        {
            return kind
        }
        if let by = fields.value(named: "x-requested-with"), by.equalsIgnoringCase("xmlhttprequest") {
            return .xmlhttprequest
        }
        guard let accept = fields.value(named: "accept") else { return nil }
        if accept.startsIgnoringCase(with: "text/html") { return .document }
        if accept.startsIgnoringCase(with: "image/") { return .image }
        if accept.startsIgnoringCase(with: "text/css") { return .stylesheet }
        if accept.startsIgnoringCase(with: "application/json") { return .xmlhttprequest }
        return nil
    }

    private static func byExtension(of path: ArraySlice<UInt8>) -> ResourceKind? {
        let path = path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.endIndex - dot <= 6 else { return nil }
        return extensions[String(decoding: name[(dot + 1)...].map(\.lowercased), as: UTF8.self)]
    }

    /// The values of `Sec-Fetch-Dest` (https://fetch.spec.whatwg.org/#concept-request-destination).
    private static let destinations: [String: ResourceKind] = [
        "document": .document, "iframe": .subdocument, "frame": .subdocument, "fencedframe": .subdocument,
        "script": .script, "worker": .script, "sharedworker": .script, "serviceworker": .script,
        "audioworklet": .script, "paintworklet": .script, "style": .stylesheet, "image": .image,
        "font": .font, "audio": .media, "video": .media, "track": .media, "object": .object, "embed": .object,
        "empty": .xmlhttprequest, "json": .xmlhttprequest, "manifest": .other, "report": .other,
        "webidentity": .other, "xslt": .other,
    ]

    private static let extensions: [String: ResourceKind] = [
        "js": .script, "mjs": .script, "css": .stylesheet, "html": .document, "htm": .document,
        "gif": .image, "png": .image, "jpg": .image, "jpeg": .image, "webp": .image, "avif": .image,
        "svg": .image, "ico": .image, "bmp": .image, "woff": .font, "woff2": .font, "ttf": .font,
        "otf": .font,
        "eot": .font, "mp3": .media, "mp4": .media, "m4a": .media, "webm": .media, "ogg": .media,
        "wav": .media, "vtt": .media, "json": .xmlhttprequest,
    ]
}
