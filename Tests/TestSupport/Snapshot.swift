import Foundation
package import Testing

/// Compares output of the project with a reviewed golden file.
///
/// With `RECORD=1` in the environment a golden file that differs, or is missing, is rewritten, and the test
/// still fails, so that a person reviews the difference before it is committed.
package enum Snapshot {
    /// Whether golden files are to be rewritten.
    package static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD"] == "1" }

    /// Expects `text` to equal the golden file, byte for byte.
    ///
    /// - Parameters:
    ///   - text: the text to compare.
    ///   - path: the golden file, absolute or relative to the project's folder.
    ///   - sourceLocation: where issues are shown.
    package static func expect(
        _ text: String,
        matches path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let file = path.hasPrefix("/") ? path : Checkout.path(path)
        guard let complaint = complaint(about: text, golden: file, isRecording: isRecording) else { return }
        Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation)
    }

    /// What is wrong with `text`, compared with the golden file at the absolute path `file`; `nil` if they
    /// are equal.
    ///
    /// Writes the file where `isRecording` and they differ.
    package static func complaint(about text: String, golden file: String, isRecording: Bool) -> String? {
        let golden = FileManager.default.contents(atPath: file)
        guard golden != Data(text.utf8) else { return nil }
        let name =
            file.hasPrefix(Checkout.root + "/") ? String(file.dropFirst(Checkout.root.count + 1)) : file
        let difference = TextDifference.describe(
            expected: golden.map { String(decoding: $0, as: UTF8.self) } ?? "",
            found: text
        )
        guard isRecording else {
            let problem = golden == nil ? "there is no golden file \(name)" : "\(name) differs"
            return "\(problem); RECORD=1 writes it: read the difference before you keep it\n\(difference)"
        }
        do {
            let url = URL(fileURLWithPath: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            return "\(name) cannot be written: \(error)"
        }
        return "\(name) is recorded: read the difference, then run again without RECORD\n\(difference)"
    }
}
