import Foundation
import Glibc

/// What a viewer of a recording page is sent.
final class PageEvents {
    /// One event.
    struct Event {
        /// Its name.
        var name: String
        /// Its id; `nil` where it has none.
        var id: Int?
        /// Its data, read as JSON.
        var data: Any
    }

    /// Why there are no more events.
    struct Ended: Error {}

    /// The numbers of the exchanges that are listed, as the events leave them.
    private(set) var listed: [Int] = []
    /// The rows of the exchanges by their numbers, as last sent.
    private(set) var rows: [Int: String] = [:]
    /// The greatest id so far.
    private(set) var lastID = 0
    /// The head of the answer.
    let head: String

    private let client: RawClient
    private var rest: [UInt8]
    /// How many of these were searched for the end of an event.
    private var searched = 0

    /// Connects.
    init(_ page: PageAddress, after last: Int? = nil) throws {
        client = try RawClient(port: page.port)
        let resumed = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send(
            "GET /events?token=\(page.token) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\(resumed)\r\n"
        )
        let opening = client.receive(until: "\r\n\r\n").components(separatedBy: "\r\n\r\n")
        head = opening[0]
        rest = Array(opening.dropFirst().joined(separator: "\r\n\r\n").utf8)
    }

    /// The next event.
    func next() throws -> Event {
        while true {
            if let end {
                let block = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(..<(end + 2))
                searched = 0
                if let event = try read(block) { return event }
                continue
            }
            searched = max(rest.count - 1, 0)
            let bytes = client.receive()
            guard !bytes.isEmpty else { throw Ended() }
            rest += bytes
        }
    }

    /// The offset of the empty line that ends the next event; `nil` where it has not come.
    private var end: Int? {
        rest.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var offset = searched
            // Rows are long: a loop over their bytes takes long in a debug build.
            while offset + 1 < bytes.count, let found = memchr(start + offset, 10, bytes.count - 1 - offset) {
                offset = UnsafeRawPointer(found) - start
                if bytes[offset + 1] == 10 { return offset }
                offset += 1
            }
            return nil
        }
    }

    /// The first event that is as it should be.
    @discardableResult
    func next(where isMeant: (Event) -> Bool) throws -> Event {
        while true {
            let event = try next()
            if isMeant(event) { return event }
        }
    }

    /// Waits until an exchange is listed.
    func waits(for number: Int) throws { while rows[number] == nil { _ = try next() } }

    /// Goes away without a word.
    func vanish() { client.reset() }

    private func read(_ block: String) throws -> Event? {
        var event = Event(name: "", data: NSNull())
        for line in block.components(separatedBy: "\n") {
            if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
            if line.hasPrefix("id: ") { event.id = Int(line.dropFirst(4)) }
            if line.hasPrefix("data: ") {
                event.data = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
            }
        }
        lastID = max(lastID, event.id ?? 0)
        if event.name == "clear" { (listed, rows) = ([], [:]) }
        for entry in (event.name == "exchanges" ? event.data as? [[String: Any]] : nil) ?? [] {
            guard let number = entry["number"] as? Int, let row = entry["row"] as? String else { continue }
            if rows.updateValue(row, forKey: number) == nil { listed.append(number) }
        }
        return event.name.isEmpty ? nil : event
    }
}
