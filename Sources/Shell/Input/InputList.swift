import Bytes
import CaptureSources

/// The inputs of a command line, with directories replaced by their captures.
package struct InputList {
    /// The inputs, in the order given; those of a directory in the order of their paths.
    package private(set) var arguments: [CaptureArgument] = []
    /// What was skipped: one line for each directory.
    package private(set) var remarks: [String] = []
    /// What cannot be read: directories without a capture, one line each.
    package private(set) var failures: [String] = []

    /// Lists the inputs in arguments.
    ///
    /// - Throws: a ``CommandFailure`` where one names an exchange that no capture can hold.
    package init(_ texts: [String]) throws {
        for text in texts {
            let argument = try CaptureArgument(validating: text)
            guard argument.exchanges == nil, Self.isDirectory(argument.path) else {
                arguments.append(argument)
                continue
            }
            open(argument.path)
        }
    }

    /// Lists files without exchange numbers: a `#` is part of the path.
    package init(files: [String]) {
        arguments = files.map { CaptureArgument($0, exists: { _ in true }) }
    }

    /// Lists one input.
    package init(_ argument: CaptureArgument) {
        arguments = [argument]
    }

    /// Adds the captures in a directory and its subdirectories; hidden files are ignored.
    private mutating func open(_ directory: String) {
        let names = SystemFile.paths(below: directory)
        let base = directory.utf8.last == UInt8(ascii: "/") ? directory : directory + "/"
        var skipped: [String] = []
        let before = arguments.count
        for name in names.sorted() where !name.pieces(between: "/").contains(where: { $0.begins(with: ".") })
        {
            let path = base + name
            if Self.isDirectory(path) { continue }
            if Self.isFile(path), Self.isCapture(path) {
                arguments.append(CaptureArgument(path, exists: { _ in true }))
            } else {
                skipped.append(name)
            }
        }
        if arguments.count == before {
            failures.append("\(directory): is a directory without captures")
            return
        }
        guard let first = skipped.first else { return }
        let others = skipped.count > 1 ? " and \(skipped.count - 1) more" : ""
        let noun = skipped.count > 1 ? "files that are not captures" : "a file that is not a capture"
        remarks.append("\(directory): skipped \(noun): \(PrintableText.text(first))\(others)")
    }

    private static func isDirectory(_ path: String) -> Bool {
        SystemFile.kind(path) == .directory
    }

    /// Whether the path is a regular file; reading a pipe or socket could block.
    private static func isFile(_ path: String) -> Bool {
        SystemFile.kind(path) == .file
    }

    /// Whether the first bytes are a capture's; true for a file that cannot be opened, so that it is
    /// reported.
    private static func isCapture(_ path: String) -> Bool {
        do {
            var source = try ByteSource(path: path)
            return try CaptureReader.format(of: &source) != .body
        } catch let failure as ByteSource.Failure {
            if case .empty = failure { return false }
            return true
        } catch {
            return false
        }
    }
}
