import Bytes
import Inspection
import Reporting
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How results are written.
extension ProbeCommand {
    /// Writes what a server did.
    func write(_ report: ProbeReport, _ grid: ReceiverGrid?, in terminal: Terminal) throws {
        let destination = try ReportOutput(file: output, color: .auto, terminal: terminal)
        switch format {
        case .text:
            let standing = grid.map { ProbeStanding(report, in: $0) }
            ProbeText(to: destination.sink, destination.style).write(report, standing)
        case .json: destination.sink.write(report.json)
        case .markdown: destination.sink.write(GridMarkdown.text(ReceiverGrid([report])))
        case .html: destination.sink.write(GridPage.text(ReceiverGrid([report])))
        }
        destination.sink.flush()
    }

    /// Writes the receivers of a grid.
    func showGrid(in terminal: Terminal) throws -> CommandStatus {
        guard let path = grid else { return .usage }
        let grid = try Self.grid(at: path)
        let destination = try ReportOutput(file: output, color: .auto, terminal: terminal)
        switch format {
        case .html: destination.sink.write(GridPage.text(grid))
        case .markdown: destination.sink.write(GridMarkdown.text(grid))
        case .text, .json: throw CommandFailure.usage("a grid is written as markdown or html: see --format")
        }
        destination.sink.flush()
        return .fine
    }

    /// Writes which bodies two reports treat differently; findings where there are any.
    func showComparison(in terminal: Terminal) throws -> CommandStatus {
        let reports = try compare.map { path in
            try Self.read(path) { try ProbeReport(json: $0) }
        }
        guard let first = reports.first, let second = reports.last else { return .usage }
        let comparison = ProbeComparison(first, second)
        let destination = try ReportOutput(file: output, color: .auto, terminal: terminal)
        switch format {
        case .text: ProbeText(to: destination.sink, destination.style).write(comparison)
        case .json: destination.sink.write(comparison.json)
        case .markdown: destination.sink.write(GridMarkdown.text(ReceiverGrid(comparison.reports)))
        case .html: destination.sink.write(GridPage.text(ReceiverGrid(comparison.reports)))
        }
        destination.sink.flush()
        return comparison.differences.isEmpty ? .fine : .findings
    }

    /// Reads a grid.
    static func grid(at path: String) throws -> ReceiverGrid {
        try read(path) { try ReceiverGrid(json: $0) }
    }

    private static func read<Value>(_ path: String, _ parse: (Data) throws -> Value) throws -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure.unreadable("\(path): cannot be read")
        }
        do { return try parse(data) } catch {
            throw CommandFailure.unreadable("\(path): \(error)")
        }
    }
}
