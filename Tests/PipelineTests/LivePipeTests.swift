import Dispatch
import Foundation
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// A capture that is read from a pipe while it is being recorded.
struct LivePipeTests {
    /// Counts exchanges, and says so to whom waits for them.
    private struct Counting: InspectionHandler {
        let seen: DispatchSemaphore
        var count = 0

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            count += 1
            seen.signal()
        }
    }

    @Test func `an exchange is handed on when it is complete, and not when others have come`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let request = Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        let pair = [(isFromClient: true, bytes: request), (isFromClient: false, bytes: answer)]
        // The next request shows that nothing more belongs to the first.
        let first = WrittenCapture.bytes(pair + [pair[0]], closes: false)
        let rest = WrittenCapture.bytes(pair + pair + pair).dropFirst(first.count)
        let seen = DispatchSemaphore(value: 0)
        let cameInTime = DispatchSemaphore(value: 0)
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            file.write(Data(first))
            if seen.wait(timeout: .now() + 60) == .success { cameInTime.signal() }
            file.write(Data(rest))
            try? file.close()
        }
        writer.start()
        var counting = Counting(seen: seen)
        _ = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            path: path,
            as: .capture(format: nil),
            into: &counting
        )
        #expect(counting.count == 3)
        #expect(cameInTime.wait(timeout: .now()) == .success)
    }
}
