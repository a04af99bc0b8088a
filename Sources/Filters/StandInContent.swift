import Bytes

/// The content of an answer to a blocked request.
package struct StandInContent: Hashable, Sendable {
    /// Its media type.
    package let type: String
    /// Its bytes, at least one.
    package let bytes: [UInt8]

    /// Chooses the content for a kind of resource.
    ///
    /// - Parameters:
    ///   - kind: what was asked for.
    ///   - accept: the value of Accept.
    ///   - rule: the rule that blocks the request.
    ///   - isShown: whether the page is to show it.
    init(
        for kind: ResourceKind,
        accepting accept: ArraySlice<UInt8>,
        blockedBy rule: FilterRule,
        isShown: Bool
    ) {
        let notice = "blocked by \(rule)"
        switch kind {
        case .image: self = isShown ? .picture(notice) : .pixel
        case .script:
            self.init(
                "text/javascript",
                isShown ? "console.warn(\(notice.scriptString));\n" : "/* blocked */\n"
            )
        case .stylesheet:
            self.init("text/css", isShown ? Self.style(notice) : "/* blocked */\n")
        // A page without a word on it would leave its reader to guess.
        case .document: self = .page(notice)
        case .subdocument, .object:
            self = isShown ? .page(notice) : Self("text/html", "<!DOCTYPE html><title>blocked</title>\n")
        case .media: self = .silence
        case .xmlhttprequest, .ping, .other, .font, .websocket:
            if isShown || kind == .websocket {
                self.init("text/plain; charset=utf-8", notice + "\n")
            } else if accept.startsIgnoringCase(with: "application/json") {
                self.init("application/json", "{}")
            } else {
                // A digit is JSON too.
                self.init("text/plain", "0")
            }
        }
    }

    private init(_ type: String, _ text: String) {
        self.init(type: type, bytes: Array(text.utf8))
    }

    private init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// A transparent image of one pixel (https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
    private static let pixel = StandInContent(
        type: "image/gif",
        bytes: Array("GIF89a".utf8)
            // The screen of 1 × 1 pixel with two colours, of which the first is transparent; then the image.
            + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
            + [0x21, 0xF9, 4, 1, 0, 0, 0, 0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    )

    /// One sample of silence at 8,000 samples a second, of 8 bits, in a WAVE file.
    private static let silence = StandInContent(
        type: "audio/wav",
        bytes: Array("RIFF".utf8) + [38, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
            + [0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Array("data".utf8) + [1, 0, 0, 0, 0x80, 0]
    )

    private static func picture(_ notice: String) -> StandInContent {
        StandInContent(
            "image/svg+xml",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="160" height="60"><title>\(notice.escapedMarkup)</title>\
            <rect width="100%" height="100%" fill="#fee" stroke="#c00"/>\
            <text x="50%" y="50%" fill="#c00" font-family="sans-serif" font-size="14" text-anchor="middle" \
            dominant-baseline="middle">blocked</text></svg>

            """
        )
    }

    private static func page(_ notice: String) -> StandInContent {
        StandInContent(
            "text/html; charset=utf-8",
            """
            <!DOCTYPE html><html lang="en"><title>Blocked by Partwise</title>\
            <body style="font-family:sans-serif;background:#fee;color:#900">\
            <p>Partwise did not send this request: \(notice.escapedMarkup)</p></html>

            """
        )
    }

    private static func style(_ notice: String) -> String {
        """
        html::before{content:\(notice.styleString);display:block;padding:.3em;border:1px solid #c00;\
        background:#fee;color:#900;font:14px sans-serif}

        """
    }
}

extension String {
    /// The text for HTML and SVG.
    fileprivate var escapedMarkup: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text as a string of JavaScript, with all but plain characters escaped.
    fileprivate var scriptString: String {
        let units = utf16.map { unit in
            unit.isPlainCharacter
                ? String(UnicodeScalar(UInt8(unit))) : "\\u" + unit.hexadecimal.leftPadded(to: 4)
        }
        return "\"\(units.joined())\""
    }

    /// The text as a string of CSS, with all but plain characters escaped.
    fileprivate var styleString: String {
        let units = unicodeScalars.map { scalar in
            scalar.value < 0x80 && UInt16(scalar.value).isPlainCharacter
                ? String(scalar) : "\\" + scalar.value.hexadecimal.leftPadded(to: 6)
        }
        return "\"\(units.joined())\""
    }

    /// The text with zeros before it, up to a length.
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: "0", count: max(0, length - utf8.count)) + self
    }
}

extension UInt16 {
    /// Whether a character stands for itself within quotation marks of any language.
    fileprivate var isPlainCharacter: Bool {
        self >= 0x20 && self < 0x7F && !"\"'\\<>&".utf16.contains(self)
    }
}

extension BinaryInteger {
    /// The number in hexadecimal digits.
    fileprivate var hexadecimal: String { String(self, radix: 16) }
}
