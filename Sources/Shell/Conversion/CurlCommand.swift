import Bytes
import Exchanges
import Reporting

/// A curl command, option by option.
struct CurlCommand {
    /// The command, with one option on each line.
    private(set) var lines: [[UInt8]]
    /// How its request differs from the original.
    private(set) var remarks: [String] = []

    /// Starts a command for a URL, without globbing or path normalization.
    init(url: String) {
        var encoded: [UInt8] = []
        for byte in url.utf8 {
            if byte <= 0x20 || byte == 0x7F {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
            } else {
                encoded.append(byte)
            }
        }
        lines = [Array("curl --globoff --path-as-is --url ".utf8) + ShellWord.quoted(encoded)]
    }

    /// The bytes of the command, including its line break.
    var bytes: [UInt8] {
        Array(lines.joined(separator: Array(" \\\n    ".utf8))) + [0x0A]
    }

    /// Adds an option.
    mutating func add(_ option: String, _ value: [UInt8]) {
        lines.append(Array("\(option) ".utf8) + ShellWord.quoted(value))
    }

    /// Adds the method, the version and the fields of a request.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - request: its request.
    ///   - hasBody: whether options for a body follow.
    ///   - buildsForm: whether curl builds the body, and thus its Content-Type.
    mutating func add(heads exchange: Exchange, _ request: Message, hasBody: Bool, buildsForm: Bool) {
        addVersion(of: exchange)
        if exchange.method == "HEAD" {
            lines.append(Array("--head".utf8))
        } else if exchange.method != (hasBody ? "POST" : "GET") {
            add("--request", Array(exchange.method.utf8.filter(\.isTokenCharacter)))
        }
        // The fields that curl sends by default.
        var own: Set<String> = ["user-agent", "accept", "expect"]
        for line in request.head.fields.lines where line.colon != nil {
            let name = request.head.fields[line.name]
            let value = request.head.fields[line.value]
            let known = String(decoding: name, as: UTF8.self).lowercased()
            own.remove(known)
            if known.hasPrefix(":") || known == "content-length" { continue }
            if known == "host", exchange.authority.map({ Array($0.utf8) }) == Array(value),
                exchange.url()?.contains("://\(exchange.authority ?? "")") ?? false
            {
                continue
            }
            if known == "content-type", buildsForm { continue }
            guard !known.isEmpty, name.allSatisfy(\.isTokenCharacter),
                !value.contains(where: { $0 == 0 || $0.isLineBreak })
            else {
                remarks.append("a field that curl cannot send is left out")
                continue
            }
            add("--header", value.isEmpty ? Array(name) + [UInt8(ascii: ";")] : name + [0x3A, 0x20] + value)
        }
        if request.head.framing == .contentLength, request.head.declaredLength != request.content.bodyLength {
            remarks.append("curl counts the body itself, and sends another Content-Length")
        }
        if !buildsForm, request.head.fields.first(named: "content-type") == nil { own.insert("content-type") }
        for name in ["User-Agent", "Accept", "Expect", "Content-Type"] where own.contains(name.lowercased()) {
            add("--header", Array("\(name):".utf8))
        }
    }

    private mutating func addVersion(of exchange: Exchange) {
        let option =
            switch exchange.applicationProtocol {
            case .http10: "--http1.0"
            case .http11: "--http1.1"
            case .h2: "--http2"
            case .h2c: "--http2-prior-knowledge"
            case .h3: "--http3"
            }
        lines.append(Array(option.utf8))
    }
}
