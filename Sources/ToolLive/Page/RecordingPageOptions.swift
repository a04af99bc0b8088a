import ArgumentParser
import NIOCore
import Pipeline
import Recording
import Reporting
import Shell

/// Whether exchanges are shown on a page as they come.
struct RecordingPageOptions: ParsableArguments {
    @Option(
        defaultAsFlag: ListenAddress(loopbackPort: 0),
        help: ArgumentHelp(
            """
            Show exchanges on a page for browsers as they come, at this address of this machine, or on a free port; its \
            URL is printed.
            """,
            valueName: "host:port"
        )
    )
    var ui: ListenAddress?

    func validate() throws {
        guard let ui else { return }
        try ui.checkPort(of: "--ui")
        guard ui.isLoopback else {
            throw ValidationError("\(ui.reach): --ui takes addresses of this machine alone, or localhost.")
        }
    }

    /// Sets inspection to report requests when they end, and to keep as much of a body without a form as is shown.
    func prepare(_ options: inout InspectionOptions) {
        guard ui != nil else { return }
        options.reportsRequests = true
        options.openingBytes = LivePage.shownBody
    }

    /// The page; `nil` where none is wanted.
    ///
    /// - Parameters:
    ///   - name: the name of the command.
    ///   - traffic: the connections whose exchanges are shown.
    ///   - file: the path of the recording; `nil` where nothing is recorded.
    ///   - replayOptions: how `partwise replay` reaches servers.
    ///   - loop: the event loop.
    /// - Returns: the page.
    func page(
        of name: String,
        _ traffic: LiveTraffic,
        file: String?,
        replayOptions: [String],
        on loop: any EventLoop
    ) -> RecordingPage? {
        ui.map {
            RecordingPage(of: name, at: $0, traffic, file: file, replayOptions: replayOptions, on: loop)
        }
    }
}
