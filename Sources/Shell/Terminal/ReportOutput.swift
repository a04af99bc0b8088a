package import Reporting

/// Where a report goes, and how text is set there.
package struct ReportOutput {
    /// Where to write.
    package let sink: any TextSink
    /// Colours and width.
    package let style: TextStyle

    /// Writes to a file where one is named, to the terminal otherwise.
    package init(file: String? = nil, color: ColorChoice, terminal: Terminal) throws {
        let isFile = file != nil && file != "-"
        if let file, isFile {
            sink = try DescriptorSink(creating: file)
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
            width: isFile ? Terminal.columnsWithoutTerminal : terminal.columns
        )
    }
}
