import Policy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PolicyText {
    /// The text of a file.
    ///
    /// - Throws: a ``CommandFailure`` where it cannot be read, or is not valid UTF-8.
    package static func read(_ path: String) throws -> String {
        guard let bytes = ShortFile.bytes(at: path, upTo: PolicyLimits.fileBytes + 1) else {
            throw CommandFailure.unreadable("\(path): \(reason(for: path))")
        }
        guard bytes.count <= PolicyLimits.fileBytes else {
            throw CommandFailure.usage(
                "\(path): has more than the \(PolicyLimits.fileBytes) bytes that are read"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let before = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
            let line = before.utf8.count { $0 == 0x0A } + 1
            let column = before.unicodeScalars.reversed().prefix { $0 != "\n" }.count + 1
            throw CommandFailure.usage("\(path):\(line):\(column): this is not valid UTF-8")
        }
        return text
    }

    /// Writes a file atomically, replacing an existing one.
    package static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure.unreadable("\(path): cannot be written")
        }
    }

    /// Writes a file that must not exist yet.
    package static func create(_ text: String, at path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            let exists = FileManager.default.fileExists(atPath: path)
            throw CommandFailure.unreadable(
                exists ? "\(path): exists, and is left as it is" : "\(path): cannot be written"
            )
        }
    }

    /// Whether a path exists.
    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether a path is that of a folder.
    private static func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }

    /// Why a path cannot be read as a file.
    package static func reason(for path: String) -> String {
        guard exists(path) else { return "no such file" }
        return isFolder(path) ? "is a directory" : "cannot be read"
    }
}

/// Finds the configuration of a working directory.
enum ConfigurationFile {
    /// The path of the nearest configuration in a directory or above it; `nil` where there is none.
    ///
    /// It is relative where the directory is the one in which the process works.
    static func find(from directory: String) -> String? {
        let isHere = directory == FileManager.default.currentDirectoryPath
        var path = (isHere ? "" : directory + "/") + Configuration.fileName
        let depth = directory.split(separator: "/").count
        for _ in 0...depth {
            if FileManager.default.fileExists(atPath: path) { return path }
            let folder = path.dropLast(Configuration.fileName.count)
            path = folder + "../" + Configuration.fileName
        }
        return nil
    }
}
