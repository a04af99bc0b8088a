import Bytes

/// The files with bodies beside a HAR, in its folder or in the zip archive that contains it.
///
/// Playwright writes them for `content: 'attach'`: `postData._file` and `content._file` name them, by the
/// SHA-1 of their bytes.
struct HARSideFiles {
    private enum Place {
        case nowhere
        case folder(String)
        case archive(ZipArchive)
    }

    private let place: Place

    /// The files beside the HAR at a path; none for standard input.
    init(beside path: String) {
        guard path != "-" else {
            place = .nowhere
            return
        }
        place = .folder(path.lastIndex(ofScalar: "/").map { String(path[..<$0]) } ?? ".")
    }

    /// The members of an archive.
    init(in archive: ZipArchive) {
        place = .archive(archive)
    }

    /// Whether there is a file of a name, which must be a plain filename: no path leads out of the folder.
    func has(_ name: String) -> Bool {
        guard Self.isPlain(name) else { return false }
        switch place {
        case .nowhere: return false
        case .folder(let folder): return FileDescriptor.isRegularFile("\(folder)/\(name)")
        case .archive(let archive): return archive.member(named: name) != nil
        }
    }

    /// Passes the bytes of a file to `body`, piece by piece.
    func read(_ name: String, _ body: (RawSpan) -> Void) throws(CaptureProblem) {
        guard has(name) else { throw CaptureProblem(.damagedEntry, "the file \(name) is missing", at: nil) }
        switch place {
        case .nowhere: return
        case .folder(let folder):
            do throws(ByteSource.Failure) {
                let file = try FileDescriptor(path: "\(folder)/\(name)")
                let store = ByteStore(file, count: file.regularSize ?? 0)
                store.forEachPiece(of: 0..<store.count, body)
                if let failure = store.failure { throw failure }
            } catch {
                throw CaptureProblem(.damagedEntry, "\(error)", at: nil)
            }
        case .archive(let archive):
            guard let member = archive.member(named: name) else { return }
            try archive.read(member) { bytes in
                body(bytes)
                return true
            }
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { byte in
                byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}
