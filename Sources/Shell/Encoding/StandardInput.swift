import Forms
import Synchronization

/// Standard input as the content of a part: a regular file is read from the same place again where the form is sent again,
/// anything else once.
final class StandardInput: Sendable {
    private static let name = "standard input"

    /// Its length in bytes; `nil` where it is not a regular file.
    let length: Int?
    private let start: Int?
    private let wasOpened = Mutex(false)

    /// Looks at what standard input is; throws where it is a directory.
    init() throws(MultipartFailure) {
        let source = FileDescriptorSource(standardInputNamed: Self.name)
        length = try source.length()
        start = length == nil ? nil : source.offset
    }

    /// Opens it; throws where it was read already, and cannot be read again.
    func open() throws(MultipartFailure) -> FileDescriptorSource {
        let isOpenedAgain = wasOpened.withLock { wasOpened in
            defer { wasOpened = true }
            return wasOpened
        }
        let source = FileDescriptorSource(standardInputNamed: Self.name)
        guard isOpenedAgain else { return source }
        guard let start, source.seek(to: start) else {
            throw .unreadable(path: Self.name, reason: "was read already, and the form cannot be sent again")
        }
        return source
    }
}
