import Inspection
import Pipeline

extension FindingText {
    /// Prepares for the findings of an exchange of the input at `path`.
    init(_ exchange: InspectedExchange, path: String, style: TextStyle) {
        self.init(
            path: path,
            input: exchange.capture,
            number: exchange.isBareBody ? nil : exchange.number,
            exchange: exchange.exchange,
            form: exchange.form,
            files: exchange.files,
            style: style
        )
    }

    /// The name of an exchange: `upload.pcap#1`; the path alone for a bare body.
    static func name(path: String, number: Int, isBare: Bool) -> String {
        name(path: path, number: isBare ? nil : number)
    }
}
