package import Inspection
package import Reporting

/// The destination of a report, and its text style.
package struct ReportOutput {
    /// The destination.
    package let sink: any TextSink
    /// Colours and width.
    package let style: TextStyle

    /// Writes to a sink.
    package init(to sink: any TextSink, style: TextStyle) {
        self.sink = sink
        self.style = style
    }

    /// Writes to the named file, else to the terminal.
    package init(file: String? = nil, color: ColorChoice, terminal: Terminal) throws {
        let isFile = file != nil && file != "-"
        if let file, isFile {
            sink = try DescriptorSink(replacing: file)
        } else {
            sink = terminal.output
        }
        let isColored =
            switch color {
            case .auto: terminal.wantsColor && !isFile
            case .always: true
            case .never: false
            }
        style = TextStyle(
            isColored: isColored,
            width: isFile ? Terminal.columnsWithoutTerminal : terminal.columns,
            isTerminal: terminal.isTerminal && !isFile
        )
    }
}
