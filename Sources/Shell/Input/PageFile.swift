package import Pages

/// A page that is a file of its own.
package enum PageFile {
    /// Whether a path names a page.
    package static func isPage(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - url: where the page came from; `nil` where that is not known.
    /// - Returns: the page, with its bytes.
    /// - Throws: a ``CommandFailure`` where the file cannot be read.
    package static func read(_ path: String, url: String?) throws -> CapturedPage {
        // One byte more than is read shows that there are more.
        guard let bytes = ShortFile.bytes(at: path, upTo: PageLimits().bytes + 1) else {
            throw CommandFailure.unreadable("\(path): cannot be read")
        }
        return CapturedPage(bytes, url: url)
    }
}
