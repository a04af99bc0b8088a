import Bytes
import Forms

/// How receivers read one name or filename, as measured with ``ReceiverTestCase``.
package struct LabelReadings {
    /// A text, and the receivers that read it.
    package struct Reading: Hashable {
        /// The text; `nil` where the part is dropped for it.
        package var text: [UInt8]?
        /// The receivers that read it.
        package var receivers: [Receiver]
    }

    /// The readings, the most common one first; one where all receivers agree.
    package let readings: [Reading]

    /// Reads a filename: paths and `filename*` matter besides escapes.
    package init(filename value: ArraySlice<UInt8>, star: ArraySlice<UInt8>?) {
        let star = star.flatMap(Self.decodedStar)
        self.init(isName: false, extended: star == nil ? [] : Self.prefersStar) { receiver in
            if let star, Self.prefersStar.contains(receiver) { return star }
            return FilenameReading.text(of: Self.decoded(value, by: receiver), by: receiver)
        }
    }

    /// Reads a name: only escapes matter.
    package init(name value: ArraySlice<UInt8>) {
        self.init(isName: true, extended: []) { Self.decoded(value, by: $0) }
    }

    /// Groups receivers by what they read; those in `extended` read the value that names its own charset.
    private init(isName: Bool, extended: Set<Receiver>, _ read: (Receiver) -> [UInt8]?) {
        let plain = Self.grouped(read)
        // What a receiver does to every such label is not part of this difference, but it shows in what it
        // reads.
        readings =
            plain.count < 2
            ? plain
            : Self.grouped {
                guard let text = read($0), !extended.contains($0) else { return read($0) }
                return Self.stored(text, by: $0, isName: isName)
            }
    }

    /// A label as it reaches the application: busboy takes its bytes for Latin-1, and PHP, whose field names
    /// used to become variables, keeps no blank and no dot in them.
    private static func stored(_ text: [UInt8], by receiver: Receiver, isName: Bool) -> [UInt8] {
        switch receiver {
        case .busboy: latin1(text)
        case .php where isName: text.map { $0 == 0x20 || $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }
        default: text
        }
    }

    private static func grouped(_ read: (Receiver) -> [UInt8]?) -> [Reading] {
        var readings: [Reading] = []
        for receiver in ReceiverReading.receivers {
            let text = read(receiver)
            if let index = readings.firstIndex(where: { $0.text == text }) {
                readings[index].receivers.append(receiver)
            } else {
                readings.append(Reading(text: text, receivers: [receiver]))
            }
        }
        return readings.enumerated().sorted {
            ($1.element.receivers.count, $0.offset) < ($0.element.receivers.count, $1.offset)
        }
        .map(\.element)
    }

    /// The bytes taken for Latin-1, in UTF-8.
    private static func latin1(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }

    /// Receivers that use `filename*` where both are present.
    private static let prefersStar: Set<Receiver> = [.go, .werkzeug, .django, .busboy]

    /// The percent escapes that a receiver resolves.
    private static func escapes(of receiver: Receiver) -> [[UInt8]: UInt8] {
        switch receiver {
        case .defnull, .defnullStrict: [[0x32, 0x32]: 0x22, [0x30, 0x44]: 0x0D, [0x30, 0x41]: 0x0A]
        case .werkzeug: [[0x32, 0x32]: 0x22]
        default: [:]
        }
    }

    private static func decoded(_ value: ArraySlice<UInt8>, by receiver: Receiver) -> [UInt8] {
        let escapes = escapes(of: receiver)
        var result: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let decoded = escapes[Array(rest.prefix(2))] {
                result.append(decoded)
                rest = rest.dropFirst(2)
            } else if byte == backslash, let next = rest.first, resolves(next, after: receiver) {
                result.append(next)
                rest = rest.dropFirst()
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Whether a receiver removes a backslash before a byte: all do before a quote, Werkzeug before every byte, Go before
    /// those that RFC 2045 §5.1 calls special.
    private static func resolves(_ byte: UInt8, after receiver: Receiver) -> Bool {
        switch receiver {
        case .werkzeug: true
        case .go: #"()<>@,;:\"/[]?="#.utf8.contains(byte)
        case .defnull: byte == UInt8(ascii: "\"")
        default: byte == UInt8(ascii: "\"") || byte == backslash
        }
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The text of a `filename*` value (RFC 8187 §3.2), `nil` where it is not in UTF-8.
    private static func decodedStar(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.startsIgnoringCase(with: "utf-8'") else { return nil }
        var rest = value.dropFirst("utf-8'".utf8.count).drop { $0 != UInt8(ascii: "'") }.dropFirst()
        var result: [UInt8] = []
        while let byte = rest.first {
            let escaped = EscapedText.percentEscape(at: rest.startIndex, in: rest)
            result.append(escaped ?? byte)
            rest = rest.dropFirst(escaped == nil ? 1 : 3)
        }
        return result
    }
}
