import Bytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files and directories by paths that need not be valid UTF-8 (``SystemPath``), which Foundation cannot name.
package enum SystemFile {
    /// What stands at a path.
    package enum Kind {
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A pipe, a socket, a device.
        case other
    }

    /// What stands at a path, `nil` for nothing.
    ///
    /// Links are followed unless `followsLinks` is false.
    package static func kind(_ path: String, followsLinks: Bool = true) -> Kind? {
        var status = stat()
        let code = SystemPath.withCString(path) { followsLinks ? stat($0, &status) : lstat($0, &status) }
        guard code == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// Where a file stands, or would: the same by all paths that lead to it.
    package struct Place: Hashable {
        private let device: UInt64
        private let node: UInt64
        /// The name in that directory; `nil` where it is the file itself.
        private let name: String?

        fileprivate init(_ status: stat, name: String? = nil) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            node = UInt64(truncatingIfNeeded: status.st_ino)
            self.name = name
        }
    }

    /// Where a file stands, or would be made; `nil` for a device or a pipe, and where there is no directory for it.
    package static func place(of path: String) -> Place? {
        var status = stat()
        if SystemPath.withCString(path, { stat($0, &status) }) == 0 {
            return status.st_mode & S_IFMT == S_IFREG ? Place(status) : nil
        }
        let slash = path.lastIndex(ofScalar: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard SystemPath.withCString(directory, { stat($0, &status) }) == 0 else { return nil }
        return Place(status, name: slash.map { String(path[path.index(after: $0)...]) } ?? path)
    }

    /// Makes a directory and those above it, where they do not exist.
    ///
    /// - Returns: why it cannot be made, in the system's words; `nil` where it stands there now.
    package static func makeDirectory(_ path: String) -> String? {
        guard kind(path) != .directory else { return nil }
        if let slash = path.lastIndex(ofScalar: "/"), slash > path.startIndex {
            if let reason = makeDirectory(String(path[..<slash])) { return reason }
        }
        // Another process may make it at the same time.
        guard SystemPath.withCString(path, { mkdir($0, 0o777) }) != 0, kind(path) != .directory else {
            return nil
        }
        return String(cString: strerror(errno)).lowercased()
    }

    /// Removes a directory with the files in it.
    static func removeDirectory(_ path: String) {
        for name in names(in: path) { _ = SystemPath.withCString("\(path)/\(name)") { unlink($0) } }
        _ = SystemPath.withCString(path) { rmdir($0) }
    }

    /// The paths of what stands below a directory, relative to it; links to directories are not followed.
    static func paths(below directory: String) -> [String] {
        var found: [String] = []
        var open = [""]
        while let prefix = open.popLast() {
            for name in names(in: "\(directory)/\(prefix)") {
                let path = prefix + name
                found.append(path)
                if kind("\(directory)/\(path)", followsLinks: false) == .directory { open.append(path + "/") }
            }
        }
        return found
    }

    private static func names(in directory: String) -> [String] {
        guard let stream = SystemPath.withCString(directory, { opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(SystemPath.text(name)) }
        }
        return names
    }
}
