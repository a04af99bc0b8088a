import NIOCore
import Recording
import Shell

extension TrafficRecorder {
    /// The recorder that an option asks for; `nil` without a path.
    ///
    /// - Parameters:
    ///   - path: the file, which is created or emptied.
    ///   - terminal: shows where recording stops before the end.
    ///   - loop: the event loop of what is recorded.
    /// - Returns: the recorder.
    /// - Throws: a ``CommandFailure`` where the file cannot be written.
    static func option(
        _ path: String?,
        in terminal: Terminal,
        on loop: any EventLoop
    ) throws -> TrafficRecorder? {
        guard let path else { return nil }
        guard path != "-" else {
            throw CommandFailure.usage(
                "a recording takes the name of a file: the report goes to standard output"
            )
        }
        let recorder: TrafficRecorder
        do {
            recorder = try TrafficRecorder(
                creating: path,
                application: "partwise \(ProductVersion.current)",
                on: loop
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        recorder.failed = { terminal.report("recording has stopped: \($0)") }
        return recorder
    }
}
