import Bytes

/// Reads an HTTP Archive (HAR 1.2), entry by entry, whichever tool wrote it.
///
/// A HAR holds bodies as text. What the text proves depends on who decoded it, so each entry is read by the habits of
/// its creator; see ``HARBody``.
struct HARReader {
    private let store: StoredBytes
    private var json: JSONReader
    private var creator = ""

    /// Makes a reader.
    init(_ store: StoredBytes) {
        self.store = store
        json = JSONReader(store)
    }

    /// Reads the archive, and tells of its entries in their order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        try json.expect(UInt8(ascii: "{"))
        var hasLog = false
        do throws(CaptureProblem) {
            var isFirst = true
            while try json.hasMore(before: UInt8(ascii: "}"), isFirst: isFirst) {
                isFirst = false
                if try json.name() == "log", json.peek() == UInt8(ascii: "{") {
                    hasLog = true
                    try readLog(into: &handler)
                } else {
                    try json.skipValue()
                }
            }
        } catch {
            guard hasLog else { throw error }
            handler.problem(error)
            return
        }
        guard hasLog else {
            throw CaptureProblem(.notUnderstood, "is JSON, but no HTTP Archive: it has no log", at: 0)
        }
    }

    private mutating func readLog(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        try json.expect(UInt8(ascii: "{"))
        var isFirst = true
        while try json.hasMore(before: UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            switch try json.name() {
            case "creator":
                json.beginEntry()
                creator = try json.value()["name"]?.string ?? ""
            case "entries" where json.peek() == UInt8(ascii: "["):
                try readEntries(into: &handler)
            default: try json.skipValue()
            }
        }
    }

    private mutating func readEntries(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        try json.expect(UInt8(ascii: "["))
        var number = 0
        while try json.hasMore(before: UInt8(ascii: "]"), isFirst: number == 0) {
            number += 1
            _ = json.peek()
            let start = json.cursor.position
            json.beginEntry()
            do throws(CaptureProblem) {
                let value = try json.value()
                guard let entry = HAREntry(value, creator: creator) else {
                    handler.problem(
                        CaptureProblem(
                            .damagedEntry,
                            "entry \(number) has no request with a method and a URL",
                            at: start
                        )
                    )
                    continue
                }
                entry.tell(in: store, &handler)
            } catch {
                handler.problem(
                    CaptureProblem(
                        error.kind,
                        "entry \(number) is passed over: \(error.message)",
                        at: error.offset
                    )
                )
                guard seekEntry(after: max(json.cursor.position, start + 1)) else { throw error }
                number = 0
            }
        }
    }

    /// Goes on at the next entry after one that cannot be read: an object whose first names are those of an entry.
    private mutating func seekEntry(after offset: Int) -> Bool {
        var cursor = ByteCursor(store, at: offset)
        while true {
            cursor.skip { $0 != UInt8(ascii: "{") }
            guard cursor.peek() != nil else { return false }
            let start = cursor.position
            _ = cursor.next()
            cursor.skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            if cursor.skip("\"startedDateTime\"") || cursor.skip("\"pageref\"") {
                json.cursor.seek(to: start)
                return true
            }
        }
    }
}
