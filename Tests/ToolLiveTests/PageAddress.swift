import Foundation

/// Where a recording page is, and what opens it.
struct PageAddress {
    /// The port on the loopback interface.
    let port: UInt16
    /// The token.
    let token: String

    /// Reads the address off what a command says when it starts; `nil` where it names none.
    init?(_ text: String) {
        guard
            let match = text.firstMatch(of: /watch at http:\/\/127\.0\.0\.1:(\d+)\/\?token=([0-9a-f]{32})\n/),
            let port = UInt16(match.1)
        else { return nil }
        self.port = port
        token = String(match.2)
    }

    /// The answer to a request: its status and its body.
    ///
    /// - Parameters:
    ///   - line: the method and the target.
    ///   - fields: the lines of the head besides; Host and Authorization are added where they are not among them.
    /// - Returns: the status code, the head and the body.
    /// - Throws: where there is no connection.
    func answer(to line: String, _ fields: [String] = []) throws -> (status: Int, head: String, body: String)
    {
        var lines = fields
        if !fields.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
        if !fields.contains(where: { $0.hasPrefix("Authorization:") }) {
            lines.append("Authorization: Bearer \(token)")
        }
        // A field without a value stands for one that is left out.
        lines = lines.filter { !$0.hasSuffix(":") }
        let client = try RawClient(port: port)
        client.send("\(line) HTTP/1.1\r\n\(lines.map { $0 + "\r\n" }.joined())Connection: close\r\n\r\n")
        let text = client.receiveAll()
        let parts = text.components(separatedBy: "\r\n\r\n")
        return (
            Int(text.dropFirst(9).prefix(3)) ?? 0, parts[0], parts.dropFirst().joined(separator: "\r\n\r\n")
        )
    }

    /// Does something on the page, as its buttons do.
    func post(_ path: String) throws -> Int { try answer(to: "POST \(path)").status }
}
