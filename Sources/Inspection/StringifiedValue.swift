import Bytes

/// A value that a program printed by accident: the text that stands for an object, not the object's bytes.
package enum StringifiedValue: Hashable {
    /// `[object File]` and its like: an object of JavaScript.
    case object
    /// `undefined` or `NaN` of JavaScript.
    case undefined
    /// `null`.
    case null
    /// The address of a file on the device: `file:`, `content:`, `ph:`, `blob:`, or React Native's object with one.
    case localAddress
    /// The path of a file: `C:\fakepath\a.png`, `@/tmp/a.png`.
    case localPath
    /// The description of an NSData: `<61626364>` or `{length = 4, bytes = 0x61626364}`.
    case printedData
    /// The size that Swift prints for a Data: `1524 bytes`.
    case printedSize
    /// Bytes that were printed: `<Buffer 89 50>`, `{"type":"Buffer",…}`, `{"0":137,"1":80,…}`, `b'\x89PNG'` of Python,
    /// `"\x89PNG"` of Ruby.
    case printedBytes
    /// A printed Swift optional: `Optional("a")`.
    case printedOptional
    /// A text that was encoded as JSON: `"brian"`.
    case encodedText
    /// A printed object with its address or its class: `<UIImage:0x600003a0>`, `<_io.BufferedReader name='x'>`,
    /// `System.Byte[]`, `[B@1b6d3586`, `GLOB(0x55d0c8a0)`.
    case printedObject
    /// The JSON in which Power Automate and Logic Apps keep a file: `{"$content-type":…`.
    case envelope
    /// A variable of a template: `{{file}}`, `${file}`.
    case variable
    /// `(binary)`, which browsers show in place of a file's bytes.
    case placeholder
    /// The line of an .http file that names the file to send: `< ./a.png`.
    case fileReference

    /// Whether this value may have been sent on purpose.
    package var mayBeMeant: Bool { self == .null || self == .encodedText || isNoFile }

    /// Whether this value may have been sent on purpose, but not as a file.
    package var isNoFile: Bool { self == .variable || self == .printedSize }

    /// Whether its first bytes identify it, however long it is.
    var hasOwnBeginning: Bool { self == .envelope || self == .printedBytes }

    /// The greatest number of bytes that such a value has, except one with a beginning of its own.
    package static let limit = 512

    /// Whether a content may be such a value, by its first and last bytes: asked for every part.
    ///
    /// - Parameters:
    ///   - content: the first bytes of the content.
    ///   - isWhole: whether they are all of it.
    /// - Returns: `false` for most texts.
    static func mayBe(_ content: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
        guard content.count > 2, let first = content.first, let last = content.last else { return false }
        let second = content[content.startIndex + 1]
        let third = content[content.startIndex + 2]
        guard isWhole else {
            return first == UInt8(ascii: "{") && second == UInt8(ascii: "\"") && "$t0".utf8.contains(third)
                || isPythonBytes(first, second)
                || first == UInt8(ascii: "\"") && content.contains(UInt8(ascii: "\\"))
        }
        switch first {
        case UInt8(ascii: "\""): return last == first
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return last == UInt8(ascii: "s")
        case UInt8(ascii: "["):
            return last == UInt8(ascii: "]") || third == UInt8(ascii: "@") || second == UInt8(ascii: "L")
        case UInt8(ascii: "<"):
            return last == UInt8(ascii: ">") || second == 0x20 || second == UInt8(ascii: "@")
        case UInt8(ascii: "("): return last == UInt8(ascii: ")")
        case UInt8(ascii: "#"): return last == UInt8(ascii: ">") || last == UInt8(ascii: "}")
        case UInt8(ascii: "{"), UInt8(ascii: "$"): return last == UInt8(ascii: "}")
        case UInt8(ascii: "@"):
            return last == UInt8(ascii: "}") || "/.CD".utf8.contains(second)
                || content.contains(UInt8(ascii: ";"))
        case UInt8(ascii: "O"), UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "A"):
            return last == UInt8(ascii: ")")
        case UInt8(ascii: "S"):
            return last == UInt8(ascii: ")") || second == UInt8(ascii: "y") && third == UInt8(ascii: "s")
        case UInt8(ascii: "u"):
            // Many values begin with `user`.
            return last == UInt8(ascii: "d")
                || third == UInt8(ascii: "e") && content.span.bytes.holds("userdata", at: 0)
        case UInt8(ascii: "t"): return second == UInt8(ascii: "a") && third == UInt8(ascii: "b")
        case UInt8(ascii: "&"): return second == UInt8(ascii: "{") && last == UInt8(ascii: "}")
        case UInt8(ascii: "n"): return last == UInt8(ascii: "l")
        case UInt8(ascii: "N"): return last == UInt8(ascii: "N")
        case UInt8(ascii: "R"): return third == UInt8(ascii: "s") && last.isDigit
        case UInt8(ascii: "I"), UInt8(ascii: "F"): return last == UInt8(ascii: "'")
        case UInt8(ascii: "C"): return second == UInt8(ascii: ":") || last == UInt8(ascii: ")")
        case UInt8(ascii: "f"): return second == UInt8(ascii: "i") && third == UInt8(ascii: "l")
        case UInt8(ascii: "c"): return second == UInt8(ascii: "o") && third == UInt8(ascii: "n")
        case UInt8(ascii: "p"): return second == UInt8(ascii: "h") && third == UInt8(ascii: ":")
        case UInt8(ascii: "b"):
            return second == UInt8(ascii: "l") && third == UInt8(ascii: "o") || isPythonBytes(first, second)
        case UInt8(ascii: "j"): return second == UInt8(ascii: "a") && third == UInt8(ascii: "v")
        default: return false
        }
    }

    private static func isPythonBytes(_ first: UInt8, _ second: UInt8) -> Bool {
        first == UInt8(ascii: "b") && (second == UInt8(ascii: "'") || second == UInt8(ascii: "\""))
    }

    /// Recognises a whole value, or the beginning of one that has its own.
    ///
    /// - Parameters:
    ///   - bytes: the first bytes of the value.
    ///   - isWhole: whether they are all of it.
    package init?(_ bytes: ArraySlice<UInt8>, isWhole: Bool = true) {
        let printed = Self.printed(bytes, isWhole: isWhole)
        if let printed, isWhole || printed.hasOwnBeginning {
            self = printed
            return
        }
        guard isWhole, bytes.count <= Self.limit, let value = Self.described(bytes) ?? Self.local(bytes)
        else {
            return nil
        }
        self = value
    }

    /// Values of a fixed beginning, which may be long.
    private static func printed(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> StringifiedValue? {
        switch bytes.first {
        case UInt8(ascii: "{"):
            if bytes.starts(with: "{\"$content-type\":".utf8) { return .envelope }
            if bytes.starts(with: "{\"type\":\"Buffer\",\"data\":[".utf8) { return .printedBytes }
            guard bytes.starts(with: "{\"0\":".utf8) else { return nil }
            let rest = bytes.dropFirst(5).drop(while: \.isDigit)
            return rest.starts(with: ",\"1\":".utf8) && rest.dropFirst(5).first?.isDigit ?? false
                ? .printedBytes : nil
        case UInt8(ascii: "<"):
            guard bytes.starts(with: "<Buffer ".utf8), bytes.last == UInt8(ascii: ">") else { return nil }
            return .printedBytes
        case UInt8(ascii: "b"):
            let quote = bytes.dropFirst().first
            guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), bytes.count > 3,
                !isWhole || bytes.last == quote,
                // A word in quotes may be meant; escapes are not.
                bytes.indices.contains(where: { bytes[$0...].starts(with: "\\x".utf8) })
            else { return nil }
            return .printedBytes
        case UInt8(ascii: "\""):
            return isRubyBytes(isWhole ? bytes.dropLast() : bytes) && (!isWhole || bytes.last == bytes.first)
                ? .printedBytes : nil
        default: return nil
        }
    }

    /// Whether bytes after a quote are those of a string of Ruby as `inspect` prints it, and some of them are no text: a
    /// regular expression has ranges of such bytes, a literal few.
    private static func isRubyBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes.dropFirst()
        var previous: UInt8 = 0
        var count = 0
        while let byte = rest.popFirst() {
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\"") else { return false }
            defer { previous = byte }
            guard byte == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "x") else { continue }
            guard previous != UInt8(ascii: "["), previous != UInt8(ascii: "-") else { return false }
            // JSON knows no such escape.
            guard rest.count > 1, let high = rest.first?.hexValue, rest.dropFirst().first?.hexValue != nil
            else {
                continue
            }
            if high < 2 || high > 7 { count += 1 }
        }
        return count > 3
    }

    /// What programs print for objects.
    private static func described(_ bytes: ArraySlice<UInt8>) -> StringifiedValue? {
        guard let first = bytes.first, let last = bytes.last, bytes.count > 2 else { return nil }
        let inside = bytes.dropFirst().dropLast()
        if PrintedObject.isOne(bytes) { return .printedObject }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return bytes.drop(while: \.isDigit).elementsEqual(" bytes".utf8) ? .printedSize : nil
        case UInt8(ascii: "["): return isObject(bytes) ? .object : nil
        case UInt8(ascii: "("): return bytes.elementsEqual("(binary)".utf8) ? .placeholder : nil
        case UInt8(ascii: "u"): return bytes.elementsEqual("undefined".utf8) ? .undefined : nil
        case UInt8(ascii: "N"): return bytes.elementsEqual("NaN".utf8) ? .undefined : nil
        case UInt8(ascii: "n"): return bytes.elementsEqual("null".utf8) ? .null : nil
        case UInt8(ascii: "O"):
            return bytes.starts(with: "Optional(".utf8) && last == UInt8(ascii: ")") ? .printedOptional : nil
        case UInt8(ascii: "{"):
            if bytes.starts(with: "{length = ".utf8), last == UInt8(ascii: "}") { return .printedData }
            return isVariable(bytes) ? .variable : nil
        case UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "@"):
            return isVariable(bytes) ? .variable : nil
        case UInt8(ascii: "\""):
            guard last == first, !inside.contains(where: { $0 == first || $0 == 0x0A }) else { return nil }
            return .encodedText
        case UInt8(ascii: "<"):
            if isFileReference(bytes) { return .fileReference }
            guard last == UInt8(ascii: ">"), inside.count(where: { $0.hexValue != nil }) >= 8,
                inside.allSatisfy({ $0.hexValue != nil || $0 == 0x20 })
            else { return nil }
            return .printedData
        default: return nil
        }
    }

    /// Whether it is `<` or `<@`, a blank, and the path of a file with an extension.
    private static func isFileReference(_ bytes: ArraySlice<UInt8>) -> Bool {
        var path = bytes.dropFirst()
        if path.first == UInt8(ascii: "@") { path = path.dropFirst() }
        guard path.first == 0x20 else { return false }
        path = path.drop { $0 == 0x20 }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > path.startIndex else { return false }
        let end = path[(dot + 1)...]
        return (1...5).contains(end.count) && end.first.map { ($0 | 0x20) &- 0x61 < 26 } ?? false
            && end.allSatisfy(\.isTokenCharacter)
            && path.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
            }
    }

    private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: "[object ".utf8), bytes.last == UInt8(ascii: "]") else { return false }
        let name = bytes.dropFirst(8).dropLast()
        return !name.isEmpty && name.allSatisfy { $0.isTokenCharacter }
    }

    /// Whether it is `{{…}}`, `${…}`, `#{…}` or `@{…}` around something short without further braces.
    private static func isVariable(_ bytes: ArraySlice<UInt8>) -> Bool {
        let isDouble = bytes.starts(with: "{{".utf8)
        guard bytes.count <= 64, bytes.last == UInt8(ascii: "}"),
            isDouble || bytes.dropFirst().first == UInt8(ascii: "{")
        else { return false }
        let inside = bytes.dropFirst(2).dropLast(isDouble ? 2 : 1)
        return !inside.isEmpty && inside.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x7B && $0 != 0x7D }
            && (!isDouble || bytes.dropLast().last == UInt8(ascii: "}"))
    }

    /// Addresses and paths of files.
    private static func local(_ bytes: ArraySlice<UInt8>) -> StringifiedValue? {
        let schemes: [StaticString] = ["file:///", "content://", "ph://", "blob:http"]
        if schemes.contains(where: { bytes.startsIgnoringCase(with: $0) }) {
            return bytes.allSatisfy { $0 > 0x20 } ? .localAddress : nil
        }
        if bytes.starts(with: "{\"uri\":\"".utf8), bytes.last == UInt8(ascii: "}") {
            let uri = bytes.dropFirst(8)
            return schemes.contains { uri.startsIgnoringCase(with: $0) } ? .localAddress : nil
        }
        if bytes.startsIgnoringCase(with: "C:\\fakepath\\") { return .localPath }
        guard bytes.first == UInt8(ascii: "@"), bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            return nil
        }
        let path = bytes.dropFirst()
        let roots: [StaticString] = ["/", "./", "../", "C:\\", "D:\\", "C:/", "D:/"]
        let isPath = roots.contains { path.startsIgnoringCase(with: $0) } && path.contains(UInt8(ascii: "."))
        let isTyped = path.indices.contains {
            path[$0...].starts(with: ";type=".utf8) || path[$0...].starts(with: ";filename=".utf8)
        }
        return isPath || isTyped ? .localPath : nil
    }
}
