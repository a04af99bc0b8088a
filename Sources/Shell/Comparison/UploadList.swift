import Exchanges
import Pipeline
import Profiles
import Reporting

/// The exchanges of a capture that an argument of `diff` names, with what they are paired by.
struct UploadList {
    /// The path of the capture.
    let path: String
    /// Its uploads, in order.
    let uploads: [UploadPairing.Upload]

    /// Lists the exchanges that are named, or else the uploads; of a capture of one exchange, that one.
    ///
    /// - Parameters:
    ///   - argument: the capture, and perhaps the exchanges.
    ///   - kind: what it is read as.
    ///   - options: limits and keys.
    ///   - selection: which exchanges are wanted at all.
    /// - Throws: a ``CommandFailure`` where it cannot be read, or an exchange is not there.
    init(
        _ argument: CaptureArgument,
        as kind: InputKind,
        _ options: InspectionOptions,
        _ selection: ExchangeSelection
    ) throws {
        guard argument.path != "-" else {
            throw CommandFailure.usage("standard input is read once: name the exchange, as in -#1")
        }
        path = argument.path
        var finder = UploadFinder(numbers: argument.exchanges, selection: selection)
        let count: Int
        do throws(InputFailure) {
            count = try CaptureInspection(options: options).inspect(path: path, as: kind, into: &finder)
                .exchanges
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if let missing = argument.exchanges?.first(beyond: count) {
            throw CommandFailure.unreadable("\(path): has no exchange \(missing)")
        }
        // A capture of one exchange leaves no doubt, upload or not.
        uploads = finder.uploads.isEmpty && finder.others.count == 1 ? finder.others : finder.uploads
        guard !uploads.isEmpty else {
            throw CommandFailure.usage("\(path): holds no upload; name an exchange, as in \(path)#1")
        }
    }

    /// What reports call an upload, by its index.
    func name(_ index: Int) -> String { "\(path)#\(uploads[index].number)" }
}

/// Notes what uploads are paired by; of other exchanges the first two, since more make no difference.
private struct UploadFinder: InspectionHandler {
    let numbers: ExchangeNumbers?
    let selection: ExchangeSelection
    private(set) var uploads: [UploadPairing.Upload] = []
    private(set) var others: [UploadPairing.Upload] = []

    init(numbers: ExchangeNumbers?, selection: ExchangeSelection) {
        self.numbers = numbers
        self.selection = selection
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        let isWanted = numbers?.contains(exchange.number) ?? selection.accepts(exchange)
        guard isWanted else { return }
        let isListed = numbers != nil || exchange.isUpload
        guard isListed || others.count < 2 else { return }
        let upload = UploadPairing.Upload(
            number: exchange.number,
            key: UploadKey(exchange.exchange, exchange.form)
        )
        if isListed { uploads.append(upload) } else { others.append(upload) }
    }
}
