/// Messages of libpcap.
enum CaptureMessage {
    /// The text in a buffer for errors.
    static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A sentence as it stands after a colon; one that begins with a name in capitals is left as it is.
    static func lowercased(_ message: String) -> String {
        guard let second = message.dropFirst().first, second.isLowercase else { return message }
        return message.prefix(1).lowercased() + message.dropFirst()
    }
}
