import TestSupport
import Testing

@testable import Trials

/// Encoders that are wrong in one way fail the cases that ask for it, and no others.
struct BrokenEncoderTests {
    private static let boundary = "the-boundary"
    /// Cases that take long to write, and ask for nothing that others do not.
    private static let long: Set<String> = [
        "form/value-1MiB", "form/fields-1000", "file/64MiB", "file/5GiB", "http/413-early",
        "http/slow-reader",
    ]

    /// The ids of the cases that fail where bodies are changed.
    private func failures(_ change: @escaping (inout String) -> Void) throws -> Set<String> {
        let folder = try TemporaryFolder()
        var failed: Set<String> = []
        for trial in TrialCase.all where !Self.long.contains(trial.id) {
            // Contents that are no text would not stay as they are.
            guard case .uploaded = trial.ending, !trial.isInformational,
                let written = try? WrittenTrial(trial, in: folder.path, boundary: Self.boundary),
                String(validating: written.body, as: UTF8.self) != nil
            else { continue }
            let result = try written.changed { body in
                var text = String(decoding: body, as: UTF8.self)
                change(&text)
                body = Array(text.utf8)
            }.result()
            if result.outcome == .fail { failed.insert(trial.id) }
        }
        return failed
    }

    private static var texts: Set<String> {
        get throws {
            let folder = try TemporaryFolder()
            return Set(
                TrialCase.all.filter { trial in
                    guard case .uploaded = trial.ending, !trial.isInformational, !long.contains(trial.id),
                        let written = try? WrittenTrial(trial, in: folder.path, boundary: boundary)
                    else { return false }
                    return String(validating: written.body, as: UTF8.self) != nil
                }.map(\.id)
            )
        }
    }

    @Test func `an encoder that is right fails none`() throws {
        #expect(try failures { _ in }.isEmpty)
        #expect(try Self.texts.count > 40)
    }

    @Test(arguments: [
        ("\r\n--the-boundary--", "--the-boundary--"), ("--the-boundary--", "--the-boundary"),
        ("\r\n--", "\n--"),
        ("form-data; name", "name"),
    ])
    func `a fault of all forms fails all`(text: String, other: String) throws {
        #expect(try failures { $0 = $0.replacing(text, with: other) } == Self.texts)
    }

    @Test func `a fault of filenames fails those that have what is written wrongly`() throws {
        let failed = try failures { $0 = $0.replacing("%22", with: "\"") }
        #expect(failed == ["name/quote", "filename/quote", "filename/quoted-whole", "value/quotes"])
        #expect(try failures { $0 = $0.replacing("größe.txt", with: "gr??e.txt") } == ["filename/non-ascii"])
    }

    @Test func `a fault of values fails those that have what is lost`() throws {
        let failed = try failures { $0 = $0.replacing("\r\n\r\n--the-boundary", with: "\r\n--the-boundary") }
        // Those that end with a line break, and those that are empty, whose blank line is taken.
        #expect(
            failed == [
                "form/empty-value", "file/empty", "value/trailing-crlf", "value/ends-in-cr",
                "value/delimiter-like",
                "value/own-boundary", "value/pem",
            ]
        )
    }
}
