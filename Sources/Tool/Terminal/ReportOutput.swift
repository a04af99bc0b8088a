import Reporting

/// Where a report goes, and how text is set there.
struct ReportOutput {
    /// Where to write.
    let sink: any TextSink
    /// Colours and width.
    let style: TextStyle

    /// Writes to a file where one is named, to the terminal otherwise.
    init(file: String? = nil, color: ColorChoice, terminal: Terminal) throws {
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
