import Bytes
import CaptureSources
import InspectionRules
import Pipeline

extension HARTarget {
    /// Writes a recording that has ended as HAR, all of its exchanges; its owner alone can read it, as the recording.
    ///
    /// - Parameters:
    ///   - recording: the path of the pcapng file.
    ///   - path: the file to write, which is replaced.
    ///   - terminal: shows what HAR cannot hold, and whose credentials are in it.
    /// - Throws: a ``CommandFailure`` where one cannot be read, or the other not be written.
    package static func write(recording: String, to path: String, in terminal: Terminal) throws {
        var options = InspectionOptions(.standard)
        options.keepsMessages = true
        let source = recording.pieces(between: "/").last ?? recording
        var handler = Handler(try HARTarget(try OutputFile(replacing: path, isPrivate: true), source: source))
        do throws(InputFailure) {
            let inspection = CaptureInspection(options: options)
            let capture = try inspection.inspect(path: recording, as: .capture(format: nil), into: &handler)
            terminal.reportProblems(of: capture)
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if let failure = handler.failure { throw failure }
        try handler.target.finish()
        terminal.warn(of: handler.credentials, in: path, hiddenBy: "convert --redact")
        for line in handler.target.remarks.lines { terminal.report("\(path): \(line)") }
    }

    /// Passes exchanges on to a target.
    private struct Handler: InspectionHandler {
        let target: HARTarget
        private(set) var credentials = Credentials()
        private(set) var failure: (any Error)?

        init(_ target: HARTarget) { self.target = target }

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            let inspected = exchange
            guard let kept = inspected.kept?.value, failure == nil else { return }
            credentials.add(inspected.exchange, form: inspected.form)
            do { try target.write(ConvertedExchange(inspected: inspected, kept: kept)) } catch {
                failure = error
            }
        }
    }
}
