import Bytes
import Exchanges
import Reporting

/// A curl command, option by option.
struct CurlCommand {
    /// The command, with one option on each line.
    private(set) var lines: [[UInt8]]
    /// How its request differs from the original.
    private(set) var remarks: [String] = []

    private let url: CurlURL

    /// Starts a command for a URL, without globbing or path normalization, and without the options of `.curlrc`, which
    /// curl leaves out where `-q` comes first.
    init(_ url: CurlURL) {
        self.url = url
        lines = [Array("curl -q --globoff --path-as-is --url ".utf8) + ShellWord.quoted(url.bytes)]
        if let target = url.target { add("--request-target", target) }
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
        if exchange.method == "HEAD", !hasBody {
            lines.append(Array("--head".utf8))
        } else if exchange.method != (hasBody ? "POST" : "GET") {
            add("--request", Array(exchange.method.utf8))
        }
        // The fields that curl sends by default.
        var own: Set<String> = ["user-agent", "accept", "expect"]
        for line in request.head.fields.lines where line.colon != nil {
            let name = request.head.fields[line.name]
            let value = request.head.fields[line.value]
            let known = String(decoding: name, as: UTF8.self).lowercased()
            own.remove(known)
            if name.first == UInt8(ascii: ":") || known == "content-length" { continue }
            if known == "host", url.makesHost(value) { continue }
            if known == "content-type", buildsForm { continue }
            guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter), Self.canSend(value) else {
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

    /// Whether curl sends the value of a field as it is: a value that is nothing but what C's `isspace` takes for blanks
    /// removes the field.
    private static func canSend(_ value: ArraySlice<UInt8>) -> Bool {
        !value.contains { $0 == 0 || $0.isLineBreak }
            && (value.isEmpty || value.contains { $0 != 0x20 && !(0x09...0x0D).contains($0) })
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
