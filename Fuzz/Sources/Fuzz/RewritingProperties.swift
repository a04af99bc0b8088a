import Bytes
import Filters
import Forms
import Rewriting

/// What must hold of rules for requests, and of forms that are rewritten.
enum RewritingProperties {
    /// Reads the first line as a URL and the others as rules: together they decide as each of them does alone.
    static func checkRules(_ input: [UInt8]) {
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let url = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }), lines.count < 100
        else {
            return
        }
        let text = Array(lines.dropFirst().joined(separator: [0x0A]))
        let reading = read(text)
        for remark in reading.remarks {
            require(!remark.utf8.contains { $0.isControl }, "a remark holds a control character")
        }
        let fields = FieldSection(parsing: Array("Referer: https://page.example/\r\n".utf8), base: 0)
        guard let request = FilterRequest(url: url, method: "GET", fields: fields) else { return }
        let decision = reading.rules.decide(request)
        // Conditional sections make lines depend on those before them, and only the first may begin with a byte order mark.
        guard !String(decoding: text, as: UTF8.self).utf8.contains(0xEF), !text.contains(UInt8(ascii: "!"))
        else {
            return
        }
        var first: Int?
        var isExcepted = false
        for (index, line) in lines.dropFirst().enumerated() {
            let trimmed = line.drop { $0.isBlank || $0 == 0x0D }
            let isException = trimmed.starts(with: "@@".utf8)
            if isException {
                // An exception matches where the rule without its mark and it allow what all rules would block.
                let pair = Array("*\n".utf8) + line
                isExcepted = isExcepted || read(pair).rules.decide(request) == .allowed
            } else if first == nil, read(Array(line)).rules.decide(request) != .allowed {
                first = index + 1
            }
        }
        switch decision {
        case .allowed: require(first == nil || isExcepted, "rule \(first ?? 0) alone blocks")
        case .blocked(let rule):
            require(rule.line == first && !isExcepted, "line \(rule.line) blocks, not \(first ?? 0)")
        }
    }

    private static func read(_ text: [UInt8]) -> FilterReading {
        var reader = FilterListReader()
        reader.read(text, path: "rules")
        return reader.finish()
    }

    /// Rewrites a body in pieces and whole, held and while it passes.
    static func checkRewriting(_ input: [UInt8]) {
        let body = Array(input.dropFirst())
        let size = Int((input.first ?? 0) % 64) + 1
        let pieces = stride(from: 0, to: body.count, by: size).map { body[$0..<min($0 + size, body.count)] }
        let value = FormPart(
            name: Array("a".utf8),
            filename: Array("f".utf8),
            content: .bytes(Array("x --B".utf8))
        )
        let token = FormPart(name: Array("*TOK*".utf8), content: .text("y"))
        guard let attachments = try? [Attachment(value), Attachment(token)] else { return }
        let dropped = [Placeholder(Array("d".utf8))]
        let whole = rewritten([body[...]], FormRewriting(attachments, dropped: dropped))
        require(whole.length == whole.body.count, "the length is not that of the body")
        if whole.changes.isEmpty { require(whole.body == body, "a form without changes is changed") }
        let cut = rewritten(pieces, FormRewriting(attachments, dropped: dropped))
        require(cut.body == whole.body && cut.length == whole.length, "the form depends on the pieces")
        let passed = rewritten(pieces, FormRewriting(attachments, dropped: dropped, heldLimit: 0))
        if passed.changes.isEmpty, !passed.hasNewBoundary {
            require(passed.body == body, "a form that passes is changed")
        }
    }

    private struct Rewritten {
        var body: [UInt8] = []
        var length: Int?
        var hasNewBoundary = false
        var changes: [RewritingChange] = []
    }

    private static func rewritten(_ pieces: [ArraySlice<UInt8>], _ rewriting: FormRewriting) -> Rewritten {
        var result = Rewritten()
        var rewriter = FormRewriter(rewriting, boundary: [0x42])
        var outputs: [RewriterOutput] = []
        var generator = FixedGenerator()
        func take(_ result: inout Rewritten, _ rewriter: inout FormRewriter) {
            while !outputs.isEmpty {
                switch outputs.removeFirst() {
                case .search: outputs += rewriter.answer(isFound: false, using: &generator)
                case .begin(let framing):
                    result.length = framing.length
                    result.hasNewBoundary = framing.boundary != nil
                case .client(let bytes), .added(let bytes): result.body += bytes
                case .file, .end: break
                }
            }
        }
        for piece in pieces {
            outputs += rewriter.push(Array(piece))
            take(&result, &rewriter)
        }
        outputs += rewriter.finish()
        take(&result, &rewriter)
        result.changes = rewriter.changes
        return result
    }

    /// Draws the same in every run.
    private struct FixedGenerator: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
