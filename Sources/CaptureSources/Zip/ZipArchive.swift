import CZip

/// The members of a zip archive, read one by one through libzip and never extracted to disk by name.
///
/// Names only identify members: they are never used as paths.
final class ZipArchive {
    /// A member of an archive.
    struct Member {
        /// The index in the archive's directory.
        var index: UInt64
        /// The name in the directory.
        var name: String
        /// The length in bytes according to the directory.
        var length: Int
        /// Whether reading it requires a password.
        var isEncrypted: Bool
    }

    /// The greatest number of members: a session of 300,000 exchanges has as many.
    private static let memberLimit = 1_000_000
    /// The greatest number of bytes that are inflated in all.
    static let inflationLimit = 64 << 30
    /// The greatest number of bytes that are inflated in all for each byte of the archive.
    ///
    /// Deflate reaches 1,032, and a message is read twice at most: only members that overlap need more.
    static let expansionLimit = 2 * 1_032
    /// The number of bytes that may be inflated whatever the archive's length.
    static let freeLength = 16 << 20

    /// The members in the order of the directory.
    let members: [Member]
    private let zip: zip_functions
    private let archive: OpaquePointer
    /// Bytes that are inflated at once, and that readers of a member take at once.
    private let blockSize: Int
    /// The length of the archive in bytes, and what may be inflated of it.
    private let length: Int
    private let limit: Int
    /// Bytes that were inflated so far, those of members that were read again included.
    private(set) var inflatedBytes = 0
    /// Whether the limit was reached: nothing more is inflated.
    var isSpent: Bool { inflatedBytes > limit }
    /// The indices of members by their names.
    private let places: [String: Int]

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - store: its bytes.
    ///   - password: the password of members that are encrypted, by ZipCrypto or AES.
    /// - Throws: where it is no archive, or is encrypted and there is no password.
    init(_ store: ByteStore, password: String? = nil) throws(CaptureProblem) {
        guard let zip = Libzip.functions else {
            throw CaptureProblem(.notUnderstood, "is a zip archive, and libzip is not installed", at: nil)
        }
        self.zip = zip
        blockSize = store.blockSize
        length = store.count
        limit = Self.inflationLimit(of: length)
        var code: Int32 = 0
        if let file = store.file {
            guard let archive = zip.fdopen(file.duplicate(), 0, &code) else {
                throw zip.problem(code, "is not a readable zip archive")
            }
            self.archive = archive
        } else {
            self.archive = try zip.open(store.bytes(0..<store.count))
        }
        members = zip.members(of: archive, limit: Self.memberLimit)
        places = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
        if let password {
            _ = zip.set_default_password(archive, password)
        } else if members.contains(where: \.isEncrypted) {
            throw CaptureProblem(
                .notUnderstood,
                "is encrypted with a password, which --password gives",
                at: nil
            )
        }
    }

    /// The first member with a name.
    func member(named name: String) -> Member? { places[name].map { members[$0] } }

    deinit { zip.discard(archive) }

    /// The greatest number of bytes that are inflated of an archive of `length` bytes.
    static func inflationLimit(of length: Int) -> Int {
        min(inflationLimit, freeLength + min(length, inflationLimit / expansionLimit) * expansionLimit)
    }

    /// Passes the bytes of a member to `body`, piece by piece, until it returns false.
    ///
    /// - Throws: where the member is damaged, or more is inflated than the limit of the archive allows.
    func read(_ member: Member, _ body: (RawSpan) -> Bool) throws(CaptureProblem) {
        guard !isSpent else { throw limitProblem(member, after: 0) }
        guard let file = zip.fopen_index(archive, member.index, 0) else {
            throw problem("\(member.name) cannot be read")
        }
        defer { _ = zip.fclose(file) }
        var piece = [UInt8](repeating: 0, count: blockSize)
        var total = 0
        while true {
            let count = Int(
                piece.withUnsafeMutableBytes { zip.fread(file, $0.baseAddress, zip_uint64_t($0.count)) }
            )
            guard count >= 0 else { throw problem("\(member.name) is damaged after \(total) bytes") }
            if count == 0 { return }
            inflatedBytes += count
            guard !isSpent else { throw limitProblem(member, after: total) }
            total += count
            guard body(piece.span.bytes.extracting(0..<count)) else { return }
        }
    }

    /// The first bytes of a member, at most `limit`, to be read at any place.
    func opening(of member: Member, limit: Int) throws(CaptureProblem) -> ByteStore {
        var bytes: [UInt8] = []
        try read(member) { span in
            let room = min(limit - bytes.count, span.byteCount)
            span.extracting(0..<room).withUnsafeBytes { bytes.append(contentsOf: $0) }
            return bytes.count < limit
        }
        return ByteStore(bytes, blockSize: blockSize)
    }

    /// The bytes of a member, to be read at any place.
    func stored(_ member: Member) throws(CaptureProblem) -> ByteStore {
        let store = ByteStore(blockSize: blockSize)
        try read(member) { bytes in
            do throws(ByteSource.Failure) {
                try store.append(bytes)
                return true
            } catch {
                return false
            }
        }
        try? store.flush()
        if let failure = store.failure {
            throw CaptureProblem(.damagedEntry, "\(member.name) cannot be kept: \(failure)", at: nil)
        }
        return store
    }

    private func limitProblem(_ member: Member, after count: Int) -> CaptureProblem {
        CaptureProblem(
            .limit,
            "the members of the archive inflate to more than \(limit) bytes, the limit for its length of \(length): "
                + "what follows byte \(count) of \(member.name) is not read",
            at: nil
        )
    }

    private func problem(_ what: String) -> CaptureProblem {
        guard let error = zip.get_error(archive), let text = zip.error_strerror(error) else {
            return CaptureProblem(.damagedEntry, what, at: nil)
        }
        return CaptureProblem(.damagedEntry, "\(what): \(String(cString: text).lowercased())", at: nil)
    }
}

extension zip_functions {
    /// The members of an archive, at most `limit` of them.
    fileprivate func members(of archive: OpaquePointer, limit: Int) -> [ZipArchive.Member] {
        let count = min(max(get_num_entries(archive, 0), 0), zip_int64_t(limit))
        return (0..<zip_uint64_t(count)).compactMap { index in
            var status = zip_stat_t()
            guard stat_index(archive, index, 0, &status) == 0, let name = status.name else { return nil }
            return ZipArchive.Member(
                index: index,
                name: String(cString: name),
                length: Int(clamping: status.size),
                isEncrypted: status.encryption_method != 0
            )
        }
    }

    /// Opens an archive in memory; libzip gets a copy, and frees it.
    fileprivate func open(_ bytes: [UInt8]) throws(CaptureProblem) -> OpaquePointer {
        var error = zip_error_t()
        error_init(&error)
        defer { error_fini(&error) }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        copy.copyBytes(from: bytes)
        guard let source = source_buffer_create(copy.baseAddress, zip_uint64_t(bytes.count), 1, &error)
        else {
            copy.deallocate()
            throw problem(error.zip_err, "is not a readable zip archive")
        }
        guard let archive = open_from_source(source, 0, &error) else {
            source_free(source)
            throw problem(error.zip_err, "is not a readable zip archive")
        }
        return archive
    }

    /// The problem that one of libzip's codes stands for.
    fileprivate func problem(_ code: Int32, _ what: String) -> CaptureProblem {
        var error = zip_error_t()
        error_init_with_code(&error, code)
        defer { error_fini(&error) }
        guard let text = error_strerror(&error) else {
            return CaptureProblem(.damagedRecord, what, at: nil)
        }
        return CaptureProblem(.damagedRecord, "\(what): \(String(cString: text).lowercased())", at: nil)
    }
}
