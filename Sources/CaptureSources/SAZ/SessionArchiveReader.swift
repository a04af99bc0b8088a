import Bytes

/// Reads Fiddler's session archive (`.saz`): a zip with the client's bytes in `raw/N_c.txt`, the server's in
/// `raw/N_s.txt`, and metadata in `raw/N_m.xml`.
struct SessionArchiveReader {
    /// The greatest length of the metadata of one session, in bytes.
    private static let notesLimit = 1 << 20

    private struct Session {
        var client: ZipArchive.Member?
        var server: ZipArchive.Member?
        var notes: ZipArchive.Member?
    }

    private let archive: ZipArchive

    /// Opens the archive.
    init(_ store: ByteStore, password: String? = nil) throws(CaptureProblem) {
        archive = try ZipArchive(store, password: password)
    }

    /// Reports the sessions in the order of their numbers.
    func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        var sessions: [Int: Session] = [:]
        for member in archive.members {
            let name = member.name.lowercased().split { $0 == "/" || $0 == "\\" }
            guard name.count == 2, name[0] == "raw", let bar = name[1].firstIndex(of: "_"),
                let number = Int(name[1][..<bar])
            else { continue }
            switch name[1][bar...] {
            case "_c.txt": sessions[number, default: Session()].client = member
            case "_s.txt": sessions[number, default: Session()].server = member
            case "_m.xml": sessions[number, default: Session()].notes = member
            default: continue
            }
        }
        guard !sessions.isEmpty else {
            throw CaptureProblem(.notUnderstood, "is a zip archive, but has no sessions of Fiddler", at: nil)
        }
        for (number, session) in sessions.sorted(by: { $0.key < $1.key }) {
            guard let client = session.client else {
                handler.problem(CaptureProblem(.damagedEntry, "session \(number) has no request", at: nil))
                continue
            }
            do throws(CaptureProblem) {
                try report(session, client: client, &handler)
            } catch {
                handler.problem(error)
                if archive.isSpent { return }
            }
        }
    }

    private func report(
        _ session: Session,
        client: ZipArchive.Member,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        var note = LoggedExchange(form: .wire)
        if let member = session.notes, let notes = try notes(member) { read(notes, into: &note) }
        let response = session.server.flatMap { server in
            server.length > 0 ? ArchivedMessage(archive: archive, member: server) : nil
        }
        try RawExchange(note: note).report(
            request: ArchivedMessage(archive: archive, member: client),
            response: response,
            &handler
        )
    }

    private func notes(_ member: ZipArchive.Member) throws(CaptureProblem) -> XMLElement? {
        var xml = XMLReader(try archive.opening(of: member, limit: Self.notesLimit))
        while true {
            switch try xml.next() {
            case .start(let element, let isEmpty):
                if element.name == "Session" { return isEmpty ? element : try xml.contents(of: element) }
            case .finished: return nil
            case .end, .text: continue
            }
        }
    }

    /// Reads the timers and the flags (`SessionTimers`, `SessionFlags`).
    private func read(_ notes: XMLElement, into note: inout LoggedExchange) {
        let timers = notes.child("SessionTimers")
        let time = { (name: String) in timers?[name].flatMap { Timestamp(iso8601: $0) } }
        // A time in year 1 means that the event did not happen.
        note.requestStart = time("ClientBeginRequest").flatMap { $0.nanoseconds > 0 ? $0 : nil }
        note.requestEnd = time("ClientDoneRequest").flatMap { $0.nanoseconds > 0 ? $0 : nil }
        note.responseStart = time("ServerBeginResponse").flatMap { $0.nanoseconds > 0 ? $0 : nil }
        note.responseEnd = time("ServerDoneResponse").flatMap { $0.nanoseconds > 0 ? $0 : nil }
        var flags: [String: String] = [:]
        for flag in notes.child("SessionFlags")?.children ?? [] {
            if let name = flag["N"], let value = flag["V"] { flags[name.lowercased()] = value }
        }
        if let host = flags["x-clientip"] {
            // An IPv4 address may be written as an IPv4-mapped IPv6 address.
            let address = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
            note.client = LoggedAddress(host: address, port: flags["x-clientport"].flatMap { Int($0) })
        }
        if let host = flags["x-hostip"] { note.server = LoggedAddress(host: host) }
        note.comment = flags["ui-comments"]
    }
}

/// A message that is a member of an archive.
private struct ArchivedMessage: RawMessage {
    let archive: ZipArchive
    let member: ZipArchive.Member

    func forEachPiece(_ body: (RawSpan) -> Bool) throws(CaptureProblem) { try archive.read(member, body) }
}
