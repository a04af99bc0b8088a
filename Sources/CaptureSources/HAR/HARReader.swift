import Bytes

/// Reads an HTTP Archive (HAR 1.2) of any tool, entry by entry.
///
/// A HAR holds bodies as text. How the text maps to bytes depends on the tool that wrote it; see ``HARBody``.
struct HARReader {
    private let store: ByteStore
    private let sideFiles: HARSideFiles
    private var json: JSONReader
    private var creator = ""

    /// Makes a reader of the archive in a file at `path`, which may be in a zip archive with its side files.
    init(_ store: ByteStore, path: String, password: String? = nil) throws(CaptureProblem) {
        if store.bytes(0..<2) == Array("PK".utf8) {
            let zip = try ZipArchive(store, password: password)
            guard let member = zip.members.first(where: { $0.name.lowercased().hasSuffix(".har") }) else {
                throw CaptureProblem(.notUnderstood, "is a zip archive, but has no HAR", at: nil)
            }
            self.store = try zip.stored(member)
            sideFiles = HARSideFiles(in: zip)
        } else {
            self.store = store
            sideFiles = HARSideFiles(beside: path)
        }
        json = JSONReader(self.store)
    }

    /// Reads the archive and reports its entries in order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        try json.expect(UInt8(ascii: "{"))
        var hasLog = false
        do throws(CaptureProblem) {
            var isFirst = true
            while try json.hasMore(before: UInt8(ascii: "}"), isFirst: isFirst) {
                isFirst = false
                if try json.name() == "log", json.peek() == UInt8(ascii: "{") {
                    hasLog = true
                    guard try readLog(into: &handler) else { return }
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

    /// Reads the log; false where the rest of the archive cannot be read.
    private mutating func readLog(
        into handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) -> Bool {
        try json.expect(UInt8(ascii: "{"))
        var isFirst = true
        var hasEntries = false
        while try json.hasMore(before: UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            switch try json.name() {
            case "creator":
                json.beginEntry()
                creator = try json.value()["name"]?.string ?? ""
            case "entries" where json.peek() == UInt8(ascii: "["):
                hasEntries = true
                guard try readEntries(into: &handler) else { return false }
            default: try json.skipValue()
            }
        }
        guard hasEntries else {
            throw CaptureProblem(
                .notUnderstood,
                "is an HTTP Archive without entries: its log has no list of that name",
                at: nil
            )
        }
        return true
    }

    /// Reads the entries; false where the rest of the archive cannot be read.
    private mutating func readEntries(
        into handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) -> Bool {
        let (store, creator, sideFiles) = (store, creator, sideFiles)
        return try json.forEachEntry(
            beginningWith: ["\"startedDateTime\"", "\"pageref\""],
            into: &handler
        ) { value, number, offset, handler in
            guard let entry = HAREntry(value, creator: creator) else {
                let message = "entry \(number) has no request with a method and a URL"
                handler.problem(CaptureProblem(.damagedEntry, message, at: offset))
                return
            }
            entry.report(in: store, sideFiles, &handler)
        }
    }
}
