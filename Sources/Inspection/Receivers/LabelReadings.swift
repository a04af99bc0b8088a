import Bytes
import Forms

/// How receivers read one name or filename, as far as it was measured with ``ReceiverTestCase``.
struct LabelReadings {
    /// A text and those who read it.
    struct Reading: Hashable {
        var text: [UInt8]
        var receivers: [Receiver]
    }

    /// The readings, those first that the most receivers have; one where all agree.
    let readings: [Reading]

    /// Reads a filename: paths and `filename*` matter besides escapes.
    init(filename value: ArraySlice<UInt8>, star: ArraySlice<UInt8>?) {
        let star = star.flatMap(Self.decodedStar)
        self.init { receiver in
            if let star, Self.prefersStar.contains(receiver) { return star }
            return Self.baseName(Self.decoded(value, by: receiver), by: receiver)
        }
    }

    /// Reads a name: only escapes matter.
    init(name value: ArraySlice<UInt8>) {
        self.init { Self.decoded(value, by: $0) }
    }

    private init(_ read: (Receiver) -> [UInt8]) {
        var readings: [Reading] = []
        for receiver in Receiver.measuredReaders where receiver != .defnullStrict {
            let text = read(receiver)
            if let index = readings.firstIndex(where: { $0.text == text }) {
                readings[index].receivers.append(receiver)
            } else {
                readings.append(Reading(text: text, receivers: [receiver]))
            }
        }
        self.readings = readings.enumerated().sorted {
            ($1.element.receivers.count, $0.offset) < ($0.element.receivers.count, $1.offset)
        }
        .map(\.element)
    }

    /// Those who take `filename*` where both are there.
    private static let prefersStar: Set<Receiver> = [.go, .werkzeug, .django, .busboy]
    /// Those who cut off all but the last piece of a path with slashes.
    private static let cutsSlashes: Set<Receiver> = [.php, .busboy, .go, .django]
    /// Those who keep a path with a drive.
    private static let keepsDrive: Set<Receiver> = [.go, .werkzeug]

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
        guard !escapes.isEmpty else { return Array(value) }
        var result: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let decoded = escapes[Array(rest.prefix(2))] {
                result.append(decoded)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func baseName(_ name: [UInt8], by receiver: Receiver) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        if name.count > 3, name[1] == UInt8(ascii: ":"), name[2] == backslash {
            guard !keepsDrive.contains(receiver), let last = name.lastIndex(of: backslash) else {
                return name
            }
            return Array(name[(last + 1)...])
        }
        guard cutsSlashes.contains(receiver), let last = name.lastIndex(of: UInt8(ascii: "/")) else {
            return name
        }
        return Array(name[(last + 1)...])
    }

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
