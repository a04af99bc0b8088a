import Bytes

/// The head of a captured request, with as little changed as another server or a proxy asks for: every other byte is the
/// one that was captured.
package struct ReplayedHead: Hashable, Sendable {
    /// Fields with credentials that were meant for the server that got them.
    private static let credentials: [StaticString] = ["cookie", "authorization", "proxy-authorization"]

    /// The head, including its blank line.
    package private(set) var bytes: [UInt8]
    /// The names of the fields that were left out, as they were sent, each once.
    package private(set) var keptBack: [String] = []
    private var fieldChanges: [String] = []
    /// The target that it has now, where that is another one.
    private var newTarget: [UInt8]?

    /// What was changed, in words.
    package var changes: [String] {
        fieldChanges + (newTarget.map { ["the target is \(PrintableText.text($0, limit: 200))"] } ?? [])
    }

    /// Takes a head as it was captured.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether its client waits for `100 Continue` before it sends the content (RFC 9110 §10.1.1).
    package var expectsContinue: Bool {
        fields.value(named: "expect")?.equalsIgnoringCase("100-continue") ?? false
    }

    /// Takes off what only a proxy is sent: the scheme and the server of the target (RFC 9112 §3.2.1), and the fields for
    /// the proxy.
    package mutating func setOrigin() {
        let fields = fields
        for line in fields.lines.reversed() where line.colon != nil {
            guard fields[line.name].startsIgnoringCase(with: "proxy-") else { continue }
            fieldChanges.insert(
                "\(PrintableText.text(fields[line.name], limit: 40)) is left out: it is for a proxy",
                at: 0
            )
            bytes.removeSubrange(line.range)
        }
        guard let path = pathInAbsoluteForm else { return }
        let isForServer = path.isEmpty && bytes.starts(with: "OPTIONS ".utf8)
        let root: StaticString = isForServer ? "*" : path.first == UInt8(ascii: "/") ? "" : "/"
        retarget(root.withUTF8Buffer { Array($0) } + path)
    }

    /// Changes it for another server: the Host field, the server in a target in absolute form, and the path where one is
    /// given.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - keepsCredentials: whether cookies and credentials go along.
    package mutating func direct(to address: ReplayAddress, keepsCredentials: Bool) {
        let fields = fields
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for line in fields.lines where line.colon != nil {
            let name = fields[line.name]
            if name.equalsIgnoringCase("host") {
                let authority = Array(address.authority.utf8)
                guard !fields[line.value].elementsEqual(authority) else { continue }
                edits.append((line.value, authority))
            } else if !keepsCredentials, Self.credentials.contains(where: name.equalsIgnoringCase) {
                edits.append((line.range, []))
                let text = PrintableText.text(name, limit: 40)
                if !keptBack.contains(text) { keptBack.append(text) }
            }
        }
        let isRenamed = edits.contains { !$0.bytes.isEmpty }
        for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
        if isRenamed { fieldChanges.append("Host is \(PrintableText.text(address.authority, limit: 200))") }
        if let path = pathInAbsoluteForm { retarget(Array(address.origin.utf8) + path) }
    }

    /// Puts another path and query in the place of the request's own.
    package mutating func setPath(_ path: String) {
        guard let target else { return }
        let origin = pathInAbsoluteForm.map { bytes[target].dropLast($0.count) } ?? []
        retarget(origin + Array(path.utf8))
    }

    /// Writes the target in absolute form, as a proxy needs it that passes the request on (RFC 9112 §3.2.2).
    ///
    /// - Parameters:
    ///   - address: the server behind the proxy.
    ///   - authorization: a field with credentials for the proxy; `nil` for none.
    package mutating func setAbsolute(
        to address: ReplayAddress,
        _ authorization: (name: String, value: String)?
    ) {
        if let target, bytes[target].first == UInt8(ascii: "/") {
            retarget(Array(address.origin.utf8) + bytes[target])
        }
        guard let authorization else { return }
        let blank = bytes.suffix(2) == [0x0D, 0x0A] ? 2 : 1
        let line = Array("\(authorization.name): \(authorization.value)\r\n".utf8)
        bytes.insert(contentsOf: line, at: max(bytes.count - blank, 0))
        fieldChanges.append("\(authorization.name) is added for the proxy")
    }

    private mutating func retarget(_ new: [UInt8]) {
        guard let target, !bytes[target].elementsEqual(new) else { return }
        bytes.replaceSubrange(target, with: new)
        newTarget = new
    }

    /// The field lines, with offsets in the head.
    private var fields: FieldSection {
        let start = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        return FieldSection(parsing: Array(bytes[start...]), base: start)
    }

    /// Where the target stands: between the method and the version (RFC 9112 §3), or the end of the line where there is
    /// none.
    private var target: Range<Int>? {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let blank = line.firstIndex(where: \.isBlank),
            let start = line[blank...].firstIndex(where: { !$0.isBlank })
        else { return nil }
        let rest = line[start...]
        guard let last = rest.lastIndex(where: \.isBlank),
            rest[last...].dropFirst().starts(with: "HTTP/".utf8)
        else { return start..<line.endIndex }
        let end = rest[..<last].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? last
        return start..<end
    }

    /// The path and the query of a target in absolute form; `nil` for another one.
    private var pathInAbsoluteForm: ArraySlice<UInt8>? {
        guard let target else { return nil }
        let text = bytes[target]
        let schemes: [StaticString] = ["http://", "https://"]
        let scheme = schemes.first { text.startsIgnoringCase(with: $0) }
        return scheme.map { scheme in
            text.dropFirst(scheme.utf8CodeUnitCount).drop { !"/?#".utf8.contains($0) }
        }
    }
}
