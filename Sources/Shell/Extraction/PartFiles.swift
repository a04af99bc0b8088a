import Bytes
import Forms
package import Pipeline
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the parts of a form to files while they arrive, and names the files at the end.
///
/// Contents arrive before the form is known. They are written to a temporary directory inside the requested
/// one, and moved only where no file would be overwritten.
package final class PartFiles {
    /// The greatest number of parts that are written: the number that the form reader keeps.
    package static let partLimit = FormLimits().parts

    /// The directory in which the files are.
    package let directory: String
    private let staging: String
    private var descriptor: CInt = -1
    private var openPart = 0
    private var written = Set<Int>()
    /// The bytes that were written of each part, by its number.
    package private(set) var sizes: [Int: Int] = [:]
    /// Why contents could not be written; no file gets its name then.
    package private(set) var failure: CommandFailure?

    /// Creates the directory, where it does not exist, and the temporary one in it.
    package init(in directory: String) throws {
        self.directory = directory
        if let reason = SystemFile.makeDirectory(directory) {
            throw CommandFailure.unreadable("\(directory): cannot be made: \(reason)")
        }
        var template = SystemPath.bytes("\(directory)/partwise-XXXXXX").map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else {
            throw CommandFailure.unreadable("\(directory): cannot be written to: \(Self.reason)")
        }
        staging = SystemPath.text(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        closePart()
        SystemFile.removeDirectory(staging)
    }

    /// Writes the next bytes of a part's content; parts come in order.
    package func write(_ bytes: RawSpan, part: Int) {
        guard failure == nil, part <= Self.partLimit else { return }
        if part != openPart { open(part) }
        guard descriptor >= 0 else { return }
        if bytes.withUnsafeBytes({ DescriptorWriting.write($0, to: descriptor) }) != nil {
            failure = .unreadable("\(directory): cannot be written to: \(Self.reason)")
        }
        sizes[part, default: 0] += bytes.byteCount
    }

    /// Names the files and writes the manifest.
    ///
    /// - Parameters:
    ///   - inspected: the exchange with the form whose parts were written.
    ///   - path: the path of its capture.
    ///   - replaces: whether existing files are replaced.
    /// - Returns: the names of the files, one for each part.
    /// - Throws: a ``CommandFailure`` where a file exists or cannot be written.
    package func finish(_ inspected: InspectedExchange, path: String, replaces: Bool) throws -> [String] {
        let parts = inspected.form?.parts ?? []
        for part in parts where failure == nil && !written.contains(part.number) { open(part.number) }
        closePart()
        if let failure { throw failure }
        var names = SafeFileName(taken: ["manifest.json"])
        let files = parts.map { part in
            let sent = part.filename ?? part.disposition?.filenameStar.map { part.header[$0.value] }
            let name = part.name.map { SafeFileName.cleaned(String(decoding: $0, as: UTF8.self)) } ?? ""
            return names.next(
                sent.map { String(decoding: $0, as: UTF8.self) } ?? (name.isEmpty ? nil : "\(name).txt"),
                fallback: "part-\(part.number)"
            )
        }
        if !replaces, let existing = (files + ["manifest.json"]).first(where: { exists($0) }) {
            throw CommandFailure.unreadable("\(directory)/\(existing): exists; --force replaces it")
        }
        // Not in the way of reports, where a full disk ends the program: it may be a server.
        let manifest = StringSink()
        PartManifest.write(inspected, path: path, files: files, to: manifest)
        let file = try OutputFile(replacing: "\(staging)/manifest.json")
        var text = manifest.text
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
        try file.finish()
        for (part, file) in zip(parts, files) { try move("part-\(part.number)", to: file) }
        try move("manifest.json", to: "manifest.json")
        return files
    }

    private func open(_ part: Int) {
        closePart()
        openPart = part
        written.insert(part)
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        descriptor = SystemPath.withCString("\(staging)/part-\(part)") { path in
            #if canImport(Glibc)
                Glibc.open(path, flags, 0o666)
            #elseif canImport(Darwin)
                Darwin.open(path, flags, 0o666)
            #endif
        }
        if descriptor < 0 { failure = .unreadable("\(directory): cannot be written to: \(Self.reason)") }
    }

    private func closePart() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Whether a name is taken; links are not followed.
    private func exists(_ file: String) -> Bool {
        SystemFile.kind("\(directory)/\(file)", followsLinks: false) != nil
    }

    /// Moves a file to its final name; links are replaced, not followed.
    private func move(_ name: String, to file: String) throws {
        let code = SystemPath.withCString("\(staging)/\(name)") { old in
            SystemPath.withCString("\(directory)/\(file)") { new in rename(old, new) }
        }
        guard code == 0 else {
            throw CommandFailure.unreadable("\(directory)/\(file): cannot be written: \(Self.reason)")
        }
    }

    /// The system's description of the last error.
    private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
