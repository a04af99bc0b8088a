#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of the executable that runs.
package enum ProgramPath {
    /// The path, links in it followed; `nil` where the system does not say.
    package static var current: String? {
        guard let path = realpath(link, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// The folder in which it stands.
    static var folder: String? {
        current.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }

    /// A path that leads to it.
    private static var link: String {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _ = _NSGetExecutablePath(nil, &size)
            var path = [CChar](repeating: 0, count: Int(size) + 1)
            _ = _NSGetExecutablePath(&path, &size)
            return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        #else
            return "/proc/self/exe"
        #endif
    }
}
