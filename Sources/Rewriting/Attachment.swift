import Bytes
package import Forms

/// Files that take the place of a field.
package struct Attachment: Sendable {
    /// What the field is known by.
    package let placeholder: Placeholder
    /// The files, in order.
    package internal(set) var files: [AttachedFile]

    /// Prepares the files of an argument, as those of `-F` are read.
    ///
    /// - Parameter part: the part, whose name is that of the field, or a token between stars.
    /// - Throws: where a file cannot be read, is not a regular file, or its name cannot be written.
    package init(_ part: FormPart) throws(MultipartFailure) {
        placeholder = Placeholder(part.name)
        if case .files(let parts) = part.content {
            var files: [AttachedFile] = []
            for single in parts { files.append(try AttachedFile(single, adding: part.fields)) }
            self.files = files
        } else {
            files = [try AttachedFile(part, adding: [])]
        }
    }

    /// Takes files that are prepared.
    init(_ placeholder: Placeholder, _ files: [AttachedFile]) {
        self.placeholder = placeholder
        self.files = files
    }
}

/// A file, or a value, that is put into a form.
package struct AttachedFile: Sendable {
    /// The path of the file; `nil` for a value in memory.
    package let path: String?
    /// The number of bytes.
    package let length: Int
    private let part: FormPart

    /// Prepares a file: its length is that of now.
    init(_ part: FormPart, adding fields: [FormPart.Field]) throws(MultipartFailure) {
        var part = part
        part.fields += fields
        if let filename = part.filename, part.contentType == nil {
            part.contentType = AttachedFileType.type(of: filename)
        }
        switch part.content {
        case .file(let path):
            guard let length = try FileDescriptorSource.length(ofFileAt: path) else {
                throw .unreadable(path: path, reason: "is not a regular file, so its length is not known")
            }
            self.path = path
            self.length = length
        case .text, .bytes:
            path = nil
            length = try part.attached(asField: []).content.count
        case .stream, .files:
            throw .unreadable(path: "standard input", reason: "cannot be attached: it can be read once only")
        }
        self.part = part
        _ = try lines(asField: [])
    }

    /// Takes a file whose length is known already.
    init(path: String, length: Int, filename: [UInt8], contentType: String) {
        self.path = path
        self.length = length
        part = FormPart(name: [], filename: filename, contentType: contentType, content: .file(path: path))
    }

    /// The header lines of its part with the blank line, and the content where that is in memory.
    func lines(asField name: [UInt8]) throws(MultipartFailure) -> (header: [UInt8], content: [UInt8]) {
        try part.attached(asField: name)
    }

    /// Whether a file holds a text: the delimiter that is to stand around it.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - path: the file.
    /// - Returns: whether it occurs.
    /// - Throws: where the file cannot be read.
    package static func holds(_ text: [UInt8], fileAt path: String) throws -> Bool {
        let source = try FileDescriptorSource(path: path)
        var watch = BoundaryWatch(text)
        return try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
            while true {
                let count = try source.read(into: buffer)
                guard count > 0 else { return false }
                if watch.find(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) != nil { return true }
            }
        }
    }
}
