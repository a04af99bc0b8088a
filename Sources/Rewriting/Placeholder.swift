import Bytes
import Forms

/// What a part of a form is known by that a file is to take the place of.
package struct Placeholder: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable {
        case name
        case token
    }

    /// The name or token, as a user wrote it, without stars.
    private let text: [UInt8]
    private let kind: Kind

    /// Reads what stands before the equals sign of `FIELD=@path`: the name of a field; or, between stars, a token that
    /// stands in the name or the value of a field.
    ///
    /// - Parameter text: such as `photo` or `*TOKEN*`.
    package init(_ text: [UInt8]) {
        let star = UInt8(ascii: "*")
        if text.count > 2, text.first == star, text.last == star {
            self.text = Array(text.dropFirst().dropLast())
            kind = .token
        } else {
            self.text = text
            kind = .name
        }
    }

    /// As a user writes it, safe to print.
    package var description: String {
        let text = PrintableText.text(text, limit: 80)
        return kind == .token ? "*\(text)*" : text
    }

    /// Whether a value may have to be searched to know.
    var isInValue: Bool { kind == .token }

    /// The name of the field that is meant, as it is to be sent, where a name as it was sent shows it; a token is taken
    /// out of a name that has more than it.
    func field(in name: [UInt8]) -> [UInt8]? {
        let escaped = FormPart.browserName(text)
        switch kind {
        case .name: return name == text || name == escaped ? name : nil
        case .token:
            for token in [text, escaped] {
                guard let place = token.place(in: name[...]) else { continue }
                let rest = name[..<place] + name[(place + token.count)...]
                return rest.isEmpty ? name : Array(rest)
            }
            return nil
        }
    }

    /// Whether the token is in a value.
    func occurs(in value: ArraySlice<UInt8>) -> Bool { kind == .token && text.place(in: value) != nil }
}

extension [UInt8] {
    /// The index of the first place where the bytes are in others; `nil` where they are not, or are none.
    fileprivate func place(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { ByteSearch(self).first(in: $0, from: 0) }.map { bytes.startIndex + $0 }
    }
}
