import CaptureSources
package import Decryption

/// Reads key logs from files.
package enum KeyLogFile {
    /// Adds the keys of a file to a log.
    ///
    /// - Parameters:
    ///   - path: where the file is, `-` for standard input.
    ///   - log: the log; what was read before a failure stays in it.
    /// - Throws: where the file cannot be read, or no line of it is one of a key log.
    package static func add(_ path: String, to log: inout KeyLog) throws(InputFailure) {
        let (badLines, revision) = (log.badLineCount, log.revision)
        do throws(ByteSource.Failure) {
            var source = try ByteSource(path: path)
            while try source.next({ log.push($0) }) != nil {}
            log.finish()
        } catch {
            // A program that was told to log keys and met no TLS leaves a file of no bytes.
            if case .empty = error { return }
            throw InputFailure(path: path, describing: error)
        }
        guard log.badLineCount > badLines, log.revision == revision else { return }
        throw InputFailure(
            path: path,
            reason: "is not a key log: none of its lines has the keys of a TLS session"
        )
    }

    /// The keys in the file that has the capture's name with `.keys` in place of its extension, and others.
    static func log(beside path: String, added others: KeyLog) -> KeyLog {
        var log = others
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard path != "-", let dot = name.lastIndex(of: "."), dot > name.startIndex else { return log }
        // The user did not name this file: it is ignored where it is missing, is no regular file (a FIFO would block), or
        // is not a key log.
        let keys = String(path[..<dot]) + ".keys"
        guard ByteSource.isRegularFile(keys) else { return log }
        var beside = log
        do throws(InputFailure) {
            try add(keys, to: &beside)
            log = beside
        } catch {
            return log
        }
        return log
    }
}
